package tags

// key is the small number of a tag key that some rule reads. Keys that no rule reads are noKey.
type key uint8

// The keys of access come first, each as three in a row (plain, :forward, :backward), then the same with :conditional, so
// that a rule reaches the directional variants by adding.
const (
	noKey  key = iota
	access     // https://wiki.openstreetmap.org/wiki/Key:access
	_
	_
	vehicle
	_
	_
	motorVehicle
	_
	_
	motorcar
	_
	_
	bicycle
	_
	_
	foot
	_
	_
	bus
	_
	_
	psv
	_
	_
	hgv
	_
	_
	emergency
	_
	_
	wheelchair
	_
	_
	accessEnd
)

const (
	forwardOffset     key = 1
	backwardOffset    key = 2
	conditionalOffset     = accessEnd - access
)

const (
	// conditionalEnd is one past the last :conditional key of access.
	conditionalEnd key = accessEnd + conditionalOffset + iota
	highway
	route
	railway
	publicTransport
	indoor
	manMade
	amenity
	area
	service
	junction
	usage
	conveying
	construction
	motorroad
	impassable
	status

	oneway
	onewayFoot
	onewayBicycle
	onewayVehicle
	onewayMotorVehicle
	onewayMotorcar
	onewayCar
	onewayBus
	onewayPSV
	onewayConditional
	onewayBicycleConditional

	cycleway
	cyclewayLeft
	cyclewayRight
	cyclewayBoth
	cyclewayLeftOneway
	cyclewayRightOneway
	sidewalk
	sidewalkLeft
	sidewalkRight
	sidewalkBoth
	busway
	buswayLeft
	buswayRight
	rampWheelchair

	maxspeed
	maxspeedForward
	maxspeedBackward
	maxspeedMotorcar
	maxspeedMotorcarForward
	maxspeedMotorcarBackward
	maxspeedLanes
	maxspeedLanesForward
	maxspeedLanesBackward
	maxspeedAdvisory
	maxspeedAdvisoryForward
	maxspeedAdvisoryBackward
	maxspeedType
	sourceMaxspeed
	zoneMaxspeed
	zoneTraffic
	maxspeedConditional
	maxspeedForwardConditional
	maxspeedBackwardConditional

	bridge
	tunnel
	toll
	ford
	surface
	tracktype
	smoothness
	width
	estWidth
	maxwidth
	maxheight
	maxlength
	maxweight
	maxweightRating

	name
	ref
	level
	duration
	layer
	entrance
	door

	barrier
	locked
	kerb
	sensory

	typeKey
	restriction
	restrictionConditional
	except
	dayOn
	dayOff
	hourOn
	hourOff
	network
	state

	numKeys
)

// accessNames are the keys of access in the order of their numbers.
var accessNames = [...]string{
	"access", "vehicle", "motor_vehicle", "motorcar", "bicycle", "foot", "bus", "psv", "hgv", "emergency", "wheelchair",
}

