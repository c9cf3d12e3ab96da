package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"graphbuild/wire"
)

// topic is a page of help that belongs to no single command.
type topic struct {
	name, title string
	text        string
}

// topics are all of them, in the order of the manual page.
var topics = []topic{
	{"exit", "Exit status", `0 done, 1 failed or stopped by a signal, 2 wrong use of the command line, 3 a check found something: verify a problem, diff --exit-code a difference, build --strict and --fail-on an issue.

With 1, 2 and 3 the last line on stderr says why.`},
	{"output", "Output, progress and colours", `Results go to stdout, progress and errors to stderr. --json makes the results JSON: one document, or one object a line where the answer is a stream. --quiet leaves results and errors.

Work that takes longer than a second shows progress: on a terminal a line that is rewritten, elsewhere a line of log every ten seconds and when a stage is done. On a terminal build shows all of its stages. --progress=json writes events for programs on stderr, one object a line: {"event":"start","stage"}, {"event":"progress","stage","done","total","unit","elapsed_s","left_s"}, {"event":"end","stage","wall_s","cpu_s","peak_rss_bytes"}, with "failed":true where an error follows.

NO_COLOR in the environment turns colours off, TERM=dumb the line that is rewritten too. Files that a command writes appear whole or not at all, also after Ctrl-C.`},
	{"units", "Units, positions, ids and times", `Lengths are in metres, times in seconds, speeds in km/h, positions in degrees: LAT,LON on the command line, [lon,lat] in JSON, as in GeoJSON. Positions are exact to 0.0000001 degrees, about a centimetre.

Objects of OpenStreetMap are named as way/100, node/1, relation/900. Objects of a feed are named by their id, or FEED:ID where several feeds have it; FEED is the label that build --gtfs LABEL=FILE gives, else the name of the file. vertex/7 and edge/9 are numbers within one file: they change from build to build.

Times of day are by the clock of the place: 2026-01-31T08:00, or with a zone as in 2026-01-31T08:00-05:00.`},
	{"files", "Graph files", `A graph file (.graph) is the graph: opening it takes less than a millisecond at any size, and programs that share a file share its memory. FORMAT.md describes every byte. All commands that read one but build also take the address of a file on a web server, http:// or https://, of which they read what they need; .graph.zst, a file packed with zstd, is unpacked to memory.

Files are independent of the machine. A program opens those of its own format version, and of later minor ones.`},
}

// topicOf returns the topic that is asked for by "help NAME". It fails where there is neither topic nor command of the name.
func (c *cli) topicOf(args []string) (t topic, ok bool, err error) {
	if len(args) < 2 || args[0] != "help" || strings.HasPrefix(args[1], "-") || c.isCommand(args[1]) {
		return topic{}, false, nil
	}
	name := args[1]
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
	if i < 0 {
		return topic{}, false, usageError("help: there is no command and no topic %q: see graphbuild --help, which lists both", wire.Short(name))
	}
	for _, a := range args[2:] {
		if !slices.Contains([]string{"--json", "--quiet", "-q", "--help", "-h"}, a) { // which change nothing here
			return topic{}, false, usageError("help %s: unexpected argument %s", name, wire.Short(a))
		}
	}
	return topics[i], true, nil
}

// writeTopic writes a topic in lines of at most width columns.
func writeTopic(w io.Writer, t topic, width int) error {
	_, err := fmt.Fprintf(w, "%s\n\n", t.title)
	for i, part := range strings.Split(t.text, "\n\n") {
		if i > 0 {
			fmt.Fprintln(w)
		}
		err = wrapText(w, part, width)
	}
	return err
}

// wrapText writes a paragraph in lines of at most width columns, but for words that are longer.
func wrapText(w io.Writer, text string, width int) error {
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			fmt.Fprintln(w)
			column = 0
		default:
			fmt.Fprint(w, " ")
			column++
		}
		fmt.Fprint(w, word)
		column += len(word)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// helpWidth is how wide help is written.
const helpWidth = 80

// topicList names the topics, for the help of the whole program.
func topicList() string {
	var names []string
	for _, t := range topics {
		names = append(names, t.name)
	}
	return "Topics: graphbuild help " + strings.Join(names, ", ") + ", issues, profile."
}

// printHelp is the help of kong, with the topics where it is that of the whole program.
func printHelp(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	_, err := fmt.Fprintf(ctx.Stdout, "\n%s\n", topicList())
	return err
}
