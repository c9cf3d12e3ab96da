package main

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"

	"graphbuild/geometry"
	"graphbuild/internal/yamldoc"
	"graphbuild/wire"
)

// configFile is the flag --config: a YAML file with a value for each flag that the command line does not give.
type configFile string

// BeforeResolve reads the file, so that its values stand in for missing flags.
func (configFile) BeforeResolve(ctx *kong.Context, path *kong.Path) error {
	file, _ := ctx.FlagValue(path.Flag).(configFile)
	values, err := readConfig(string(file))
	if err != nil {
		return err
	}
	if err := values.checkKeys(ctx.Selected()); err != nil {
		return err
	}
	ctx.AddResolver(values)
	return nil
}

// inputs returns the value of key inputs.
func (f configFile) inputs() ([]string, error) {
	if f == "" {
		return nil, nil
	}
	c, err := readConfig(string(f))
	if err != nil || c.values[inputsKey] == nil {
		return nil, err
	}
	n := yamldoc.Target(c.values[inputsKey])
	if n.Kind != yaml.SequenceNode {
		return nil, c.errorAt(n, "inputs: expected a list, as in inputs: [A, B]")
	}
	return c.listOf(n)
}

// configValues are the nodes of a configuration file by the names of their flags.
type configValues struct {
	path   string
	keys   []*yaml.Node
	values map[string]*yaml.Node
}

// readConfig reads a file. Errors name it and the line.
func readConfig(path string) (*configValues, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	top, err := yamldoc.Top(text)
	if err != nil {
		return nil, fmt.Errorf("config %s: %w", path, err)
	}
	c := &configValues{path: path, values: map[string]*yaml.Node{}}
	if top == nil {
		return c, nil
	}
	if top.Kind != yaml.MappingNode {
		return nil, c.errorAt(top, "expected a list of key: value")
	}
	for i := 0; i+1 < len(top.Content); i += 2 {
		key := top.Content[i]
		if c.values[key.Value] != nil {
			return nil, c.errorAt(key, fmt.Sprintf("key %q stands here twice", key.Value))
		}
		c.keys = append(c.keys, key)
		c.values[key.Value] = top.Content[i+1]
	}
	return c, nil
}

// checkKeys checks that the keys are flags of the command.
func (c *configValues) checkKeys(command *kong.Node) error {
	known := flagNames(command)
	for _, key := range c.keys {
		if !slices.Contains(known, key.Value) {
			return c.errorAt(key, fmt.Sprintf("unknown key %q: expected one of %s", key.Value, strings.Join(known, ", ")))
		}
	}
	return nil
}

