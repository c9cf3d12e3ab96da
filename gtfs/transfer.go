package gtfs

import lib "github.com/jamespfennell/gtfs"

// Types of transfers that the library does not know.
const (
	TransferInSeat    lib.TransferType = 4
	TransferNotInSeat lib.TransferType = 5
)

// Transfer is a row of transfers.txt. Ends that the row leaves out are NoStop, NoRoute, NoTrip.
type Transfer struct {
	FromStop, ToStop   StopIndex
	FromRoute, ToRoute RouteIndex
	FromTrip, ToTrip   TripIndex
	Type               lib.TransferType
	MinS               int32 // -1: none given
	Line               int
}
