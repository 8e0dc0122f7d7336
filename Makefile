# "make demo" and "make test" need only Go.

GO          ?= go
LINTER      := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
MODULES     := . examples
# Modules of adapters, and of examples that need an adapter.
ADAPTERS    := adapters/anthropic adapters/gemini adapters/openai adapters/otel examples/anthropic examples/durable examples/gemini \
               examples/mcp examples/openai examples/otel $(CONCURRENT)
# The modules of them in which goroutines share memory.
CONCURRENT  := adapters/mcp adapters/temporal examples/agent
# The tests with mock servers of model providers.
SERVERS     := internal/modelservers
# Modules bench and $(SERVERS) are not in the workspace, which must not have their dependencies.
ALONE       := GOWORK=off
FUZZTIME    ?= 60s
# The development server of Temporal, which .ci/temporal builds once.
TEMPORAL    := TOOLGEN_TEMPORAL="$$($(CURDIR)/.ci/temporal)"
MCP_SUITE   := adapters/mcp/internal/conformance/testdata/suite
# A program with the race detector waits a second before it exits, unless this variable is set.
RACE        := GORACE="$$GORACE atexit_sleep_ms=50"
# The packages in which goroutines share memory, as a regular expression: "make test" runs their tests with the race detector, and
# "make nightly" those of all packages. builtin/browser, project, search and web are slow with it, because they wait for other programs.
SHARED      := /builtin(/(file|store|task|terminal))?$$|/runtime(/(capability|cli|models|spill|toolstest)(/|$$)|$$)|/internal/(redact|gen|gen/cache|gen/load)$$
# The packages whose tests import internal/racetest, as a template for go list. These tests check fewer cases with the race detector.
RACETEST    := github.com/toolgen/toolgen/internal/racetest
# Many tests wait for processes and deadlines, so four packages at a time use two cores better than two. The package that waits
# longest is the first one.
AT_ONCE     := -p 4 -timeout 20m
LONGEST     := ./runtime/capability/process
# The package whose tests take minutes without -short, which "make nightly" runs with all cases.
BROWSER     := /builtin/browser$$
FEWER_CASES :=  {{$$p := .ImportPath}}{{range .TestImports}}{{if eq . "$(RACETEST)"}}{{println $$p}}{{end}}{{end}}{{range .XTestImports}}{{if eq . "$(RACETEST)"}}{{println $$p}}{{end}}{{end}}

.PHONY: all build generate test nightly lint bench fuzz conformance mcp-conformance mutants trial demo durable clean

all: generate lint test

## build: the toolgen command, in bin/
build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/toolgen ./cmd/toolgen

## generate: all generated files of this repository
generate: build
	bin/toolgen ./builtin/... ./internal/conformance/... ./internal/differential/...
	cd examples && ../bin/toolgen ./...
	cd examples/agent && $(ALONE) ../../bin/toolgen ./...
	cd examples/durable && $(ALONE) ../../bin/toolgen ./...
	cd examples/mcp && $(ALONE) ../../bin/toolgen ./...
	cd bench && $(ALONE) ../bin/toolgen ./...
	{ printf '# Directives\n\n'; \
	  printf 'A directive is a line `//tool:NAME ARGUMENTS` in the doc comment of a declaration, or a comment on the line of a field.\n'; \
	  printf 'Arguments are words, quoted strings and `key=value`, as in all directives of Go. Quote a value with spaces:\n'; \
	  printf '`key="a value"`. If TEXT or JSON is the only argument, it is the rest of the line, without quotes.\n'; \
	  printf '`make generate` writes this page.\n\n'; \
	  bin/toolgen directives --markdown; } > docs/directives.md
	bin/toolgen directives --snippets > editors/vscode/snippets/toolgen.json
	bin/toolgen directives --grammar > editors/vscode/syntaxes/toolgen.tmLanguage.json
	{ printf '# What each built-in tool may access\n\n'; \
	  printf 'For a security review: what a call may access if the policy allows it. `make generate` writes this page.\n\n'; \
	  bin/toolgen list --markdown ./builtin/...; } > docs/builtin-manifest.md
	{ printf '# Diagnostics\n\n'; \
	  printf 'What each code means and how to fix it. `toolgen explain CODE` prints the same. `make generate` writes this page.\n'; \
	  bin/toolgen explain --markdown; } > docs/diagnostics.md
	sed -n '1,/^<!-- rules of vet -->/p' docs/vet.md > bin/vet.md && bin/toolgen vet --markdown >> bin/vet.md && mv bin/vet.md docs/vet.md
	sed -n '1,/^<!-- rules of diff -->/p' docs/command.md > bin/command.md && bin/toolgen diff --rules --markdown >> bin/command.md && mv bin/command.md docs/command.md

