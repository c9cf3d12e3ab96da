package tags

import "graphbuild/facts"

// Profile is the table of defaults: what holds where no tag says otherwise. It must not change once a Reader uses it.
type Profile struct {
	// Classes are the ways that can be in a graph, by value of highway; other ways are named by their tag, as in
	// "route=ferry". A value that is not here is no street.
	Classes map[string]Default
	// Services replace the class service, by value of the tag service.
	Services map[string]Default
	// Barriers say who passes a barrier on a node, by value of barrier; values that are not here stop nobody.
	Barriers map[string]facts.Modes
	// ZoneKMH are the limits that words stand for: "rural" in any country, "DE:rural" in one.
	ZoneKMH map[string]float64
	// SurfaceKMH bound the default speed of a class, by value of surface, "tracktype=..." or "smoothness=...".
	SurfaceKMH map[string]float64
	// Attributes are the tags to keep beside the facts, sorted; see docs/PROFILE.md for those that there are.
	Attributes []string
}

// Default is what holds for a class of ways where no tag says otherwise.
type Default struct {
	Class facts.Class
	Modes facts.Modes // who may use it
	Never facts.Modes // who cannot use it, whatever a tag says
	KMH   float64     // speed of a car when the road is free, above 0
}

// Sets of modes that the tables use.
const (
	onFoot   = facts.Modes(1<<facts.Walk | 1<<facts.Wheelchair)
	onBike   = facts.Modes(1 << facts.Bike)
	motor    = facts.Modes(1<<facts.Car | 1<<facts.Bus | 1<<facts.HGV | 1<<facts.Emergency)
	noMotor  = onFoot | onBike
	busOnly  = facts.Modes(1<<facts.Bus | 1<<facts.Emergency)
	everyone = facts.AllModes
)

// DefaultProfile returns the defaults for all countries: modes as in
// https://wiki.openstreetmap.org/wiki/OSM_tags_for_routing/Access_restrictions (worldwide), speeds between those that
// other routers take for a free road.
func DefaultProfile() *Profile {
	return &Profile{
		Classes: defaultClasses(), Services: defaultServices(), Barriers: defaultBarriers(),
		ZoneKMH: defaultZones(), SurfaceKMH: defaultSurfaces(),
	}
}

var defaultProfile = DefaultProfile()

// CrossingKMH returns the speed in km/h of a ferry or a car train without a tagged time, 0 where the profile has none. A nil
// profile is the default one.
func (p *Profile) CrossingKMH(c facts.Class) float64 {
	if p == nil {
		p = defaultProfile
	}
	switch c {
	case facts.FerryClass:
		return p.Classes["route=ferry"].KMH
	case facts.ShuttleTrain:
		return p.Classes["route=shuttle_train"].KMH
	}
	return 0
}

