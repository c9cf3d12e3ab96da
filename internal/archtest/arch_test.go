package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"graphbuild/internal/shared"
)

const module = "graphbuild"

// rule says what the files of a package may import, tests aside. A package not named here may be imported by nobody.
type rule struct {
	ours     string // packages of this module, by folder
	external string // modules, or packages of them; the standard library is always allowed
}

// rules has a line for every package. To add a package, add its line, and draw it in ARCHITECTURE.md.
var rules = map[string]rule{
	"facts":        {},
	"geometry":     {external: "github.com/golang/geo"},
	"elevation":    {ours: "geometry"},
	"report":       {ours: "internal/jsonwords"},
	"openinghours": {},
	"fileio":       {},
	"encode":       {ours: "fileio", external: "github.com/klauspost/compress golang.org/x/sys"},
	"osm": {
		ours:     "geometry report osm/inflate",
		external: "github.com/paulmach/osm github.com/klauspost/compress github.com/pierrec/lz4/v4 github.com/ulikunitz/xz",
	},
	"osm/inflate": {},
	"osm/tags":    {ours: "osm facts internal/yamldoc openinghours", external: "go.yaml.in/yaml/v3"},
	"gtfs": {
		ours:     "geometry report",
		external: "github.com/jamespfennell/gtfs github.com/klauspost/compress",
	},
	"graph":           {ours: "encode geometry facts"},
	"walk":            {ours: "graph geometry facts"},
	"route":           {ours: "encode graph geometry facts openinghours walk route/hierarchy route/internal/stop"},
	"route/hierarchy": {ours: "encode geometry"},
	"route/guidance":  {ours: "facts geometry graph route"},
	"route/costs":     {ours: "facts internal/yamldoc route", external: "go.yaml.in/yaml/v3"},
	"route/transit":   {ours: "graph geometry facts walk route route/internal/stop"},
	"build": {
		ours:     "facts fileio geometry elevation openinghours report encode osm osm/tags gtfs graph walk",
		external: "golang.org/x/sync golang.org/x/sys github.com/jamespfennell/gtfs",
	},
	"realtime":  {ours: "graph route/transit", external: "github.com/jamespfennell/gtfs google.golang.org/protobuf"},
	"tinkerpop": {},
	"export":    {ours: "encode facts geometry graph tinkerpop"},
	"remote":    {},
	"htmlview":  {ours: "facts geometry graph"},
	"diff":      {ours: "facts geometry graph"},
	"extract":   {ours: "build encode facts geometry graph internal/jsonwords"},
	"summary":   {ours: "encode graph"},
	"wire":      {ours: "facts geometry graph internal/jsonwords route route/transit walk"},
	"serve": {
		ours:     "graph remote serve/answer serve/batch serve/isochrone serve/graphs serve/lookup serve/osrm serve/plan serve/streets serve/tiles serve/valhalla serve/web serve/ws summary",
		external: "github.com/klauspost/compress github.com/prometheus/client_golang",
	},
	"serve/graphs":    {ours: "facts fileio graph realtime remote route route/transit"},
	"serve/answer":    {ours: "graph serve/graphs"},
	"serve/tiles":     {ours: "facts geometry graph serve/answer serve/graphs", external: "github.com/paulmach/orb google.golang.org/protobuf/encoding/protowire"},
	"serve/web":       {ours: "serve/answer"},
	"serve/ask":       {ours: "serve/answer serve/graphs wire"},
	"serve/batch":     {ours: "serve/answer serve/ask serve/graphs wire"},
	"serve/plan":      {ours: "serve/answer serve/ask serve/graphs wire"},
	"serve/lookup":    {ours: "serve/answer serve/ask serve/graphs wire"},
	"serve/ws":        {ours: "serve/answer serve/ask serve/graphs wire", external: "github.com/coder/websocket"},
	"serve/streets":   {ours: "facts graph route"},
	"serve/osrm":      {ours: "facts geometry graph route route/guidance serve/answer serve/graphs serve/streets wire"},
	"serve/isochrone": {ours: "facts geometry route serve/answer serve/graphs serve/streets wire"},
	"serve/valhalla":  {ours: "facts geometry graph route serve/answer serve/isochrone serve/graphs serve/streets wire"},
	"cmd/graphbuild": {
		ours:     "facts fileio geometry internal/yamldoc report encode osm osm/tags gtfs graph build route route/costs route/guidance route/transit tinkerpop export diff extract realtime remote htmlview summary serve serve/answer serve/graphs serve/streets wire",
		external: "github.com/alecthomas/kong go.yaml.in/yaml/v3",
	},

	"examples/service":    {ours: "facts geometry graph route"},
	"internal/archtest":   {},
	"internal/asciimap":   {ours: "geometry"},
	"internal/bench":      {ours: "geometry graph report"},
	"internal/feedtest":   {},
	"internal/shared":     {},
	"route/internal/stop": {},

	"internal/graphtest":   {ours: "build graph"},
	"internal/samplegraph": {ours: "build graph internal/shared"},
	"internal/servetest":   {ours: "build graph internal/samplegraph serve serve/answer serve/graphs serve/streets"},
	"internal/servebench": {
		ours:     "facts geometry graph report route serve serve/answer serve/ask serve/graphs serve/streets wire",
		external: "github.com/coder/websocket",
	},
	"internal/searchbench": {ours: "facts geometry graph internal/threadclock"},
	"internal/jsonwords":   {},
	"internal/yamldoc":     {external: "go.yaml.in/yaml/v3"},
	"internal/threadclock": {external: "golang.org/x/sys"},
}

