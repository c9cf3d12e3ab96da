package main

import (
	"encoding/json"
	"fmt"
	"runtime"
)

// versionCmd prints the version.
type versionCmd struct{}

// Help is the long help of the command.
func (versionCmd) Help() string {
	return "Prints the version of the program, of Go and the platform. Example: graphbuild version --json"
}

// Run runs the command.
func (versionCmd) Run(s *session) error {
	if s.json {
		return json.NewEncoder(s.out).Encode(map[string]string{
			"version": version, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH,
		})
	}
	_, err := fmt.Fprintf(s.out, "graphbuild %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
