package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// manCmd prints the manual page.
type manCmd struct{}

// Help is the long help of the command.
func (manCmd) Help() string {
	return `Prints the manual page, for man. Example: graphbuild man > /usr/local/share/man/man1/graphbuild.1`
}

// Run runs the command.
func (manCmd) Run(s *session) error {
	parser, err := newParser(s, &cli{})
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	writeManual(w, parser.Model)
	return w.Flush()
}

// writeManual writes all commands in the macros of man(7). It has no date, so that the page depends on the program alone.
func writeManual(w io.Writer, app *kong.Application) {
	fmt.Fprintf(w, ".TH GRAPHBUILD 1 \"\" \"graphbuild %s\"\n.SH NAME\ngraphbuild \\- %s\n", version, roff(app.Help))
	fmt.Fprint(w, ".SH SYNOPSIS\n.B graphbuild\n.I COMMAND\n[ARGUMENTS]\n.SH OPTIONS OF ALL COMMANDS\n")
	writeFlags(w, app.Flags)
	fmt.Fprint(w, ".SH COMMANDS\n")
	for _, n := range commands(app) {
		fmt.Fprintf(w, ".SS %s\n%s\n", roff(n.Summary()), roff(n.Help))
		for _, part := range strings.Split(n.Detail, "\n\n") {
			writeParagraph(w, part)
		}
		for _, a := range n.Positional {
			fmt.Fprintf(w, ".TP\n.I %s\n%s\n", roff(strings.ToUpper(a.Name)), roff(a.Help))
		}
		writeFlags(w, n.Flags)
	}
	for _, t := range topics {
		fmt.Fprintf(w, ".SH %s\n", roff(strings.ToUpper(t.title)))
		for _, part := range strings.Split(t.text, "\n\n") {
			writeParagraph(w, part)
		}
	}
}

// writeParagraph writes text; what is indented is an example and stays as it is.
func writeParagraph(w io.Writer, text string) {
	switch {
	case strings.TrimSpace(text) == "":
	case strings.HasPrefix(text, "  "):
		fmt.Fprintf(w, ".PP\n.RS\n.nf\n%s\n.fi\n.RE\n", roff(strings.TrimSpace(text)))
	default:
		fmt.Fprintf(w, ".PP\n%s\n", roff(text))
	}
}

func writeFlags(w io.Writer, list []*kong.Flag) {
	for _, f := range list {
		if f.Hidden {
			continue
		}
		short, value := "", ""
		if f.Short != 0 {
			short = fmt.Sprintf("\\-%c, ", f.Short)
		}
		if !f.IsBool() {
			value = "=" + f.FormatPlaceHolder()
		}
		fmt.Fprintf(w, ".TP\n.B %s\\-\\-%s%s\n%s\n", short, roff(f.Name), roff(value), roff(f.Help))
	}
}

// roff escapes text: backslashes and hyphens, and a full stop or an apostrophe at the beginning of a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
