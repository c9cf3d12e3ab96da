package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"graphbuild/export"
)

// newParserOf returns a parser with the grammar of the command that the arguments name alone, which saves about two milliseconds
// of each start; of the whole command line where they name none.
func newParserOf(s *session, c *cli, args []string) (*kong.Kong, error) {
	if command, ok := c.command(firstWord(args)); ok {
		return newParser(s, &c.common, command)
	}
	return newParser(s, c)
}

// firstWord returns the first argument that is no flag: those before the command have no values.
func firstWord(args []string) string {
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

// helpOf returns the command line that shows the help for these arguments.
func (c *cli) helpOf(args []string) string {
	if name := firstWord(args); c.isCommand(name) {
		return "graphbuild " + name + " --help"
	}
	return "graphbuild --help"
}

func (c *cli) isCommand(name string) bool {
	_, ok := c.command(name)
	return ok
}

// command returns the command of a name as an option of the parser; false where there is none.
func (c *cli) command(name string) (kong.Option, bool) {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if _, is := f.Tag.Lookup("cmd"); is && strings.ToLower(f.Name) == name {
			return kong.DynamicCommand(name, f.Tag.Get("help"), "", v.Field(i).Addr().Interface()), true
		}
	}
	return nil, false
}

// newParser returns the parser of a grammar, a *cli for the whole command line, and more commands.
func newParser(s *session, grammar any, commands ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append(commands,
		kong.Name("graphbuild"),
		kong.KindMapper(reflect.String, kong.MapperFunc(takeText)),
		kong.Description("Turns OpenStreetMap extracts and GTFS feeds into one compact file that is the routing graph."),
		kong.Exit(func(int) { panic(exited{}) }),
		kong.Writers(s.out, s.err),
		kong.Vars{"version": "graphbuild " + version, "formats": strings.Join(append(export.Formats(), geoParquet), ", ")},
		kong.Help(printHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 100}),
	)...)
}

// takeText takes a text as it is: names of files need not be UTF-8, which kong makes of it.
func takeText(c *kong.DecodeContext, target reflect.Value) error {
	t, err := c.Scan.PopValue("text")
	if err == nil {
		target.SetString(fmt.Sprint(t.Value))
	}
	return err
}
