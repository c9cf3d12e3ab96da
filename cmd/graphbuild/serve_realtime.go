package main

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"

	"graphbuild/remote"
	"graphbuild/serve/graphs"
)

// realtimeFlags are the flags of serve that concern GTFS-Realtime.
type realtimeFlags struct {
	Realtime       []string      `sep:"none" placeholder:"SOURCE" help:"A GTFS-Realtime message, a file or an address (http, https), that is laid over the timetable again and again; may be given several times. Write LABEL=SOURCE where feeds share ids, and NAME/LABEL=SOURCE or NAME/=SOURCE where several graphs are served."`
	RealtimeHeader []string      `sep:"none" placeholder:"HEADER" help:"A header that requests for messages have, such as a key: 'x-api-key: 1234', or 'LABEL=x-api-key: 1234' for the sources of a label, with NAME/ as in --realtime; may be given several times. It is shown nowhere."`
	RealtimeEvery  time.Duration `default:"30s" placeholder:"TIME" help:"How often to fetch them. Default: ${default}."`
	RealtimeOld    time.Duration `default:"10m" placeholder:"TIME" help:"From which age on /graphs, /readyz and the log call a message old. Default: ${default}."`
}

// addHeaders adds the headers of --realtime-header to the feeds, by the names of their graphs, that they are for.
func (f *realtimeFlags) addHeaders(feeds map[string][]graphs.Feed, names []string) error {
	for _, text := range f.RealtimeHeader {
		before, value, ok := strings.Cut(text, ":")
		scope, header, scoped := strings.Cut(before, "=")
		if !scoped {
			header = before
		}
		value = strings.TrimSpace(value)
		if !ok || !isHeaderName(header) || value == "" || strings.ContainsFunc(value, unicode.IsControl) {
			return usageError("serve: --realtime-header: expected 'Name: value', 'LABEL=Name: value' or 'NAME/LABEL=Name: value'")
		}
		found := false
		for name, list := range feeds {
			for i := range list {
				if !scoped || scope == list[i].Label && len(names) == 1 || scope == name+"/"+list[i].Label {
					list[i].Header.Add(header, value)
					found = true
				}
			}
		}
		if !found {
			return usageError("serve: --realtime-header: %s is for no source of --realtime", header)
		}
	}
	return nil
}

// isHeaderName reports whether a text may be the name of a header (RFC 9110, section 5.6.2).
func isHeaderName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("!#$%&'*+-.^_`|~", r))
	})
}

// followAll has the set follow the sources of --realtime.
func (f *realtimeFlags) followAll(set *graphs.Set) error {
	feeds := map[string][]graphs.Feed{}
	var names []string
	for _, text := range f.Realtime {
		name, feed, err := feedOf(text, set.Names())
		if err != nil {
			return err
		}
		if feeds[name] == nil {
			names = append(names, name)
		}
		feeds[name] = append(feeds[name], feed)
	}
	if err := f.addHeaders(feeds, set.Names()); err != nil {
		return err
	}
	for _, name := range names {
		if err := set.Follow(name, feeds[name]); err != nil {
			return fmt.Errorf("serve: --realtime: %w", err)
		}
	}
	return nil
}

// feedOf reads [[NAME/]LABEL=]SOURCE. What stands before the first equals sign is a part of the source where that is an address or a
// file.
func feedOf(text string, names []string) (name string, feed graphs.Feed, err error) {
	before, source, ok := strings.Cut(text, "=")
	if _, err := os.Stat(text); !ok || err == nil || strings.ContainsAny(before, ":?") {
		before, source = "", text
	}
	if strings.TrimSpace(source) == "" || strings.Contains(source, "://") && !remote.IsURL(source) {
		return "", feed, usageError("serve: --realtime: expected a file or an address (http, https) as SOURCE")
	}
	name, label, ok := strings.Cut(before, "/")
	if !ok {
		name, label = names[0], before
	}
	for _, n := range names {
		if n == name && (ok || len(names) == 1) {
			return name, graphs.Feed{Label: label, Source: source}, nil
		}
	}
	return "", feed, usageError("serve: --realtime: expected NAME/LABEL=SOURCE or NAME/=SOURCE with one of the names %s", strings.Join(names, ", "))
}
