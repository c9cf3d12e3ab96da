package route_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"graphbuild/route"
)

// expectAt is expect for a trip that departs at a time.
func (x *town) expectAt(depart, query, want string) {
	x.t.Helper()
	at, err := time.Parse("2006-01-02 15:04", depart)
	if err != nil {
		x.t.Fatal(err)
	}
	q := x.query(query)
	q.Depart = at
	x.check(depart+": "+query, q, want)
}

// TestConditionalTurns: 2026-11-30 is a Monday.
func TestConditionalTurns(t *testing.T) {
	x := newTown(t, `
		A--B--C
		   |  |
		   D--E
	`, "AB highway=primary", "BC highway=primary", "BD highway=primary", "DE highway=primary", "EC highway=primary")
	x.m.Restriction("", "AB", "B", "BD", "restriction:conditional=no_right_turn @ (Mo-Fr 07:00-09:00)")
	x.m.Restriction("", "AB", "B", "BC", "restriction:conditional=no_straight_on @ (weight>7.5)")
	x.expect("A to D by car", "AB BD")
	x.expectAt("2026-11-30 08:00", "A to D by car", "AB BC EC DE")
	x.expectAt("2026-11-30 09:00", "A to D by car", "AB BD")
	x.expectAt("2026-12-05 08:00", "A to D by car", "AB BD")
	x.expectAt("2026-11-30 08:00", "A to D by walk", "AB BD")
	x.expectAt("2026-11-30 08:00", "A to C by car", "AB BC")
	x.expect("A to D by car", "AB BD")
}

// TestTurnsWithExceptions: a restriction that holds always but at some times holds also where nobody says when.
func TestTurnsWithExceptions(t *testing.T) {
	x := newTown(t, `
		A--B--C
		   |  |
		   D--E
	`, "AB highway=primary", "BC highway=primary", "BD highway=primary", "DE highway=primary", "EC highway=primary")
	x.m.Restriction("", "AB", "B", "BD", "restriction=no_right_turn", "restriction:conditional=none @ (22:00-06:00)")
	x.expect("A to D by car", "AB BC EC DE")
	x.expectAt("2026-11-30 08:00", "A to D by car", "AB BC EC DE")
	x.expectAt("2026-11-30 23:00", "A to D by car", "AB BD")
	x.expectAt("2026-11-30 08:00", "A to D by car", "AB BC EC DE")
}

func TestConditionalAccess(t *testing.T) {
	const drawing = `
		A--B--C--D
		|        |
		E--------F
	`
	around := []string{"AB highway=residential", "CD highway=residential", "AE highway=residential", "EF highway=residential", "FD highway=residential"}
	for _, r := range []struct {
		tags, query string
		monday      string // at 8 on a Monday, when the condition holds
		tuesday     string
	}{
		{"motor_vehicle:conditional=no@(Mo)", "A to D by car", "AE EF FD", "AB BC CD"},
		{"motor_vehicle:conditional=no@(Mo)", "A to D by bike", "AB BC CD", "AB BC CD"},
		{"access:conditional=no@(Mo07:00-09:00)", "A to D by walk", "AE EF FD", "AB BC CD"},
		{"access:conditional=no@(Mo10:00-12:00)", "A to D by walk", "AB BC CD", "AB BC CD"},
		{"motor_vehicle=no motor_vehicle:conditional=yes@(Mo)", "A to D by car", "AB BC CD", "AE EF FD"},
		{"access=no access:conditional=yes@(Mo)", "AB to BC by car", "AB BC", "no_snap"},
		{"motor_vehicle=no motor_vehicle:conditional=yes@(Mo)", "BC to CD by car", "BC CD", "no_snap"},
		{"motor_vehicle:conditional=destination@(Mo)", "A to D by car", "AE EF FD", "AB BC CD"},
		{"motor_vehicle:conditional=destination@(Mo)", "A to BC by car", "AB BC", "AB BC"},
		{"motor_vehicle:backward:conditional=no@(Mo)", "D to A by car", "FD EF AE", "CD BC AB"},
		{"motor_vehicle:backward:conditional=no@(Mo)", "A to D by car", "AB BC CD", "AB BC CD"},
		{"oneway:conditional=-1@(Mo)", "A to D by car", "AE EF FD", "AB BC CD"},
		{"oneway:conditional=yes@(Mo)", "D to A by car", "FD EF AE", "CD BC AB"},
		{"oneway=yes oneway:conditional=no@(Mo)", "D to A by car", "CD BC AB", "FD EF AE"},
		{"maxspeed:conditional=5@(Mo)", "A to D by car", "AE EF FD", "AB BC CD"},
		{"motor_vehicle:conditional=no@(wet)", "A to D by car", "AB BC CD", "AB BC CD"},
		{"motor_vehicle:conditional=no@(Mo);yes@(Mo07:00-09:00)", "A to D by car", "AB BC CD", "AB BC CD"},
		{"motor_vehicle:conditional=perhaps@(Mo)", "A to D by car", "AB BC CD", "AB BC CD"},
	} {
		x := newTown(t, drawing, append([]string{"BC highway=residential " + r.tags}, around...)...)
		t.Log(r.tags)
		x.expectAt("2026-11-30 08:00", r.query, r.monday)
		x.expectAt("2026-12-01 08:00", r.query, r.tuesday)
		x.expect(r.query, r.tuesday)
	}
}