func defaultClasses() map[string]Default {
	footway := Default{Class: facts.Footway, Modes: onFoot, KMH: 8}
	platform := Default{Class: facts.Platform, Modes: onFoot, Never: motor, KMH: 5}
	corridor := Default{Class: facts.Corridor, Modes: onFoot, Never: motor, KMH: 5}
	road := Default{Class: facts.Road, Modes: everyone, KMH: 25}
	return map[string]Default{
		"motorway":       {Class: facts.Motorway, Modes: motor, KMH: 100},
		"motorway_link":  {Class: facts.MotorwayLink, Modes: motor, KMH: 60},
		"trunk":          {Class: facts.Trunk, Modes: everyone, KMH: 80},
		"trunk_link":     {Class: facts.TrunkLink, Modes: everyone, KMH: 50},
		"primary":        {Class: facts.Primary, Modes: everyone, KMH: 65},
		"primary_link":   {Class: facts.PrimaryLink, Modes: everyone, KMH: 45},
		"secondary":      {Class: facts.Secondary, Modes: everyone, KMH: 55},
		"secondary_link": {Class: facts.SecondaryLink, Modes: everyone, KMH: 40},
		"tertiary":       {Class: facts.Tertiary, Modes: everyone, KMH: 45},
		"tertiary_link":  {Class: facts.TertiaryLink, Modes: everyone, KMH: 30},
		"unclassified":   {Class: facts.Unclassified, Modes: everyone, KMH: 30},
		"residential":    {Class: facts.Residential, Modes: everyone, KMH: 28},
		"living_street":  {Class: facts.LivingStreet, Modes: everyone, KMH: 10},
		"service":        {Class: facts.Service, Modes: everyone, KMH: 18},
		"track":          {Class: facts.Track, Modes: everyone, KMH: 15},
		"byway":          {Class: facts.Track, Modes: everyone, KMH: 15},
		"road":           road,
		"ice_road":       road,
		"winter_road":    road,
		"pedestrian":     {Class: facts.Pedestrian, Modes: onFoot, KMH: 8},
		"footway":        footway,
		"crossing":       footway,
		"pier":           footway,
		"man_made=pier":  footway,
		"path":           {Class: facts.Path, Modes: noMotor, KMH: 8},
		"cycleway":       {Class: facts.Cycleway, Modes: onBike, KMH: 8},
		"bridleway":      {Class: facts.Bridleway, KMH: 8},
		"steps":          {Class: facts.StepsClass, Modes: onFoot, Never: motor, KMH: 5},
		"ladder":         {Class: facts.StepsClass, Modes: onFoot, Never: motor | onBike, KMH: 5},
		"elevator":       {Class: facts.ElevatorClass, Modes: noMotor, Never: motor, KMH: 5},
		"corridor":       corridor,
		"platform":       platform,
		"busway":         {Class: facts.Busway, Modes: busOnly, KMH: 40},
		"bus_guideway":   {Class: facts.Busway, Modes: busOnly, KMH: 40},

		"indoor=corridor":           corridor,
		"indoor=area":               corridor,
		"railway=platform":          platform,
		"railway=platform_edge":     platform,
		"public_transport=platform": platform,
		"route=ferry":               {Class: facts.FerryClass, Modes: everyone, KMH: 15},
		"route=shuttle_train":       {Class: facts.ShuttleTrain, Modes: motor | onBike, KMH: 35},
	}
}

func defaultServices() map[string]Default {
	return map[string]Default{
		"parking_aisle":    {Class: facts.ServiceAisle, Modes: everyone, KMH: 10},
		"parking aisle":    {Class: facts.ServiceAisle, Modes: everyone, KMH: 10},
		"driveway":         {Class: facts.ServiceDriveway, Modes: everyone, KMH: 12},
		"alley":            {Class: facts.ServiceAlley, Modes: everyone, KMH: 12},
		"drive-through":    {Class: facts.Service, Modes: everyone, KMH: 10},
		"emergency_access": {Class: facts.Service, Modes: noMotor | 1<<facts.Emergency, KMH: 18},
	}
}

// defaultBarriers follows https://wiki.openstreetmap.org/wiki/Key:barrier: barriers made for people stop wheels, barriers
// made for bicycles slow them down.
func defaultBarriers() map[string]facts.Modes {
	const foot = facts.Modes(1 << facts.Walk)
	m := make(map[string]facts.Modes)
	for modes, values := range map[facts.Modes][]string{
		0: {"wall", "city_wall", "ditch", "hedge", "retaining_wall", "fence", "wedge"},
		noMotor: {"block", "bollard", "planter", "delineator_kerb", "armadillo", "cycle_barrier", "log", "barrier_board",
			"jersey_barrier"},
		foot | onBike: {"motorcycle_barrier", "kent_carriage_gap"},
		onFoot:        {"chain", "bar", "rope", "wicket_gate", "debris", "tank_trap", "tyres"},
		foot: {"kissing_gate", "stile", "turnstile", "full-height_turnstile", "horse_stile", "cable_barrier",
			"guard_rail", "handrail"},
		everyone &^ (1<<facts.Car | 1<<facts.HGV): {"bus_trap", "sump_buster"},
	} {
		for _, v := range values {
			m[v] = modes
		}
	}
	return m
}

