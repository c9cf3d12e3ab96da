package gtfs

// Info is feed_info.txt. All of it may be empty.
type Info struct {
	Publisher string
	Lang      string
	FeedID    string
	Version   string
}