// flagNames lists the keys that a configuration file may have.
func flagNames(command *kong.Node) []string {
	names := []string{inputsKey}
	for _, group := range command.AllFlags(true) {
		for _, f := range group {
			if f.Name != "help" && f.Name != "version" && f.Name != "config" {
				names = append(names, f.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// inputsKey lists inputs of which the kind is found out, as the arguments of the command do.
const inputsKey = "inputs"

func (c *configValues) errorAt(n *yaml.Node, text string) error {
	return fmt.Errorf("config %s: line %d: %s", c.path, n.Line, text)
}

// Validate has nothing to check: readConfig did.
func (c *configValues) Validate(*kong.Application) error { return nil }

// Resolve returns the value of a flag, nil where the file has none.
func (c *configValues) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	n := c.values[flag.Name]
	if n == nil {
		return nil, nil
	}
	return c.valueOf(n, flag)
}

// valueOf returns a value in the form that the parser of flags takes. Its kind must be that of the flag; where that is written as
// KEY=VALUE, a list of these and a map are the same.
func (c *configValues) valueOf(n *yaml.Node, flag *kong.Flag) (any, error) {
	n = yamldoc.Target(n)
	if isPairs(flag) && n.Kind == yaml.MappingNode {
		n = listOfPairs(n)
	}
	switch {
	case flag.IsMap():
		return c.mapOf(n, flag)
	case n.Kind == yaml.ScalarNode:
		if _, err := strconv.ParseBool(n.Value); flag.IsBool() && err != nil {
			return nil, c.errorAt(n, fmt.Sprintf("%s: expected true or false, found %q", flag.Name, n.Value))
		}
		if flag.IsSlice() {
			return []any{n.Value}, nil
		}
		return n.Value, nil
	case n.Kind == yaml.SequenceNode && flag.IsSlice():
		list, err := c.listOf(n)
		var values []any
		for _, v := range list {
			values = append(values, v)
		}
		return values, err
	}
	return nil, c.errorAt(n, flag.Name+": expected "+formOf(flag))
}

// isPairs reports whether the values of a flag are written as KEY=VALUE.
func isPairs(flag *kong.Flag) bool { return strings.Contains(flag.PlaceHolder, "=") }

// listOfPairs returns a map as a list of KEY=VALUE. What is no word stays, for listOf to refuse.
func listOfPairs(n *yaml.Node) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line}
	for i := 0; i+1 < len(n.Content); i += 2 {
		x := *yamldoc.Target(n.Content[i+1])
		x.Value = n.Content[i].Value + "=" + x.Value
		list.Content = append(list.Content, &x)
	}
	return list
}

// formOf shows how the value of a flag is written.
func formOf(flag *kong.Flag) string {
	switch {
	case isPairs(flag):
		return "a map or a list, as in " + flag.Name + ": {A: B} or [A=B]"
	case flag.IsSlice():
		return "a value or a list, as in " + flag.Name + ": [A, B]"
	}
	return "one value"
}

func (c *configValues) listOf(n *yaml.Node) ([]string, error) {
	var list []string
	for _, x := range n.Content {
		if x.Kind != yaml.ScalarNode {
			return nil, c.errorAt(x, "expected a text")
		}
		list = append(list, x.Value)
	}
	return list, nil
}

// mapOf returns KEY=N, one or a list, as a map.
func (c *configValues) mapOf(n *yaml.Node, flag *kong.Flag) (any, error) {
	pairs := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		pairs = n.Content
	}
	out := map[string]any{}
	for _, x := range pairs {
		key, value, ok := strings.Cut(x.Value, "=")
		if x.Kind != yaml.ScalarNode || !ok {
			return nil, c.errorAt(x, flag.Name+": expected "+formOf(flag))
		}
		v, err := strconv.Atoi(value)
		if err != nil {
			return nil, c.errorAt(x, fmt.Sprintf("%s: %s: expected a number, found %q", flag.Name, key, value))
		}
		out[key] = v
	}
	return out, nil
}

// size is a number of bytes on the command line: 500M, 2G, 2GiB, 1000000.
type size int64

// UnmarshalText reads it. K, M, G and T are powers of 1,000; with an i, of 1,024.
func (s *size) UnmarshalText(text []byte) error {
	number := strings.TrimRight(strings.TrimSpace(string(text)), "BbIiKkMmGgTt")
	unit := strings.ToLower(strings.TrimSpace(string(text))[len(number):])
	base := 1000.0
	if strings.Contains(unit, "i") {
		base = 1024
	}
	power := strings.Index("kmgt", strings.TrimRight(unit, "ib")) + 1
	if strings.TrimRight(unit, "ib") == "" {
		power = 0
	} else if power == 0 {
		return fmt.Errorf("size %q: expected a number with K, M, G or T", text)
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	v *= math.Pow(base, float64(power))
	if err != nil || !(v >= 0 && v < 1<<62) {
		return fmt.Errorf("size %q: expected a number with K, M, G or T", text)
	}
	*s = size(v)
	return nil
}

// parseBox reads W,S,E,N.
func parseBox(text string) (*geometry.Box, error) {
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		return nil, usageError("--bbox %q: expected W,S,E,N in degrees", wire.Short(text))
	}
	var v [4]float64
	for i, p := range parts {
		var err error
		if v[i], err = strconv.ParseFloat(strings.TrimSpace(p), 64); err != nil {
			return nil, usageError("--bbox %q: expected W,S,E,N in degrees", wire.Short(text))
		}
	}
	sw, err1 := geometry.FromDegrees(v[0], v[1])
	ne, err2 := geometry.FromDegrees(v[2], v[3])
	if err1 != nil || err2 != nil || sw.Lat > ne.Lat {
		return nil, usageError("--bbox %q: expected west, south, east, north in degrees", wire.Short(text))
	}
	return &geometry.Box{W: sw.Lon, S: sw.Lat, E: ne.Lon, N: ne.Lat}, nil
}

// newLog returns a logger of plain lines.
func newLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }
