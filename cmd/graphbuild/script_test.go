package main

import (
	"os"
	"path/filepath"
	"testing"

	gtfsrt "github.com/jamespfennell/gtfs/proto"
	"github.com/rogpeppe/go-internal/testscript"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
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
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"gtfsrt": writeMessage},
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(e.WorkDir, os.DirFS(inputs))
		},
	})
}

// writeMessage is the command "gtfsrt TEXT FILE" of scripts: it writes a GTFS-Realtime message that stands there as text.
func writeMessage(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: gtfsrt TEXT FILE")
	}
	var message gtfsrt.FeedMessage
	ts.Check(prototext.Unmarshal([]byte(ts.ReadFile(args[0])), &message))
	data, err := proto.Marshal(&message)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o600))
}
