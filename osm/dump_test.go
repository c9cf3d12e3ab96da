package osm

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"
)

// dump returns a line for each object of a file, in file order.
func dump(t testing.TB, path string, o Options) []string {
	t.Helper()
	f, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := dumpFile(f, Nodes|Ways|Relations)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func dumpFile(f *File, want Kinds) ([]string, error) {
	var out []string
	err := Scan(context.Background(), f, want, func(b *Block) ([]string, error) { return dumpBlock(b), nil },
		func(lines []string) error {
			out = append(out, lines...)
			return nil
		})
	return out, err
}

// dumpBlock writes the objects of a block in a form of our own: "way/3 v2 deleted highway=path [1 2]".
func dumpBlock(b *Block) []string {
	var out []string
	for i := range b.Nodes.ID {
		at := "nowhere"
		if b.Nodes.Valid == nil || b.Nodes.Valid[i] {
			at = fmt.Sprintf("%d,%d", b.Nodes.Point[i].Lon, b.Nodes.Point[i].Lat)
		}
		out = append(out, dumpObject(b, Nodes, &b.Nodes.Meta, &b.Nodes.Tags, i)+" "+at)
	}
	for i := range b.Ways.ID {
		c := &b.Ways
		refs := fmt.Sprint(c.Ref[c.RefStart[i]:c.RefStart[i+1]])
		if c.RefPoint != nil {
			refs += fmt.Sprint(c.RefPoint[c.RefStart[i]:c.RefStart[i+1]])
		}
		out = append(out, dumpObject(b, Ways, &c.Meta, &c.Tags, i)+" "+refs)
	}
	for i := range b.Relations.ID {
		c := &b.Relations
		members := ""
		for k := c.MemberStart[i]; k < c.MemberStart[i+1]; k++ {
			members += fmt.Sprintf(" %c%d=%s", "nwr"[c.MemberType[k]], c.MemberRef[k], b.Strings[c.MemberRole[k]])
		}
		out = append(out, dumpObject(b, Relations, &c.Meta, &c.Tags, i)+" ("+members+" )")
	}
	return out
}

func dumpObject(b *Block, kind Kinds, m *Meta, t *Tags, i int) string {
	out := fmt.Sprintf("%s v%d", ObjectName(kind, m.ID[i]), m.Version[i])
	if m.IsDeleted(i) {
		out += " deleted"
	}
	for k := t.Start[i]; k < t.Start[i+1]; k++ {
		out += fmt.Sprintf(" %s=%q", b.Strings[t.Key[k]], b.Strings[t.Value[k]])
	}
	return out
}

func sorted(lines []string) []string {
	out := append([]string(nil), lines...)
	sort.Strings(out)
	return out
}

// withoutVersions takes the versions off, for comparison with files that have no metadata.
func withoutVersions(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		name, rest, _ := strings.Cut(l, " v")
		_, rest, _ = strings.Cut(rest, " ")
		out[i] = name + " " + rest
	}
	return out
}

// countFile returns the numbers of objects of a file, "nodes ways relations"; none where nothing was delivered.
func countFile(path string, o Options) (string, error) {
	f, err := Open(path, o)
	if err != nil {
		return "", err
	}
	defer f.Close()
	n, blocks := [3]int{}, 0
	err = Scan(context.Background(), f, Nodes|Ways|Relations, func(b *Block) ([3]int, error) {
		return [3]int{b.Nodes.Len(), b.Ways.Len(), b.Relations.Len()}, nil
	}, func(more [3]int) error {
		for i := range n {
			n[i] += more[i]
		}
		blocks++
		return nil
	})
	if err != nil && blocks == 0 {
		return "", err
	}
	return fmt.Sprint(n[0], " ", n[1], " ", n[2]), err
}
