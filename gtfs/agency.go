package gtfs

import (
	"errors"
	"slices"
	"strings"

	"graphbuild/report"
)

// Agency is a row of agency.txt.
type Agency struct {
	ID       string // empty where a feed with one agency leaves it out
	Name     string
	URL      string
	Timezone string // a known zone of the IANA database
	Lang     string
	Phone    string
	FareURL  string
	Email    string
	Line     int
}

// readAgencies takes agency.txt. A zone that is not known is replaced by that of the first agency, in order of ids, with a
// known one, else by UTC.
func (r *reader) readAgencies() error {
	t, err := r.open("agency.txt", "agency_timezone")
	if t == nil {
		return err
	}
	id := t.column("agency_id")
	t.keyed("agency", id)
	cols := []column{t.column("agency_name"), t.column("agency_url"), t.column("agency_timezone")}
	more := []column{t.column("agency_lang"), t.column("agency_phone"), t.column("agency_fare_url"), t.column("agency_email")}
	var unknown []func(zone string)
	for t.next() {
		a := Agency{ID: t.text(id), Name: t.text(cols[0]), URL: t.text(cols[1]), Timezone: t.text(cols[2]), Line: t.s.line,
			Lang: t.text(more[0]), Phone: t.text(more[1]), FareURL: t.text(more[2]), Email: t.text(more[3])}
		if _, ok := r.agencies[a.ID]; ok {
			t.drop("gtfs_duplicate_id", id, "stands in an earlier row")
			continue
		}
		i := AgencyIndex(len(r.feed.Agencies))
		if !r.knownZone(a.Timezone) {
			unknown = append(unknown, r.zoneRepair(t, cols[2], i))
			a.Timezone = ""
		}
		r.agencies[a.ID] = i
		r.feed.Agencies = append(r.feed.Agencies, a)
	}
	zone := r.fallbackZone()
	for _, repair := range unknown {
		repair(zone)
	}
	if err := t.close(); err != nil {
		return err
	}
	if len(r.feed.Agencies) == 0 {
		return errors.New("agency.txt: no rows, expected an agency with its time zone")
	}
	return nil
}

// zoneRepair prepares the issue about an unknown zone, which is to name the zone that replaces it.
func (r *reader) zoneRepair(t *table, zoneColumn column, i AgencyIndex) func(string) {
	message, line, object := t.saying(zoneColumn, "is not a zone of the IANA time zone database"), t.s.line, t.object()
	return func(zone string) {
		r.feed.Agencies[i].Timezone = zone
		r.report.Add(report.Issue{Code: "gtfs_unknown_timezone", Severity: report.Error, Message: message, Object: object,
			File: t.file, Line: line, Action: "times are taken as " + zone})
	}
}

func (r *reader) fallbackZone() string {
	known := slices.DeleteFunc(slices.Clone(r.feed.Agencies), func(a Agency) bool { return a.Timezone == "" })
	if len(known) == 0 {
		return "UTC"
	}
	return slices.MinFunc(known, func(a, b Agency) int { return strings.Compare(a.ID, b.ID) }).Timezone
}

// agencyOf resolves agency_id in another table: left out, it is the only agency.
func (r *reader) agencyOf(t *table, c column) AgencyIndex {
	b := t.bytes(c)
	if i, ok := lookup(r.agencies, b); ok {
		return i
	}
	if len(r.feed.Agencies) == 1 {
		if len(b) > 0 {
			t.repair("gtfs_unknown_agency", c, "is not in agency.txt", "the only agency taken")
		}
		return 0
	}
	if c == absent {
		t.repair("gtfs_unknown_agency", c, "no column agency_id, although the feed has several agencies", "route left without agency")
		return NoAgency
	}
	t.repair("gtfs_unknown_agency", c, "is not in agency.txt", "route left without agency")
	return NoAgency
}
