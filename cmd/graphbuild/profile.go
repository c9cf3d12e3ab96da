package main

import (
	"encoding/json"
	"os"

	"go.yaml.in/yaml/v3"

	"graphbuild/osm/tags"
)

// profileFile is the flag --profile: a YAML file with defaults of streets.
type profileFile string

// read returns the profile; the default one without a file.
func (f profileFile) read() (*tags.Profile, error) {
	if f == "" {
		return tags.DefaultProfile(), nil
	}
	text, err := os.ReadFile(string(f))
	if err != nil {
		return nil, err
	}
	return tags.ParseProfile(string(f), text)
}

// profileCmd prints a profile.
type profileCmd struct {
	File profileFile `arg:"" optional:"" help:"Profile to check; what it does not say is that of the default profile. Default: the default profile."`
}

// Help is the long help of the command.
func (profileCmd) Help() string {
	return `A profile says what holds where no tag of a street does: who may use which class, the speed of a car on a free road, who passes which barrier, the limits that words like urban stand for, bounds of speed by surface, and which attributes of streets the graph keeps. docs/PROFILE.md describes it. The output is a whole profile that build --profile takes.

Examples:

  graphbuild profile > my.yaml

  graphbuild build city.osm.pbf --profile my.yaml -o city.graph`
}

// Run runs the command.
func (c *profileCmd) Run(s *session) error {
	p, err := c.File.read()
	if err != nil {
		return err
	}
	if s.json {
		var tree map[string]any
		if err := yaml.Unmarshal(p.YAML(), &tree); err != nil {
			return err
		}
		return json.NewEncoder(s.out).Encode(tree)
	}
	_, err = s.out.Write(p.YAML())
	return err
}
