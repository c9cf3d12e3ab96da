package ws

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"graphbuild/serve/answer"
	"graphbuild/wire"
)

// Codes of handshakes that are refused.
const (
	codeUpgrade = "UpgradeRequired"
	codeOrigin  = "OriginRefused"
)

// check refuses what is no handshake (RFC 6455, section 4.2.1), and pages of other origins than those that may read answers. The
// library would refuse the first too, but not in JSON.
func check(w http.ResponseWriter, r *http.Request) error {
	if err := checkHandshake(w.Header(), r); err != nil {
		return err
	}
	origin := r.Header.Get("Origin")
	if origin == "" || w.Header().Get("Access-Control-Allow-Origin") != "" {
		return nil
	}
	if u, err := url.Parse(origin); err == nil && strings.EqualFold(u.Host, r.Host) {
		return nil
	}
	return &answer.Error{Status: http.StatusForbidden, Code: codeOrigin, Message: "pages of this origin may not ask"}
}

// checkHandshake checks the header of a request.
func checkHandshake(answerHeader http.Header, r *http.Request) error {
	if !hasToken(r.Header, "Upgrade", "websocket") || !hasToken(r.Header, "Connection", "upgrade") || !r.ProtoAtLeast(1, 1) {
		answerHeader.Set("Upgrade", "websocket")
		answerHeader.Set("Connection", "Upgrade")
		return &answer.Error{Status: http.StatusUpgradeRequired, Code: codeUpgrade,
			Message: "expected the handshake of a WebSocket: HTTP/1.1 with Upgrade: websocket and Connection: Upgrade"}
	}
	if v := r.Header.Get("Sec-WebSocket-Version"); v != "13" {
		answerHeader.Set("Sec-WebSocket-Version", "13")
		return &answer.Error{Status: http.StatusUpgradeRequired, Code: codeUpgrade,
			Message: fmt.Sprintf("Sec-WebSocket-Version: expected 13, found %q", wire.Short(v))}
	}
	keys := r.Header.Values("Sec-WebSocket-Key")
	if len(keys) == 1 {
		if key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(keys[0])); err == nil && len(key) == 16 {
			return nil
		}
	}
	return answer.Errorf(answer.CodeQuery, "Sec-WebSocket-Key: expected one, of 16 bytes in base64")
}

// hasToken reports whether a header, a list in any number of lines, has a word in whatever case.
func hasToken(h http.Header, name, token string) bool {
	for _, line := range h.Values(name) {
		for word := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(word), token) {
				return true
			}
		}
	}
	return false
}
