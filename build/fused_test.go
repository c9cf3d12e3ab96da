package build

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fused is an instruction of arm64 that multiplies and adds without rounding in between, with its place in the source.
var fused = regexp.MustCompile(`\(([^()]+\.go:\d+)\)\tFN?M(?:ADD|SUB)[DS]\t`)

// boundsAlone are files whose numbers decide only what is not looked at, with a margin.
var boundsAlone = regexp.MustCompile(`geometry/(vicinity|index_near)\.go:`)

// TestNoFusedArithmetic: the numbers in a file do not depend on whether the processor multiplies and adds in one step, as the
// compiler has it do where a product is not converted before it goes into a sum.
func TestNoFusedArithmetic(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles some packages for another processor")
	}
	c := exec.Command("go", "build", "-gcflags=-S", "graphbuild/geometry", "graphbuild/elevation", "graphbuild/osm/tags", "graphbuild/build")
	c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	code, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, code)
	}
	if !strings.Contains(string(code), "\tFMULD\t") {
		t.Fatal("no product in the code: what is looked at is not the code of these packages")
	}
	for _, found := range fused.FindAllSubmatch(code, -1) {
		if place := string(found[1]); !boundsAlone.MatchString(place) {
			t.Errorf("%s: a product and a sum in one step: convert the product to float64", place)
		}
	}
}
