package encode

import (
	"fmt"
	"strconv"
	"strings"
)

// The list of types is text, so that a stranger can read it. A table has a line
//
//	table <number> <name> <version> [critical]
//
// and each of its columns a line
//
//	column <number> <name> <type> [hot] [sorted] [unit=...]
//
// with tabs between the words.

// listTypes describes the tables of a file.
func listTypes(tables []TableInfo) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "table\t%d\t%s\t%d", t.Number, t.Name, t.Version)
		if t.Critical {
			b.WriteString("\tcritical")
		}
		b.WriteByte('\n')
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "column\t%d\t%s\t%s%s\n", c.Number, c.Name, c.Type, columnMarks(c))
		}
	}
	return b.String()
}

func columnMarks(c ColumnInfo) (s string) {
	if c.Hot {
		s += "\thot"
	}
	if c.Sorted {
		s += "\tsorted"
	}
	if c.Unit != "" {
		s += "\tunit=" + c.Unit
	}
	return s
}

// parseTypeList reads what listTypes wrote. Words that it does not know are skipped: newer files may have more.
func parseTypeList(text string) ([]TableInfo, error) {
	var tables []TableInfo
	for line := range strings.Lines(text) {
		word := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case word[0] == "table" && len(word) >= 4:
			n, err1 := strconv.ParseUint(word[1], 10, 16)
			v, err2 := strconv.ParseUint(word[3], 10, 16)
			if err1 != nil || err2 != nil {
				return nil, fmt.Errorf("list of types: %q", line)
			}
			tables = append(tables, TableInfo{Number: uint16(n), Name: word[2], Version: uint16(v), Critical: len(word) > 4 && word[4] == "critical"})
		case word[0] == "column" && len(word) >= 4 && len(tables) > 0:
			n, err := strconv.ParseUint(word[1], 10, 16)
			if err != nil {
				return nil, fmt.Errorf("list of types: %q", line)
			}
			t := &tables[len(tables)-1]
			t.Columns = append(t.Columns, columnOfWords(uint16(n), word))
		}
	}
	return tables, nil
}

func columnOfWords(number uint16, word []string) ColumnInfo {
	c := ColumnInfo{Number: number, Name: word[2], Type: word[3]}
	for _, w := range word[4:] {
		switch {
		case w == "hot":
			c.Hot = true
		case w == "sorted":
			c.Sorted = true
		case strings.HasPrefix(w, "unit="):
			c.Unit = w[len("unit="):]
		}
	}
	return c
}
