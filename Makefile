# make help lists what there is. make check is all that must pass before a change goes in; .ci/run calls it.

GO ?= go
FUZZTIME ?= 3s
export GRAPHBUILD_SHARED ?= $(abspath ../shared)

# The same for all that compiles, or it compiles everything again; the race detector alone needs a C compiler.
export CGO_ENABLED = 0
export GOFLAGS := $(GOFLAGS) -trimpath

# Each system and each kind of processor once.
PLATFORMS = linux/arm64 darwin/arm64 windows/amd64
RACE = ./osm/... ./build/... ./graph/... ./route/... ./report/... ./encode/... ./serve/... ./internal/servebench

.PHONY: all help graphbuild check format vet lint build-pure cross test race arch modules fuzz search readers osrm-clients cases sample golden clean web map-test
.PHONY: bench bench-search bench-codec bench-route bench-link bench-export bench-serve bench-peers stress-serve compare-routino

all: graphbuild

help: ## lists these
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' Makefile

graphbuild: ## builds ./graphbuild
	$(GO) build -o graphbuild ./cmd/graphbuild

# What all others compile comes first; then two at a time, as some wait for the network or for one long test. Tests of drawn values
# draw the same ones each time, so that what has passed passes again: make search draws others.
check: ## runs all checks
	@$(MAKE) --no-print-directory format vet build-pure
	@RAPID_SEED=1 $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-O) \
		race test readers fuzz cases lint osrm-clients cross modules arch
	@echo "check: all passed"

format: ## fails where gofmt would change a file
	@files=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go' 2>/dev/null || find . -name '*.go')); \
	test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }

vet: ## runs go vet
	$(GO) vet ./...

# The tools have a go.mod of their own, which pins them.
bin/staticcheck: internal/tools/go.mod
	cd internal/tools && $(GO) build -o ../../bin/staticcheck honnef.co/go/tools/cmd/staticcheck

lint: bin/staticcheck ## runs staticcheck
	bin/staticcheck ./...

build-pure: graphbuild ## builds without cgo

cross: ## builds for other systems and processors
	@for p in $(PLATFORMS); do \
		echo "build for $$p"; \
		export GOOS=$${p%/*} GOARCH=$${p#*/}; \
		$(GO) list -export ./... >/dev/null && $(GO) build -o /dev/null ./cmd/graphbuild || exit 1; \
	done

test: ## runs the tests
	$(GO) test -timeout 30m ./...

race: ## runs the tests of all that has goroutines with the race detector
	bash scripts/race.sh $(RACE)

arch: ## checks which package imports which
	$(GO) test -count=1 ./internal/archtest

modules: ## tests the modules of their own, each for libraries that graphbuild does without
	@for m in geoparquet internal/gremlintest internal/codecbench; do \
		echo "module $$m"; \
		(cd $$m && $(GO) vet ./... && $(GO) test ./...) || exit 1; \
	done

fuzz: ## searches each fuzz target for FUZZTIME
	FUZZTIME=$(FUZZTIME) bash scripts/fuzz.sh

search: ## has tests of drawn values draw many others, and searches each fuzz target for a minute
	RAPID_CHECKS=$(or $(RAPID_CHECKS),5000) $(GO) test -count=1 -timeout 2h \
		$$(grep -rl pgregory.net/rapid --include='*_test.go' . | xargs -n 1 dirname | sort -u)
	FUZZTIME=60s bash scripts/fuzz.sh

readers: graphbuild ## has programs of other people read what export writes
	bash scripts/readers.sh ./graphbuild

osrm-clients: ## has clients of OSRM by other people ask the service
	bash scripts/osrm-clients.sh

cases: graphbuild ## runs the shared acceptance cases
	bash scripts/cases.sh ./graphbuild

sample: ## builds, inspects and searches a graph of Delaware with a small feed in Wilmington
	@echo "compiling graphbuild: a few minutes the first time"
	@$(MAKE) --no-print-directory graphbuild
	bash scripts/sample.sh

golden: ## writes the expected files of tests anew: read the diff
	UPDATE_GOLDEN=1 $(GO) test -count=1 ./...
	git diff --stat

web: ## packs the map that serve shows at /, with Node.js, for make graphbuild to build in
	cd web && npm ci --no-audit --no-fund && node build.mjs

map-test: ## drives the map in a headless Chromium
	bash scripts/map-test.sh

bench: graphbuild ## measures building and opening
	bash scripts/bench.sh

bench-search: graphbuild ## searches over the packed file beside plain slices; GRAPH is a file of a larger region
	bash scripts/bench-search.sh $(GRAPH)

bench-codec: graphbuild ## measures encodings of edges side by side, as Markdown
	bash scripts/bench-codec.sh

bench-route: ## measures streets of Delaware by car: A*, landmarks, hierarchy, ordering, customizing, tables
	$(GO) test ./route -run '^$$' -bench 'Streets/.*/car|Contract|Table' -benchtime 1s

bench-link: ## measures linking of stops and walks between them, on Porto Alegre and copies of it
	sh scripts/bench-link.sh

bench-export: ## measures exports, and property graphs written and read
	bash scripts/bench-export.sh

bench-serve: graphbuild ## measures the service; GRAPH is a file of a larger region, of which the start is measured
	bash scripts/bench-serve.sh $(GRAPH)

bench-peers: graphbuild ## sets other programs beside building
	bash scripts/bench-peers.sh

stress-serve: graphbuild ## asks the service by 50 clients for STRESS (20m), sound, bad and half queries, while its file is swapped
	STRESS=$(or $(STRESS),20m) bash scripts/bench-serve.sh

compare-routino: graphbuild ## compares shortest routes of Delaware with those of Routino
	bash scripts/compare-routino.sh ./graphbuild

clean: ## removes what make made
	rm -rf graphbuild bin sample.graph
