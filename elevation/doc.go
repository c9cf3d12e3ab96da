// Package elevation reads heights above sea from a folder of SRTM tiles and says how far one climbs and descends along a
// line. It knows no graph.
//
// A tile is one degree square, named for its south-western corner: N39W076.hgt, also packed as N39W076.hgt.gz,
// N39W076.hgt.zip or N39W076.SRTMGL1.hgt.zip. It holds 1201 by 1201 or 3601 by 3601 heights in metres as big-endian
// 16-bit integers, from north to south, each row from west to east; -32768 is a void. See
// https://wiki.openstreetmap.org/wiki/SRTM. What lies in no tile, or in a void, is unknown and never zero.
package elevation