// defaultZones follows https://wiki.openstreetmap.org/wiki/Speed_limits and .../Default_speed_limits.
func defaultZones() map[string]float64 {
	const mph = 1.609344
	return map[string]float64{
		"urban": 50, "rural": 90, "trunk": 100, "motorway": 120, "motorroad": 100, "living_street": 10, "school": 30,
		"pedestrian_zone": 7, "walk": 7, "bicycle_road": 30, "none": 130, "express": 100, "residential": 50,
		"AT:rural": 100, "AT:motorway": 130, "AU:rural": 100, "BE:rural": 90, "BG:motorway": 140, "BY:urban": 60,
		"BY:motorway": 110, "CH:rural": 80, "CH:trunk": 100, "CZ:trunk": 110, "CZ:motorway": 130, "DE:rural": 100,
		"DE:motorway": 130, "DE:living_street": 7, "DK:rural": 80, "DK:motorway": 130, "EE:rural": 90, "ES:trunk": 90,
		"FI:rural": 80, "FR:rural": 80, "FR:trunk": 110, "FR:motorway": 130, "GR:motorway": 130, "HR:motorway": 130,
		"HU:trunk": 110, "HU:motorway": 130, "IT:trunk": 110, "IT:motorway": 130, "JP:nsl": 60, "JP:express": 100,
		"LT:motorway": 130, "LV:living_street": 20, "NL:rural": 80, "NL:motorway": 100, "NO:rural": 80, "NO:motorway": 110,
		"PL:rural": 90, "PL:motorway": 140, "PL:trunk": 100, "PL:living_street": 20, "RO:trunk": 100, "RO:motorway": 130,
		"RU:urban": 60, "RU:motorway": 110, "RU:living_street": 20, "SE:rural": 70, "SI:motorway": 130,
		"SK:motorway": 130, "UA:urban": 50, "UA:motorway": 130, "UZ:urban": 70, "UZ:rural": 100, "UZ:motorway": 110,
		"GB:nsl_restricted": 30 * mph, "GB:nsl_single": 60 * mph, "GB:nsl_dual": 70 * mph, "GB:motorway": 70 * mph,
		"GB:urban": 30 * mph, "GB:rural": 60 * mph, "UK:nsl_single": 60 * mph, "UK:nsl_dual": 70 * mph,
		"UK:motorway": 70 * mph, "UK:urban": 30 * mph, "UK:rural": 60 * mph, "US:urban": 25 * mph, "US:rural": 55 * mph,
		"US:motorway": 65 * mph, "ZA:urban": 60, "ZA:rural": 100,
	}
}

// defaultSurfaces follows https://wiki.openstreetmap.org/wiki/Key:surface, Key:tracktype and Key:smoothness.
func defaultSurfaces() map[string]float64 {
	return map[string]float64{
		"compacted": 80, "fine_gravel": 70, "paving_stones": 60, "metal": 60, "concrete:plates": 80, "sett": 40,
		"unpaved": 40, "wood": 40, "gravel": 40, "pebblestone": 35, "cobblestone": 30, "unhewn_cobblestone": 25,
		"stepping_stones": 10, "ground": 25, "dirt": 25, "earth": 25, "clay": 20, "grass": 20, "grass_paver": 30,
		"rocky": 15, "rock": 15, "stone": 20, "sand": 15, "mud": 10, "snow": 20, "ice": 20, "laterite": 30, "salt": 40,
		"woodchips": 15,

		"tracktype=grade1": 60, "tracktype=grade2": 40, "tracktype=grade3": 30, "tracktype=grade4": 25,
		"tracktype=grade5": 20,

		"smoothness=intermediate": 80, "smoothness=bad": 40, "smoothness=very_bad": 20, "smoothness=horrible": 10,
		"smoothness=very_horrible": 5, "smoothness=impassable": 5,
	}
}
