package costs

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// checkForm checks that a text is one document with keys of which rules is a list, and returns its rules. The parser would
// take less for nothing to do.
func checkForm(data []byte) (rules []*yaml.Node, err error) {
	var root, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&root); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New("expected one document, found another behind a line ---")
	}
	if len(root.Content) == 0 || isNull(root.Content[0]) {
		return nil, errors.New("the file is empty: expected base, rules or both")
	}
	top := resolved(root.Content[0])
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: expected the keys base and rules", top.Line)
	}
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value != "rules" {
			continue
		}
		if rules, err = rulesOf(top.Content[i+1]); err != nil {
			return nil, err
		}
	}
	if len(rules) == 0 && len(top.Content) < 4 && top.Content[0].Value == "rules" {
		return nil, fmt.Errorf("line %d: rules: expected a list with a rule at least", top.Line)
	}
	return rules, nil
}

// rulesOf returns the rules of a list.
func rulesOf(list *yaml.Node) ([]*yaml.Node, error) {
	if list = resolved(list); isNull(list) {
		return nil, nil
	}
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("line %d: rules: expected a list, each rule behind a dash", list.Line)
	}
	for _, x := range list.Content {
		if r := resolved(x); r.Kind != yaml.MappingNode || len(r.Content) == 0 {
			return nil, fmt.Errorf("line %d: expected a rule, such as {class: track, factor: 2}", x.Line)
		}
	}
	return list.Content, nil
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// resolved returns what an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