## test: all tests; with the race detector where goroutines share memory, and those of
## files with tests that check fewer cases with it once more without it
test:
	packages=$$($(GO) list ./... | grep -Ev '$(SHARED)|$(BROWSER)') && test -n "$$packages" && $(GO) test $(AT_ONCE) $$packages
	$(GO) test -short -timeout 20m ./builtin/browser
	packages=$$($(GO) list ./... | grep -E '$(SHARED)') && test -n "$$packages" && $(RACE) $(GO) test -race $(AT_ONCE) $(LONGEST) $$packages
	packages=$$($(GO) list -f '$(FEWER_CASES)' ./... | sort -u | grep -E '$(SHARED)') && test -n "$$packages" && \
	tests=$$(grep -l '$(RACETEST)' $$($(GO) list -f '{{.Dir}}/*_test.go' $$packages) | xargs grep -ho '^func Test[A-Za-z0-9_]*' | cut -c6- | paste -sd '|' -) && \
	test -n "$$tests" && $(GO) test $(AT_ONCE) -run "^($$tests)$$" $(LONGEST) $$packages
	cd examples && $(RACE) $(GO) test -race ./...
	cd bench && $(ALONE) $(GO) test ./...
	printf '%s\n' $(filter-out $(CONCURRENT),$(ADAPTERS)) $(SERVERS) | xargs -P 2 -I{} sh -c 'cd {} && $(ALONE) $(GO) test ./...'
	printf '%s\n' $(CONCURRENT) | xargs -P 2 -I{} sh -c 'cd {} && $(ALONE) $(RACE) $(GO) test -race ./...'

## nightly: what takes longer: the race detector everywhere, other random schemas, 200 random edits of a
## module for the cache of the generator, the mutants, and killed workers
nightly: mutants
	cd adapters/temporal && $(ALONE) $(TEMPORAL) TOOLGEN_TEMPORAL_ROUNDS=50 TOOLGEN_TEMPORAL_RESTARTS=10 TOOLGEN_TEMPORAL_CALLS=1000 $(GO) test -count=1 -timeout 60m -run 'Killed|Paused|Restarted|Dropped|LongSession' .
	$(RACE) $(GO) test -race -timeout 60m ./...
	for module in $(ADAPTERS) $(SERVERS); do (cd $$module && $(ALONE) $(RACE) $(GO) test -race ./...) || exit 1; done
	$(GO) test -timeout 30m ./builtin/browser
	$(GO) test -run 'RandomEdits|Incremental' -timeout 30m ./internal/gen -rounds 200
	$(GO) test -run Sound -timeout 30m ./internal/contract/values -seed $$(date +%s)

## lint: formatting, and the linters of .golangci.yml, including vet and staticcheck
lint:
	@test -z "$$(gofmt -l . | grep -v /testdata/)" || { gofmt -l . | grep -v /testdata/; exit 1; }
	@for module in $(MODULES) $(ADAPTERS); do (cd $$module && $(GO) run $(LINTER) run --allow-parallel-runners ./...) || exit 1; done
	cd $(SERVERS) && $(ALONE) $(GO) run $(LINTER) run --allow-parallel-runners ./...
	cd bench && $(ALONE) $(GO) vet ./...

## bench: the benchmarks, and the tables that compare toolgen with other libraries
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	cd bench && $(ALONE) $(GO) run ./cmd/table -write README.md
	cd bench && $(ALONE) $(GO) run ./cmd/adapters
	cd adapters/temporal && $(ALONE) $(TEMPORAL) $(GO) test -run '^$$' -bench . ./...

## fuzz: every fuzz target for FUZZTIME
fuzz:
	.ci/fuzz $(FUZZTIME)

## conformance: decode the y_*.json, n_*.json and i_*.json of DIR with a generated decoder
conformance:
	@test -n "$(DIR)" || { echo 'usage: make conformance DIR=PATH, a directory with files y_*.json, n_*.json and i_*.json'; exit 2; }
	$(GO) run ./internal/conformance/cmd/conformance "$(DIR)"

## mcp-conformance: the official suite and inspector of MCP, and public servers; installs them and a Node with npm
mcp-conformance:
	cd $(MCP_SUITE) && npm ci --no-fund --no-audit --loglevel=error
	cd adapters/mcp && $(ALONE) MCP_SUITE=$(CURDIR)/$(MCP_SUITE) $(GO) test -count=1 -run 'Suite|Server$$' ./...
	cd examples/mcp && $(ALONE) MCP_SUITE=$(CURDIR)/$(MCP_SUITE) $(GO) test -count=1 -run Inspector .

## mutants: change the source of the runtime, one change at a time, and check that a test fails
mutants:
	$(GO) run ./internal/mutants

## trial: a server with all built-in tools on a copy of DIR, by default of this repository;
## ARGS are further flags, such as ARGS="-addr 127.0.0.1:9000 -approve"
trial:
	copy=$$(mktemp -d) && cp -a $(or $(DIR),.)/. $$copy && cd examples && $(GO) run ./trial -dir $$copy $(ARGS)

## demo: generate, build and call the example tools, and change their source
demo:
	examples/demo.sh

## durable: an agent's tools on two workers of Temporal, of which one is killed in the
## middle of a batch; builds the development server once, which takes five minutes
durable:
	cd examples/durable && $(ALONE) $(GO) build -o ../../bin/durable . && ../../bin/durable demo "$$(../../.ci/temporal)"

clean:
	rm -rf bin
