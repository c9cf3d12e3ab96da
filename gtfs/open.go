package gtfs

import "io/fs"

// Open reads the feed in the zip or folder at path.
func Open(path, label string, o Options) (*Feed, error) { panic("todo") }

// OpenFS reads the feed in a file system; name is its base name in messages.
func OpenFS(fsys fs.FS, name, label string, o Options) (*Feed, error) { panic("todo") }