// plainNames are the keys from highway on.
var plainNames = map[string]key{
	"highway": highway, "route": route, "railway": railway, "public_transport": publicTransport, "indoor": indoor,
	"man_made": manMade, "amenity": amenity, "area": area, "service": service, "junction": junction, "usage": usage, "conveying": conveying,
	"construction": construction, "motorroad": motorroad, "impassable": impassable, "status": status,

	"oneway": oneway, "oneway:foot": onewayFoot, "oneway:bicycle": onewayBicycle, "oneway:vehicle": onewayVehicle,
	"oneway:motor_vehicle": onewayMotorVehicle, "oneway:motorcar": onewayMotorcar, "oneway:car": onewayCar,
	"oneway:bus": onewayBus, "oneway:psv": onewayPSV, "oneway:conditional": onewayConditional,
	"oneway:bicycle:conditional": onewayBicycleConditional,

	"cycleway": cycleway, "cycleway:left": cyclewayLeft, "cycleway:right": cyclewayRight, "cycleway:both": cyclewayBoth,
	"cycleway:left:oneway": cyclewayLeftOneway, "cycleway:right:oneway": cyclewayRightOneway,
	"sidewalk": sidewalk, "sidewalk:left": sidewalkLeft, "sidewalk:right": sidewalkRight, "sidewalk:both": sidewalkBoth,
	"busway": busway, "busway:left": buswayLeft, "busway:right": buswayRight, "ramp:wheelchair": rampWheelchair,

	"maxspeed": maxspeed, "maxspeed:forward": maxspeedForward, "maxspeed:backward": maxspeedBackward,
	"maxspeed:motorcar": maxspeedMotorcar, "maxspeed:motorcar:forward": maxspeedMotorcarForward,
	"maxspeed:motorcar:backward": maxspeedMotorcarBackward, "maxspeed:lanes": maxspeedLanes,
	"maxspeed:lanes:forward": maxspeedLanesForward, "maxspeed:lanes:backward": maxspeedLanesBackward,
	"maxspeed:advisory": maxspeedAdvisory, "maxspeed:advisory:forward": maxspeedAdvisoryForward,
	"maxspeed:advisory:backward": maxspeedAdvisoryBackward, "maxspeed:type": maxspeedType,
	"source:maxspeed": sourceMaxspeed, "zone:maxspeed": zoneMaxspeed, "zone:traffic": zoneTraffic,
	"maxspeed:conditional":          maxspeedConditional,
	"maxspeed:forward:conditional":  maxspeedForwardConditional,
	"maxspeed:backward:conditional": maxspeedBackwardConditional,

	"bridge": bridge, "tunnel": tunnel, "toll": toll, "ford": ford, "surface": surface, "tracktype": tracktype,
	"smoothness": smoothness, "width": width, "est_width": estWidth, "maxwidth": maxwidth, "maxheight": maxheight,
	"maxlength": maxlength, "maxweight": maxweight, "maxweightrating": maxweightRating,

	"name": name, "ref": ref, "level": level, "duration": duration,
	"layer": layer, "entrance": entrance, "door": door,

	"barrier": barrier, "locked": locked, "kerb": kerb, "sensory": sensory,

	"type": typeKey, "restriction": restriction, "restriction:conditional": restrictionConditional, "except": except,
	"day_on": dayOn, "day_off": dayOff, "hour_on": hourOn, "hour_off": hourOff,
	"network": network, "state": state,
}

// keyNumbers maps the text of a key to its number, keyNames the number to the text.
var keyNumbers, keyNames = makeKeys()

func makeKeys() (map[string]key, [numKeys]string) {
	numbers := make(map[string]key, int(numKeys)+8)
	for i, n := range accessNames {
		k := access + key(3*i)
		numbers[n], numbers[n+":forward"], numbers[n+":backward"] = k, k+forwardOffset, k+backwardOffset
		k += conditionalOffset
		numbers[n+":conditional"] = k
		numbers[n+":forward:conditional"], numbers[n+":backward:conditional"] = k+forwardOffset, k+backwardOffset
	}
	for n, k := range plainNames {
		numbers[n] = k
	}
	var names [numKeys]string
	for n, k := range numbers {
		names[k] = n
	}
	return numbers, names
}

// keyOf returns the number of a key, noKey where no rule reads it. Restrictions of one mode ("restriction:hgv") are read
// from the text by restrictionKey, since they stand on few relations.
func keyOf(text []byte) key { return keyNumbers[string(text)] }

// gate marks the keys that can make a way part of a street graph: all but these few ways are refused at a glance.
var gate = keySet(highway, route, railway, publicTransport, indoor, manMade, amenity)

// nodeGate marks the keys that can make a node matter.
var nodeGate = keySet(barrier, highway, access, vehicle, motorVehicle, motorcar, bicycle, foot, bus, psv, hgv, emergency)

// bits is a set of keys.
type bits [(numKeys + 63) / 64]uint64

func keySet(keys ...key) bits { return bits{}.with(keys...) }

func keyRange(first, end key) bits {
	var s bits
	for k := first; k < end; k++ {
		s.add(k)
	}
	return s
}

func (s bits) with(keys ...key) bits {
	for _, k := range keys {
		s.add(k)
	}
	return s
}

// join returns the keys of both sets.
func (s bits) join(o bits) bits {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

func (s *bits) add(k key)      { s[k>>6] |= 1 << (k & 63) }
func (s *bits) has(k key) bool { return s[k>>6]>>(k&63)&1 != 0 }

func (s *bits) meets(o *bits) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

var (
	accessKeys      = keyRange(access, accessEnd)
	conditionalKeys = keyRange(access+conditionalOffset, conditionalEnd)
	speedKeys       = keyRange(maxspeed, maxspeedConditional)
	flowKeys        = keyRange(oneway, onewayConditional).with(junction, conveying)
	sidedKeys       = directionalKeys()
)

// directionalKeys are the :forward and :backward keys of access.
func directionalKeys() bits {
	var s bits
	for k := access; k < accessEnd; k += 3 {
		s = s.with(k+forwardOffset, k+backwardOffset)
	}
	return s
}
