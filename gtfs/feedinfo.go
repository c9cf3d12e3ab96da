package gtfs

// Info is feed_info.txt. All of it may be empty.
type Info struct {
	Publisher string
	Lang      string
	FeedID    string
	Version   string
	// PublisherURL and the others are as the feed has them, dates YYYYMMDD.
	PublisherURL, DefaultLang, StartDate, EndDate, ContactEmail, ContactURL string
}

// readInfo takes the first row of feed_info.txt.
func (r *reader) readInfo() error {
	t, err := r.open("feed_info.txt")
	if t == nil {
		return err
	}
	publisher, lang := t.column("feed_publisher_name"), t.column("feed_lang")
	id, version := t.column("feed_id"), t.column("feed_version")
	for t.next() {
		if t.rows > 1 {
			t.drop("gtfs_duplicate_id", absent, "a second row of feed_info.txt, expected one")
			continue
		}
		r.feed.Info = Info{
			Publisher: t.text(publisher), Lang: t.text(lang), FeedID: t.text(id), Version: t.text(version),
			PublisherURL: t.text(t.column("feed_publisher_url")), DefaultLang: t.text(t.column("default_lang")),
			StartDate: t.text(t.column("feed_start_date")), EndDate: t.text(t.column("feed_end_date")),
			ContactEmail: t.text(t.column("feed_contact_email")), ContactURL: t.text(t.column("feed_contact_url")),
		}
	}
	return t.close()
}
