package batch_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/answer"
)

func TestWrongBodies(t *testing.T) {
	o := serve.Options{Limits: answer.Default()}
	o.Limits.Items, o.Limits.BodyBytes, o.Limits.Points = 3, 5000, 4
	s := servetest.Sample(t, o)
	for _, c := range []struct {
		name, kind, body string
		status           int
		want             string
	}{
		{"empty list", list, "[]", 200, "[]\n"},
		{"list of wrong items", list, `[1,{"id":2},"x"]`, 200, `{"id":2,"status":"bad_request"`},
		{"no list", list, `{"from":[1,2]}`, 400, `"code":"InvalidQuery"`},
		{"nothing", list, ``, 400, `"code":"InvalidQuery"`},
		{"the beginning of a list", list, `[ `, 400, `byte 2: the list has no end: expected a query or ]`},
		{"lines of another type", list, "{\"id\":1}\n{\"id\":2}\n", 400, `expected a list of queries: [...]; a query a line is of type application/x-ndjson`},
		{"half a list", list, `[{"id":1},{"id":`, 400, `"code":"InvalidQuery"`},
		{"too many", list, `[{},{},{},{}]`, 400, `{"code":"TooBig","message":"a list of 4 queries: expected at most 3"}`},
		{"too long", list, `["` + strings.Repeat("x", 5000) + `"]`, 413, `"code":"BodyTooLarge"`},
		{"another type", "application/xml", `<a/>`, 415, `"code":"UnsupportedType"`},
		{"a type of curl", "application/x-www-form-urlencoded", `[]`, 200, "[]"},
		{"a large table", list, `[{"kind":"table","sources":[[1,2],[1,2],[1,2],[1,2],[1,2]]}]`, 200, `"code":"TooBig","error":"query 1: a table of 5 sources`},
		{"no lines", lines, "\n \n", 200, ""},
		{"a wrong line", lines, "{\n{\"id\":1,\"mode\":5}\n", 200, `{"id":1,"status":"bad_request","error":"mode: expected a text, found number"}` + "\n"},
		{"a long line", lines, strings.Repeat("x", 1<<20+2) + "\n{\"kind\":\"vertex\",\"id\":1}", 200, `"error":"line 1: query is longer than 1048576 bytes"}` + "\n" + `{"id":1,"status":"ok"`},
		{"bytes that are no text", lines, "\xff\x00\n", 200, "line 1: the text is not UTF-8"},
		{"an item that is no text", list, "[\"\xff\"]", 200, "query 1: the text is not UTF-8"},
	} {
		status, body := s.Post("/batch/v1", c.kind, c.body)
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.300s, expected %d %s", c.name, status, body, c.status, c.want)
		}
	}
}

func TestLinesAreAnsweredWhileOthersCome(t *testing.T) {
	s := servetest.Sample(t, serve.Options{})
	in, out := io.Pipe()
	r, err := http.NewRequest("POST", s.URL+"/batch/v1", in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", lines)
	go fmt.Fprintln(out, `{"kind":"vertex","id":0}`)
	w, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	answers := bufio.NewReader(w.Body)
	for i := range 20 {
		line, err := answers.ReadString('\n')
		if want := fmt.Sprintf(`{"id":%d,"status":"ok"`, i); err != nil || !strings.HasPrefix(line, want) {
			t.Fatalf("%s, %v, expected %s", line, err, want)
		}
		fmt.Fprintf(out, "{\"kind\":\"vertex\",\"id\":%d}\n", i+1)
	}
	s.Stop() // the service tells what it has not answered
	rest, err := io.ReadAll(answers)
	if err != nil || !strings.HasSuffix(string(rest), `{"status":"error","code":"Ending","error":"the service ends: send what has no answer again"}`+"\n") {
		t.Errorf("the end is %q, %v", rest, err)
	}
	out.Close()
}

// TestBadClients sends what is half, slow or cut off: the answer is an error or none, never 5xx, and the service goes on.
func TestBadClients(t *testing.T) {
	s := servetest.Sample(t, serve.Options{BodyTimeout: 200 * time.Millisecond})
	head := "POST /batch/v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: %s\r\n"
	chunked := head + "Transfer-Encoding: chunked\r\n\r\n"
	for _, c := range []struct{ name, sent, want string }{
		{"half a list", fmt.Sprintf(head+"Content-Length: 100\r\n\r\n[{}", list), "HTTP/1.1 408"},
		{"half a line", fmt.Sprintf(head+"Content-Length: 100\r\n\r\n{}", lines), "HTTP/1.1 408"},
		{"a line and a half", fmt.Sprintf(head+"Content-Length: 100\r\n\r\n{\"id\":5}\n{", lines), `"code":"RequestTimeout"`},
		{"a bad chunk", fmt.Sprintf(chunked+"zz\r\n", lines), "HTTP/1.1 400"},
		{"a line and a bad chunk", fmt.Sprintf(chunked+"9\r\n{\"id\":5}\n\r\nzz\r\n", lines), `"code":"InvalidBody"`},
		{"a huge length", fmt.Sprintf(head+"Content-Length: 99999999\r\n\r\n[", list), "HTTP/1.1 4"},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		fmt.Fprint(conn, c.sent)
		got, _ := io.ReadAll(conn)
		conn.Close()
		if !strings.Contains(string(got), c.want) || strings.Contains(string(got), "HTTP/1.1 5") {
			t.Errorf("%s: %q, expected %s", c.name, got, c.want)
		}
	}
	for range 20 { // gone before the answers are read
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, chunked+"%x\r\n%s\r\n", lines, 25*2000, strings.Repeat("{\"kind\":\"vertex\",\"id\":1}\n", 2000))
		conn.Close()
	}
	if status, body := s.Post("/batch/v1", list, `[{"kind":"vertex","id":0}]`); status != 200 {
		t.Errorf("afterwards: %d %s", status, body)
	}
}

func TestTimeIsLimited(t *testing.T) {
	o := serve.Options{Limits: answer.Default()}
	o.Limits.Time = time.Nanosecond
	s := servetest.Sample(t, o)
	query := `{"id":1,"from":[-75.5466,39.7459],"to":[-75.1398,38.7746]}`
	for kind, body := range map[string]string{list: "[" + query + "," + query + "]", lines: query + "\n" + query} {
		status, got := s.Post("/batch/v1", kind, body)
		if status != 200 || strings.Count(got, `{"id":1,"status":"error","code":"Timeout","error":"the answer took longer than the limit of time"}`) != 2 {
			t.Errorf("%s: %d %s", kind, status, got)
		}
	}
}
