# make          builds ./graphbuild
# make check    all that must pass before a change goes in; .ci/run calls it
# make sample   builds, inspects and searches a graph of Delaware with a small feed in Wilmington
# make bench    measures building and opening; make bench-peers sets other programs beside
# make bench-search   searches over the packed file against plain slices; bench-codec: encodings of edges side by side;
#               bench-export: exports, and formats of property graphs; bench-link: stops tied to streets
# make web      packs the map that serve shows at /, with Node.js; make graphbuild then builds it in; make map-test drives it
# make compare-routino   compares shortest routes with those of another program
# make bench-serve    the service: start, memory, times of queries, throughput; make stress-serve: 20 minutes of 50 clients
# make golden   writes the expected files of tests anew
# make fuzz     searches each fuzz target for FUZZTIME

GO ?= go
FUZZTIME ?= 5s
export GRAPHBUILD_SHARED ?= $(abspath ../shared)

PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
RACE = ./osm/... ./build/... ./graph/... ./route/... ./report/... ./encode/... ./serve/... ./internal/servebench

.PHONY: bench-route all graphbuild check format vet lint build-pure cross test race arch modules fuzz readers osrm-clients cases sample bench bench-search bench-codec bench-export bench-link bench-serve stress-serve bench-peers golden web map-test clean

all: graphbuild

graphbuild:
	CGO_ENABLED=0 $(GO) build -trimpath -o graphbuild ./cmd/graphbuild

check: format vet lint build-pure cross test race arch modules fuzz readers osrm-clients cases
	@echo "check: all passed"

format:
	@files=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go' 2>/dev/null || find . -name '*.go')); \
	test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }

vet:
	$(GO) vet ./...

# The tools have a go.mod of their own, which pins them.
bin/staticcheck: internal/tools/go.mod
	cd internal/tools && $(GO) build -o ../../bin/staticcheck honnef.co/go/tools/cmd/staticcheck

lint: bin/staticcheck
	bin/staticcheck ./...

build-pure: graphbuild

cross:
	@for p in $(PLATFORMS); do \
		echo "build for $$p"; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -o /dev/null ./cmd/graphbuild || exit 1; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build ./... || exit 1; \
	done

test:
	$(GO) test ./...

race:
	bash scripts/race.sh $(RACE)

arch:
	$(GO) test -count=1 ./internal/archtest

# Modules of their own, each for libraries that graphbuild does without.
modules:
	@for m in geoparquet internal/gremlintest internal/codecbench; do \
		echo "module $$m"; \
		(cd $$m && $(GO) vet ./... && $(GO) test ./...) || exit 1; \
	done

fuzz:
	FUZZTIME=$(FUZZTIME) bash scripts/fuzz.sh

# Programs of other people read what export writes.
readers: graphbuild
	bash scripts/readers.sh ./graphbuild

# Clients of OSRM by other people ask the service.
osrm-clients:
	bash scripts/osrm-clients.sh

cases: graphbuild
	bash scripts/cases.sh ./graphbuild

sample: graphbuild
	bash scripts/sample.sh

bench: graphbuild
	bash scripts/bench.sh

# Encodings of edges side by side, as Markdown. The module is apart, since it needs libraries to compare with.
bench-codec: graphbuild
	bash scripts/bench-codec.sh

# Searches over the packed file against plain slices. GRAPH is a file of a larger region.
bench-search: graphbuild
	bash scripts/bench-search.sh $(GRAPH)

# Exports, and property graphs written and read.
bench-route: # p50 and p99 of CPU time on Delaware by car: A*, landmarks, hierarchy; ordering and customizing; tables of 100 x 100
	go test ./route -run '^$$' -bench 'Streets/.*/car|Contract|Table' -benchtime 1s

bench-export:
	bash scripts/bench-export.sh

# The service. GRAPH is a file of a larger region, of which the start is measured.
bench-serve: graphbuild
	bash scripts/bench-serve.sh $(GRAPH)

# The service under 50 clients, with sound, bad and half queries, while its file is swapped. STRESS is how long.
stress-serve: graphbuild
	STRESS=$(or $(STRESS),20m) bash scripts/bench-serve.sh

# Linking of stops and walks between them, on Porto Alegre and on copies of it.
bench-link:
	sh scripts/bench-link.sh

bench-peers: graphbuild
	bash scripts/bench-peers.sh

# The map at / of serve. Its packages are pinned in web/package-lock.json.
web:
	cd web && npm ci --no-audit --no-fund && node build.mjs

# Drives the map in a headless Chromium, where there is one with Node.js.
map-test:
	bash scripts/map-test.sh

# Tests that compare with an expected file write it in place of comparing where UPDATE_GOLDEN is set. Read the diff.
golden:
	UPDATE_GOLDEN=1 $(GO) test -count=1 ./...
	git diff --stat

# Shortest routes of Delaware against those of Routino.
compare-routino: graphbuild
	bash scripts/compare-routino.sh ./graphbuild

clean:
	rm -rf graphbuild bin sample.graph
