package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// maxRedirects is how often a server may send elsewhere.
const maxRedirects = 10

// Whole fetches a file of at most limit bytes as a whole, with one request, which has these headers; they may hold a key, and go to
// no other server where this one sends to another. The error holds neither the address nor them.
func Whole(ctx context.Context, address string, header http.Header, limit int64) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, bare(err)
	}
	for name, values := range header {
		q.Header[name] = values
	}
	q.Host = header.Get("Host") // which is not taken from the others; "": that of the address
	client := &http.Client{Timeout: timeout, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return errors.New("the server sends elsewhere again and again")
		}
		next.Header.Del("Referer") // which has the query of this address
		if first := via[0].URL; next.URL.Scheme != first.Scheme || next.URL.Host != first.Host {
			for name := range header {
				next.Header.Del(name)
			}
		}
		return nil
	}}
	a, err := client.Do(q)
	if err != nil {
		return nil, bare(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server says %s", a.Status)
	}
	b, err := io.ReadAll(io.LimitReader(a.Body, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("expected %d bytes at most, the server sends more", limit)
	}
	return b, err
}

// bare returns what an error of an address is about, without the address and what is secret in it.
func bare(err error) error {
	var e *url.Error
	switch {
	case !errors.As(err, &e):
		return err
	case e.Op == "parse": // what follows quotes parts of the address
		return errors.New("an address that cannot be read")
	case strings.Contains(e.Err.Error(), "Location"): // so does this, of the one that the server sends
		return errors.New("the server sends elsewhere, to an address that cannot be read")
	}
	return e.Err
}

// Redacted returns an address as it may be shown: without password, query and fragment, which may hold a key. Other paths come
// back as they are.
func Redacted(path string) string {
	if !IsURL(path) {
		return path
	}
	u, err := url.Parse(path)
	if err != nil {
		return "an address that cannot be read"
	}
	if u.RawQuery != "" {
		u.RawQuery = "..."
	}
	u.Fragment, u.RawFragment = "", ""
	return u.Redacted()
}