// TestConditionsTogether: many queries at many times on one router give what each gives alone.
func TestConditionsTogether(t *testing.T) {
	x := newTown(t, `
		A--B--C
		|     |
		D-----E
	`, "AB highway=residential access:conditional=no@(06:00-12:00)", "BC highway=residential access:conditional=no@(10:00-18:00)",
		"AD highway=residential", "DE highway=residential", "EC highway=residential")
	x.search()
	for hour := range 24 {
		q := x.query("A to C by walk")
		q.Depart = time.Date(2026, 11, 30, hour, 30, 0, 0, time.UTC)
		a, err := x.s.Route(q)
		if err != nil || a.Status != route.OK {
			t.Fatal(a.Status, err)
		}
		if around := len(a.Legs[0].Steps) == 3; around != (hour >= 6 && hour < 18) {
			t.Errorf("at %d: %d steps", hour, len(a.Legs[0].Steps))
		}
	}
}

// TestConditionsLikePlainTags: while a condition holds, a route takes as long as in a map that has the plain tag.
func TestConditionsLikePlainTags(t *testing.T) {
	const drawing = `
		A--B--C--D
		|  |  |  |
		E--F--G--H
		|  |  |  |
		I--J--K--L
	`
	streets := []string{"AB", "BC", "CD", "EF", "FG", "GH", "IJ", "JK", "KL", "AE", "BF", "CG", "DH", "EI", "FJ", "GK", "HL"}
	tags := []struct{ conditional, plain string }{
		{"", ""}, {"access:conditional=no@(Mo)", "access=no"}, {"access=no access:conditional=yes@(Mo)", ""},
		{"motor_vehicle:conditional=destination@(Mo)", "motor_vehicle=destination"}, {"oneway:conditional=yes@(Mo)", "oneway=yes"},
		{"oneway=yes oneway:conditional=-1@(Mo)", "oneway=-1"}, {"maxspeed=50 maxspeed:conditional=20@(Mo)", "maxspeed=20"},
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 8 {
		var timed, plain []string
		for _, s := range streets {
			x := tags[random.IntN(len(tags))]
			if random.IntN(2) == 0 {
				x = tags[0]
			}
			timed, plain = append(timed, s+" highway=residential "+x.conditional), append(plain, s+" highway=residential "+x.plain)
		}
		a, b := newTown(t, drawing, timed...), newTown(t, drawing, plain...)
		for range 60 {
			from, to := streets[random.IntN(len(streets))], streets[random.IntN(len(streets))]
			q := a.query(from + " to " + to + " by car")
			q.Depart = time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
			got, err := a.search().Route(q)
			if err != nil {
				t.Fatal(err)
			}
			want, err := b.search().Route(b.query(from + " to " + to + " by car"))
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != want.Status || math.Abs(got.DurationS-want.DurationS) > 0.01 {
				t.Fatalf("%s to %s: %s in %.1f s, want %s in %.1f s; streets: %q", from, to, got.Status, got.DurationS, want.Status, want.DurationS, timed)
			}
		}
	}
}
