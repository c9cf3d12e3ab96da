package transit

import (
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
	"graphbuild/walk"
)

// eight is 08:00 on a day on which the trips of town run.
func eight(t *testing.T) time.Time { return time.Date(2026, 6, 3, 8, 0, 0, 0, newYork(t)) }

// town has stops A to F in a row, a kilometre apart. SLOW goes from A to D by B, FAST leaves A later and is at D first. BUS goes
// from D to E every 15 minutes, and one may not board it at E nor alight there from NOT. At D a change takes 2 minutes; to C, from
// which END goes to F, it is a walk of 5.
func town(t *testing.T) *Router {
	t.Helper()
	feed := feedtest.Small().
		With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,a,39.74,-75.55\nB,b,39.749,-75.55\nC,c,39.758,-75.55\nD,d,39.767,-75.55\nE,e,39.776,-75.55\nF,f,39.785,-75.55\n").
		With("routes", "route_id,agency_id,route_short_name,route_type\nR,AG,1,3\nR2,AG,2,3\nR3,AG,3,3\n").
		With("trips", "route_id,service_id,trip_id\nR,WK,SLOW\nR,WK,FAST\nR2,WK,BUS\nR2,WK,NOT\nR3,WK,END\n").
		With("frequencies", "trip_id,start_time,end_time,headway_secs\nBUS,08:00:00,10:00:00,900\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n"+
			"SLOW,08:00:00,08:00:00,A,1,0,0\nSLOW,08:10:00,08:11:00,B,2,0,0\nSLOW,08:40:00,08:40:00,D,3,0,0\n"+
			"FAST,08:05:00,08:05:00,A,1,0,0\nFAST,08:12:00,08:12:00,B,2,0,0\nFAST,08:29:00,08:29:00,D,3,0,0\n"+
			"BUS,08:00:00,08:00:00,D,1,0,0\nBUS,08:07:00,08:07:00,E,2,1,0\nBUS,08:09:00,08:09:00,F,3,0,0\n"+
			"NOT,08:35:00,08:35:00,D,1,0,0\nNOT,08:36:00,08:36:00,E,2,0,1\nNOT,08:59:00,08:59:00,F,3,0,0\n"+
			"END,08:34:00,08:34:00,C,1,0,0\nEND,08:36:00,08:36:00,F,2,0,0\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nD,D,2,120\nD,C,2,300\n")
	g, err := buildGraph([]build.Input{{Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	return NewRouter(g, route.NewRouter(g))
}

func numberOf(t *testing.T, g *graph.Graph, stop string) graph.StopID {
	t.Helper()
	s, err := g.StopByID(stop)
	if err != nil {
		t.Fatal(err)
	}
	return s.Number()
}

// passOf begins a pass from a moment to a stop.
func passOf(t *testing.T, r *Router, at time.Time, target string) *pass {
	t.Helper()
	s := r.NewSearch()
	table, err := r.table(false)
	if err != nil {
		t.Fatal(err)
	}
	s.atTo = []walk.Reached{{Stop: numberOf(t, r.g, target)}}
	q := Query{Time: at}
	p := s.newPass(table, &q, at.Unix(), horizonS)
	return &p
}

// minutes are times after eight by number of rides; none: not reached.
type minutes [4]int32

// TestRounds: after each round a stop has the earliest arrival with as many rides, whatever the order of vehicles that overtake
// each other; the clock starts at eight at A.
func TestRounds(t *testing.T) {
	r := town(t)
	p := passOf(t, r, eight(t), "F")
	p.r.seed(numberOf(t, r.g, "A"), 0)
	p.r.run(3)
	for stop, want := range map[string]minutes{
		"A": {none, none, none, none},
		"B": {none, 10, 10, 10}, // by SLOW
		"C": {none, none, none, none},
		"D": {none, 29, 29, 29}, // by FAST
		"E": {none, none, 52, 52},
		"F": {none, none, 36, 36}, // by END, after a walk of 5 minutes; by BUS it is 54
	} {
		i := levels * int(numberOf(t, r.g, stop))
		for k, m := range want {
			at := int32(never)
			if m != none {
				at = 60 * m
			}
			if got := p.r.arrive[i+k]; got != at {
				t.Errorf("%s with %d rides: after %d s, want %d", stop, k, got, at)
			}
		}
	}
	d, c := levels*int(numberOf(t, r.g, "D")), levels*int(numberOf(t, r.g, "C"))
	if got := [2]int32{p.r.ready[d+1], p.r.ready[c+1]}; got != [2]int32{31 * 60, 34 * 60} {
		t.Errorf("ready at D and C after %d s, want 31 and 34 minutes", got)
	}
	if p.r.goal[1] != horizonS+1 || p.r.goal[2] != 36*60 || p.r.goal[levels-1] != 36*60 {
		t.Errorf("at F after %d s", p.r.goal)
	}
}

// TestRoundsToE: riders wait for the next vehicle of a headway, and do not alight where they may not.
func TestRoundsToE(t *testing.T) {
	r := town(t)
	for stop, want := range map[string]int32{"A": 52, "D": 7} { // from D at eight sharp, since nobody changes there
		p := passOf(t, r, eight(t), "E")
		p.r.seed(numberOf(t, r.g, stop), 0)
		p.r.run(MaxRides)
		if got := p.r.goal[levels-1]; got != 60*want {
			t.Errorf("from %s at E after %d s, want %d minutes", stop, got, want)
		}
	}
	p := passOf(t, r, eight(t), "F")
	p.r.seed(numberOf(t, r.g, "E"), 0)
	p.r.run(MaxRides)
	if got := p.r.goal[levels-1]; got != 59*60 {
		t.Errorf("from E at F after %d s, want 59 minutes, by NOT: nobody boards BUS there", got)
	}
}

// TestLookAhead: how far F is at least, without a wait, from vehicles that leave a stop, and for who is ready there.
func TestLookAhead(t *testing.T) {
	r := town(t)
	p := passOf(t, r, eight(t), "F")
	if err := p.lookAhead(); err != nil {
		t.Fatal(err)
	}
	for stop, want := range map[string]struct{ alighted, ready least }{
		"F": {least{0, 0}, tooFar},
		"C": {least{2 * 60, 1}, least{2 * 60, 1}},
		"E": {least{23 * 60, 1}, least{23 * 60, 1}}, // by NOT: nobody boards BUS there
		"D": {least{(5 + 2) * 60, 1}, least{(7 + 2) * 60, 1}},
		"A": {least{(7 + 17 + 7) * 60, 2}, least{(7 + 17 + 7) * 60, 2}}, // the shortest hops of SLOW and FAST
		"B": {least{(17 + 7) * 60, 2}, least{(17 + 7) * 60, 2}},
	} {
		i := numberOf(t, r.g, stop)
		if got := p.r.ahead.alighted[i]; got != want.alighted {
			t.Errorf("alighted at %s: got %+v, want %+v", stop, got, want.alighted)
		}
		if got := p.r.ahead.ready[i]; got != want.ready {
			t.Errorf("ready at %s: got %+v, want %+v", stop, got, want.ready)
		}
	}
	if x := p.r.ahead.ready[numberOf(t, r.g, "A")]; !x.inTime(0, 0, &[levels]int32{0, 0, 1861}) || x.inTime(0, 0, &[levels]int32{0, 0, 1860}) || x.inTime(0, 1, &[levels]int32{0, 0, 1861}) {
		t.Errorf("from A, %+v: in time at the wrong times", x)
	}
	p.r.ahead.forget()
	for i, x := range p.r.ahead.aboard {
		if x != tooFar {
			t.Errorf("call %d: %+v after all is forgotten", i, x)
		}
	}
}

// TestWindowOfTown: of the journeys of an hour none leaves earlier than one that is as good.
func TestWindowOfTown(t *testing.T) {
	r := town(t)
	at := func(stop string) geometry.Point { return r.g.Stop(numberOf(t, r.g, stop)).Point() }
	a, err := r.NewSearch().Plan(Query{From: at("A"), To: at("F"), Time: eight(t), Window: time.Hour, WalkS: 60})
	if err != nil || a.Status != route.OK || len(a.Journeys) != 1 {
		t.Fatalf("%v %s %+v, want one journey", err, a.Error, a.Journeys)
	}
	j := &a.Journeys[0]
	if !j.Depart.Equal(eight(t).Add(5*time.Minute)) || !j.Arrive.Equal(eight(t).Add(36*time.Minute)) || len(j.Legs) != 3 || j.Legs[1].Walk == nil {
		t.Errorf("got %+v, want FAST at 08:05, a walk, and END", j)
	}
}
