package encode

import "golang.org/x/sys/unix"

// noReserve asks for more than there is memory for; else Linux refuses what is obviously more.
const noReserve = unix.MAP_NORESERVE
