package route

// sparse is a map from uint64 to uint32 with open addressing that is emptied in no time and keeps its memory.
type sparse struct {
	slots []slot
	stamp uint32
	used  int
}

type slot struct {
	key   uint64
	value uint32
	stamp uint32 // the slot is free unless this is the stamp of the map
}

// reset empties the map.
func (m *sparse) reset() {
	m.used = 0
	m.stamp++
	if m.stamp == 0 { // old stamps would come to life again
		clear(m.slots)
		m.stamp = 1
	}
}

// get returns the value of a key.
func (m *sparse) get(key uint64) (uint32, bool) {
	if m.used == 0 {
		return 0, false
	}
	s := m.slot(key)
	return s.value, s.stamp == m.stamp
}

// put sets the value of a key.
func (m *sparse) put(key uint64, value uint32) {
	if 4*(m.used+1) > 3*len(m.slots) {
		m.grow()
	}
	s := m.slot(key)
	if s.stamp != m.stamp {
		m.used++
	}
	*s = slot{key, value, m.stamp}
}

// slot returns the slot that has the key or would get it. There is always a free one.
func (m *sparse) slot(key uint64) *slot {
	mask := uint64(len(m.slots) - 1)
	for i := key * 0x9e3779b97f4a7c15 >> 20 & mask; ; i = (i + 1) & mask {
		if s := &m.slots[i]; s.stamp != m.stamp || s.key == key {
			return s
		}
	}
}

// grow doubles the room.
func (m *sparse) grow() {
	old := m.slots
	m.slots = make([]slot, max(64, 2*len(old)))
	if m.stamp == 0 {
		m.stamp = 1
	}
	for _, s := range old {
		if s.stamp == m.stamp {
			*m.slot(s.key) = s
		}
	}
}
