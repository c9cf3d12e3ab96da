package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints what a shell needs to complete the command line.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the long help of the command.
func (completionCmd) Help() string {
	return `Prints a script that lets a shell complete commands, flags and their values.

Examples:

  source <(graphbuild completion bash)

  graphbuild completion fish > ~/.config/fish/completions/graphbuild.fish`
}

// Run runs the command.
func (c *completionCmd) Run(s *session) error {
	parser, err := newParser(s, &cli{})
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	switch c.Shell {
	case "fish":
		completeFish(w, parser.Model)
	case "zsh":
		fmt.Fprint(w, "autoload -U +X bashcompinit && bashcompinit\n")
		completeBash(w, parser.Model)
	default:
		completeBash(w, parser.Model)
	}
	return w.Flush()
}

// commands returns the commands that are not hidden.
func commands(app *kong.Application) []*kong.Node {
	var list []*kong.Node
	for _, n := range app.Children {
		if n.Type == kong.CommandNode && !n.Hidden {
			list = append(list, n)
		}
	}
	return list
}

// flags returns the flags of a command and those of all, which are not hidden.
func flags(app *kong.Application, n *kong.Node) []*kong.Flag {
	var list []*kong.Flag
	for _, f := range append(append([]*kong.Flag(nil), n.Flags...), app.Flags...) {
		if !f.Hidden {
			list = append(list, f)
		}
	}
	return list
}

// valuesOf returns the values that a flag or argument may have, nil where these are any.
func valuesOf(v *kong.Value) []string {
	var list []string
	for _, e := range strings.Split(v.Enum, ",") {
		if e = strings.TrimSpace(e); e != "" {
			list = append(list, e)
		}
	}
	return list
}

// completeBash writes a function for bash: the command, then its flags, then values or files.
func completeBash(w io.Writer, app *kong.Application) {
	var names []string
	for _, n := range commands(app) {
		names = append(names, n.Name)
	}
	fmt.Fprintf(w, "_graphbuild() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= values=\n  COMPREPLY=()\n")
	fmt.Fprintf(w, "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W '%s help' -- \"$word\"))\n    return\n  fi\n", strings.Join(names, " "))
	fmt.Fprint(w, "  case ${COMP_WORDS[1]} in\n")
	fmt.Fprintf(w, "  help) values='%s' ;;\n", strings.Join(names, " "))
	for _, n := range commands(app) {
		writeBashCommand(w, app, n)
	}
	fmt.Fprint(w, `  esac
  case $word in
  -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
  *) if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -o filenames -F _graphbuild graphbuild
`)
}

func writeBashCommand(w io.Writer, app *kong.Application, n *kong.Node) {
	var names, cases []string
	for _, f := range flags(app, n) {
		names = append(names, "--"+f.Name)
		if values := valuesOf(f.Value); len(values) > 0 {
			cases = append(cases, fmt.Sprintf("    --%s) values='%s' ;;\n", f.Name, strings.Join(values, " ")))
		}
	}
	fmt.Fprintf(w, "  %s)\n    flags='%s'\n", n.Name, strings.Join(names, " "))
	if len(n.Positional) > 0 {
		if values := valuesOf(n.Positional[0]); len(values) > 0 {
			fmt.Fprintf(w, "    values='%s'\n", strings.Join(values, " "))
		}
	}
	if len(cases) > 0 {
		fmt.Fprintf(w, "    case $before in\n%s    esac\n", strings.Join(cases, ""))
	}
	fmt.Fprint(w, "    ;;\n")
}

// completeFish writes a line for each command and flag.
func completeFish(w io.Writer, app *kong.Application) {
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	for _, n := range commands(app) {
		fmt.Fprintf(w, "complete -c graphbuild -n __fish_use_subcommand -a %s -d %s\n", n.Name, quote(n.Help))
		for _, f := range flags(app, n) {
			fmt.Fprintf(w, "complete -c graphbuild -n '__fish_seen_subcommand_from %s' -l %s -d %s", n.Name, f.Name, quote(f.Help))
			if f.Short != 0 {
				fmt.Fprintf(w, " -s %c", f.Short)
			}
			switch values := valuesOf(f.Value); {
			case len(values) > 0:
				fmt.Fprintf(w, " -x -a %s", quote(strings.Join(values, " ")))
			case !f.IsBool():
				fmt.Fprint(w, " -r")
			}
			fmt.Fprintln(w)
		}
	}
}
