//go:build unix && !linux

package encode

// noReserve is nothing: other systems reserve none of themselves.
const noReserve = 0
