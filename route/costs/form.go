package costs

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"graphbuild/internal/yamldoc"
)

// checkForm checks that a text is one document with keys of which rules is a list, and returns its rules. The parser would
// take less for nothing to do.
func checkForm(data []byte) (rules []*yaml.Node, err error) {
	top, err := yamldoc.Top(data)
	switch {
	case err != nil:
		return nil, err
	case top == nil || isNull(top) || top.Kind == yaml.MappingNode && len(top.Content) == 0:
		return nil, errors.New("the file is empty: expected base, rules or both")
	case top.Kind != yaml.MappingNode:
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
	if list = yamldoc.Target(list); isNull(list) {
		return nil, nil
	}
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("line %d: rules: expected a list, each rule behind a dash", list.Line)
	}
	for _, x := range list.Content {
		if r := yamldoc.Target(x); r.Kind != yaml.MappingNode || len(r.Content) == 0 {
			return nil, fmt.Errorf("line %d: expected a rule, such as {class: track, factor: 2}", x.Line)
		}
	}
	return list.Content, nil
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }
