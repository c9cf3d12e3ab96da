package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the program where a script calls it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"graphbuild": main})
}

// TestScript runs testdata/script: each file shows one behaviour of the real command. The files of testdata/inputs lie in
// the folder of each script.
func TestScript(t *testing.T) {
	inputs, err := filepath.Abs(filepath.Join("testdata", "inputs"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(e.WorkDir, os.DirFS(inputs))
		},
	})
}
