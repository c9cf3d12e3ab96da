package osm

func openXML(f *File, size int64) (reader, error) { panic("todo") }
