package answer

import "strings"

// Matches compares the tags in the values of If-None-Match with that of an answer, weakly (RFC 9110, section 8.8.3.2), and takes *
// where any counts.
func Matches(lists []string, tag string, any bool) bool {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			item = strings.TrimSpace(item)
			if item == "*" && any || strings.TrimPrefix(item, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
