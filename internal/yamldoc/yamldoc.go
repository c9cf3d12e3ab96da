// Package yamldoc reads YAML files that people write: configurations, costs. Such a file is one document; what follows a line
// --- would otherwise be passed over without a word.
package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Top returns the top of the one document of a text, nil where there is none. Errors name the line, as far as it is known, and
// not the parser.
func Top(text []byte) (*yaml.Node, error) {
	var root, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&root); err != nil && !errors.Is(err, io.EOF) {
		return nil, plainer(text, err)
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document (a line ---), expected one")
	}
	if len(root.Content) == 0 {
		return nil, nil
	}
	return Target(root.Content[0]), nil
}

// plainer returns an error of the parser for people. A tab at the start of a line gets a message of its own, as the parser does
// not say which line it is.
func plainer(text []byte, err error) error {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("\t")) {
			return fmt.Errorf("line %d begins with a tab, expected spaces", i+1)
		}
	}
	return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
}

// Target returns what an alias stands for, and any other node as it is.
func Target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