// imported is one import in a file that is not a test.
type imported struct {
	file, path string
}

// importsByFolder parses all files for all systems, which `go list` would not show.
func importsByFolder(t *testing.T) map[string][]imported {
	root := shared.Root(t)
	found := map[string][]imported{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && skipped(root, file) {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(relative))
		imports, err := importsOf(file)
		found[folder] = append(found[folder], imports...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// skipped reports whether a folder holds no package of the module: testdata, hidden ones, other modules.
func skipped(root, folder string) bool {
	name := filepath.Base(folder)
	if folder == root {
		return false
	}
	others, _ := filepath.Glob(filepath.Join(folder, "go.mod"))
	return name == "testdata" || strings.HasPrefix(name, ".") || len(others) > 0
}

func importsOf(file string) ([]imported, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []imported
	for _, i := range parsed.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		imports = append(imports, imported{file: file, path: p})
	}
	return imports, nil
}

func TestImportsFollowTheRules(t *testing.T) {
	found := importsByFolder(t)
	if len(found) < 10 {
		t.Fatalf("only %d folders with packages found: the test looks in the wrong place", len(found))
	}
	for folder, imports := range found {
		r, ok := rules[folder]
		if !ok {
			t.Errorf("package %s has no rule: add one to rules", folder)
			continue
		}
		for _, i := range imports {
			if !r.allows(i.path) {
				t.Errorf("%s imports %s, which the rule of %s does not allow", i.file, i.path, folder)
			}
		}
	}
}

// TestRulesAllowNoMore: what a rule allows, its package imports; what is not needed any more would let anybody do it again.
func TestRulesAllowNoMore(t *testing.T) {
	found := importsByFolder(t)
	for folder, r := range rules {
		imports, ok := found[folder]
		if !ok {
			t.Errorf("there is a rule of %s, but no such package", folder)
		}
		for _, ours := range strings.Fields(r.ours) {
			if !slices.ContainsFunc(imports, func(i imported) bool { return i.path == module+"/"+ours }) {
				t.Errorf("the rule of %s allows %s, which it does not import", folder, ours)
			}
		}
		for _, external := range strings.Fields(r.external) {
			if !slices.ContainsFunc(imports, func(i imported) bool { return within(i.path, []string{external}) }) {
				t.Errorf("the rule of %s allows %s, which it does not import", folder, external)
			}
		}
	}
}

func (r rule) allows(importPath string) bool {
	if ours, ok := strings.CutPrefix(importPath, module+"/"); ok {
		return slices.Contains(strings.Fields(r.ours), ours)
	}
	return isStandard(importPath) || within(importPath, strings.Fields(r.external))
}

// isStandard reports whether a package is of the standard library: the first part of its path has no dot.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".") && first != module
}

// within reports whether a package is one of the given ones or lies under one.
func within(importPath string, parents []string) bool {
	for _, p := range parents {
		if importPath == p || strings.HasPrefix(importPath, p+"/") {
			return true
		}
	}
	return false
}

func TestRulesHaveNoCycle(t *testing.T) {
	for folder := range rules {
		if reaches(folder, folder, map[string]bool{}) {
			t.Errorf("the rules allow %s to import itself by way of others", folder)
		}
	}
}

func reaches(from, to string, seen map[string]bool) bool {
	for _, next := range strings.Fields(rules[from].ours) {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if reaches(next, to, seen) {
				return true
			}
		}
	}
	return false
}

// TestAServiceLinksNoParser lists all that a program with graph and route links.
func TestAServiceLinksNoParser(t *testing.T) {
	command := exec.Command("go", "list", "-deps", module+"/graph", module+"/route")
	command.Dir = shared.Root(t)
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list -deps: %v", err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, module+"/encode") {
		t.Fatalf("the list lacks encode: %d packages", len(packages))
	}
	banned := []string{
		path.Join(module, "osm"), path.Join(module, "gtfs"), path.Join(module, "build"), path.Join(module, "report"),
		path.Join(module, "internal"),
		"github.com/paulmach", "github.com/jamespfennell", "github.com/alecthomas", "go.mongodb.org", "go.yaml.in",
		"github.com/pierrec", "github.com/ulikunitz", "google.golang.org", "encoding/xml", "encoding/csv", "archive/zip", "net/http",
	}
	for _, p := range packages {
		if within(p, banned) {
			t.Errorf("a program that imports graph and route links %s", p)
		}
	}
}

// TestTheTestFindsWhatItLooksFor: rules that allow everything would pass, too.
func TestTheTestFindsWhatItLooksFor(t *testing.T) {
	for _, c := range []struct {
		folder, path string
		want         bool
	}{
		{"graph", module + "/encode", true},
		{"graph", module + "/osm", false},
		{"graph", "fmt", true},
		{"encode", module + "/geometry", false},
		{"osm", module + "/osm/tags", false},
		{"geometry", "github.com/golang/geo/s2", true},
		{"geometry", "github.com/golang/geography", false},
		{"report", "golang.org/x/term", false},
		{"route", module + "/build", false},
	} {
		if got := rules[c.folder].allows(c.path); got != c.want {
			t.Errorf("%s importing %s: allowed is %v, want %v", c.folder, c.path, got, c.want)
		}
	}
}
