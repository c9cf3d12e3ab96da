package gtfs

import (
	"cmp"
	"fmt"
	"slices"

	lib "github.com/jamespfennell/gtfs"

	"graphbuild/report"
)

// Frequency is a row of frequencies.txt: StartS < EndS, HeadwayS >= 1.
type Frequency struct {
	Trip         TripIndex
	StartS, EndS int32
	HeadwayS     uint32
	Exact        lib.ExactTimes
	Line         int
}

func (r *reader) readFrequencies() error {
	t, err := r.open("frequencies.txt", "trip_id", "start_time", "end_time", "headway_secs")
	if t == nil {
		return err
	}
	key, start, end := t.column("trip_id"), t.column("start_time"), t.column("end_time")
	headway, exact := t.column("headway_secs"), t.column("exact_times")
	t.keyed("trip", key)
	for t.next() {
		trip, ok := r.tripOf(t, key)
		if !ok {
			t.drop("gtfs_unknown_trip", key, "is not in trips.txt, or was dropped")
			continue
		}
		r.feed.Trips[trip].FrequencyOnly = true
		f := Frequency{Trip: trip, StartS: clock(t, start), EndS: clock(t, end), Exact: lib.ExactTimes(t.enum(exact, 1, 0)), Line: t.s.line}
		n, ok := parseInt(t.bytes(headway))
		switch {
		case !ok || n < 1 || n > 1<<30:
			t.drop("gtfs_bad_frequency", headway, "is not a headway of 1 s or more")
			continue
		case f.StartS == NoTime:
			t.drop("gtfs_bad_frequency", start, "is not a time H:MM:SS")
			continue
		case f.EndS <= f.StartS:
			t.drop("gtfs_bad_frequency", end, "is not a time after start_time")
			continue
		}
		f.HeadwayS = uint32(n)
		r.feed.Frequencies = append(r.feed.Frequencies, f)
	}
	r.checkOverlap(t.file)
	return t.close()
}

func (r *reader) tripOf(t *table, c column) (TripIndex, bool) { return lookup(r.trips, t.bytes(c)) }

// checkOverlap sorts by trip and start, and tells of rows of one trip that overlap.
func (r *reader) checkOverlap(file string) {
	fs := r.feed.Frequencies
	slices.SortFunc(fs, func(a, b Frequency) int {
		return cmp.Or(cmp.Compare(a.Trip, b.Trip), cmp.Compare(a.StartS, b.StartS), cmp.Compare(a.EndS, b.EndS),
			cmp.Compare(a.HeadwayS, b.HeadwayS), cmp.Compare(a.Exact, b.Exact))
	})
	for i := 1; i < len(fs); i++ {
		if fs[i].Trip == fs[i-1].Trip && fs[i].StartS < fs[i-1].EndS {
			r.report.Add(report.Issue{Code: "gtfs_frequency_overlap", Severity: report.Warning, File: file, Line: fs[i].Line,
				Object:  r.feed.Object("trip", clip(r.feed.Trips[fs[i].Trip].ID)),
				Message: fmt.Sprintf("start_time lies before the end_time of line %d of the same trip", fs[i-1].Line), Action: "both kept"})
		}
	}
}
