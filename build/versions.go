package build

import (
	"cmp"
	"fmt"
	"iter"

	"graphbuild/osm"
	"graphbuild/report"
)

// presence is what an object is to the graph; of equal versions the one with more of it is kept.
type presence uint8

const (
	deleted presence = iota // in that version
	useless                 // there, but nothing that the graph is made of
	useful
)

// edition is what tells the versions of one object apart, whatever its kind.
type edition struct {
	version  int32 // 0 where the file gives none
	presence presence
}

// pickVersion is the one place that decides between several versions of a node, way or relation: the newest counts, also
// where it says that the object is deleted or no street any more. Of equal versions the one that is there, else the one
// that compare puts first, which looks at content alone, so that the order of inputs cannot matter. It reports whether newest
// versions differ.
func pickVersion[T any](list []T, editionOf func(T) edition, compare func(a, b T) int) (best T, differ bool) {
	best = list[0]
	is := editionOf(best)
	for _, x := range list[1:] {
		other := editionOf(x)
		if other.version < is.version {
			continue
		}
		order := cmp.Or(cmp.Compare(is.presence, other.presence), compare(x, best))
		newer := other.version > is.version
		differ = !newer && (differ || order != 0)
		if newer || order < 0 {
			best, is = x, other
		}
	}
	return best, differ
}

// versions yields the stretches of a sorted list that are of one object.
func versions[T any, ID comparable](list []T, id func(T) ID) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for first := 0; first < len(list); {
			last := first + 1
			for last < len(list) && id(list[last]) == id(list[first]) {
				last++
			}
			if !yield(list[first:last]) {
				return
			}
			first = last
		}
	}
}

// repeats reports whether object i of a block may come more than once in a file that is sorted: another one with its id is
// beside it, or may be in the block before or after.
func repeats(ids []int64, i int) bool {
	return i == 0 || i+1 == len(ids) || ids[i-1] == ids[i] || ids[i+1] == ids[i]
}

// versionIssues tells for each kind how equal versions that differ are told of, and which is kept.
var versionIssues = map[osm.Kinds]struct{ code, action string }{
	osm.Nodes:     {"osm_node_versions_differ", "kept the western one"},
	osm.Ways:      {"osm_way_versions_differ", "kept the one with more nodes"},
	osm.Relations: {"osm_relation_versions_differ", "kept the one with more members"},
}

// differIssue tells that an object comes more than once in its newest version, with different content.
func (r *run) differIssue(kind osm.Kinds, id int64, e edition) report.Issue {
	return report.Issue{
		Code: versionIssues[kind].code, Severity: report.Warning, Object: osm.ObjectName(kind, id), Action: versionIssues[kind].action,
		Message: fmt.Sprintf("version %d is there more than once with different content", e.version),
	}
}
