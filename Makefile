# "make demo" and "make test" need only Go.

GO          ?= go
LINTER      := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
MODULES     := . examples
ADAPTERS    := adapters/anthropic adapters/gemini adapters/mcp adapters/openai adapters/otel
# Module bench is not in the workspace, which must not have its dependencies.
ALONE       := GOWORK=off
FUZZTIME    ?= 60s
MCP_SUITE   := adapters/mcp/internal/conformance/testdata/suite
# A program with the race detector waits a second before it exits, unless this variable is set.
RACE        := GORACE="$$GORACE atexit_sleep_ms=50"
# The packages whose tests import internal/raced, as a template for go list. These tests check fewer cases with the race detector.
RACED       := github.com/toolgen/toolgen/internal/raced
FEWER_CASES :=  {{$$p := .ImportPath}}{{range .TestImports}}{{if eq . "$(RACED)"}}{{println $$p}}{{end}}{{end}}{{range .XTestImports}}{{if eq . "$(RACED)"}}{{println $$p}}{{end}}{{end}}

.PHONY: all build generate test race lint bench fuzz conformance mcp-conformance mutants demo clean

all: generate lint test

## build: the toolgen command, in bin/
build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/toolgen ./cmd/toolgen

## generate: all generated files of this repository
generate: build
	bin/toolgen ./builtin/... ./internal/conformance/... ./internal/differential/...
	cd examples && ../bin/toolgen ./...
	cd bench && $(ALONE) ../bin/toolgen ./...
	{ printf '# Directives\n\n'; \
	  printf 'A directive is a line `//tool:NAME ARGUMENTS` in the doc comment of a declaration, or a comment on the line of a field.\n'; \
	  printf 'Arguments are words, quoted strings and `key=value`, as in all directives of Go. Quote a value with spaces:\n'; \
	  printf '`key="a value"`. If TEXT or JSON is the only argument, it is the rest of the line, without quotes.\n'; \
	  printf '`make generate` writes this page.\n\n'; \
	  bin/toolgen directives --markdown; } > docs/directives.md
	{ printf '# What each built-in tool may access\n\n'; \
	  printf 'For a security review: what a call may access if the policy allows it. `make generate` writes this page.\n\n'; \
	  bin/toolgen list --markdown ./builtin/...; } > docs/builtin-manifest.md

## test: all tests with the race detector, and the tests that check fewer cases with
## it once more without it
test:
	$(RACE) $(GO) test -race ./...
	packages=$$($(GO) list -f '$(FEWER_CASES)' ./...) && test -n "$$packages" && $(GO) test $$packages
	cd examples && $(RACE) $(GO) test -race ./...
	cd bench && $(ALONE) $(GO) test ./...
	for adapter in $(ADAPTERS); do (cd $$adapter && $(ALONE) $(RACE) $(GO) test -race ./...) || exit 1; done

## race: another name of test
race: test

## lint: formatting, and the linters of .golangci.yml, including vet and staticcheck
lint:
	@test -z "$$(gofmt -l . | grep -v /testdata/)" || { gofmt -l . | grep -v /testdata/; exit 1; }
	@for module in $(MODULES) $(ADAPTERS); do (cd $$module && $(GO) run $(LINTER) run ./...) || exit 1; done
	cd bench && $(ALONE) $(GO) vet ./...

## bench: the benchmarks, and the tables that compare toolgen with other libraries
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	cd bench && $(ALONE) $(GO) run ./cmd/table

## fuzz: every fuzz target for FUZZTIME
fuzz:
	.ci/fuzz $(FUZZTIME)

## conformance: decode the y_*.json, n_*.json and i_*.json of DIR with a generated decoder
conformance:
	@test -n "$(DIR)" || { echo 'usage: make conformance DIR=PATH, a directory with files y_*.json, n_*.json and i_*.json'; exit 2; }
	$(GO) run ./internal/conformance/cmd/conformance "$(DIR)"

## mcp-conformance: the official suite of MCP, and public servers; installs them and a Node with npm
mcp-conformance:
	cd $(MCP_SUITE) && npm ci --no-fund --no-audit --loglevel=error
	cd adapters/mcp && $(ALONE) MCP_SUITE=$(CURDIR)/$(MCP_SUITE) $(GO) test -count=1 -run 'Suite|Server$$' ./...

## mutants: change the source of the runtime, one change at a time, and check that a test fails
mutants:
	$(GO) run ./internal/mutants

## demo: generate, build and call the example tools, and change their source
demo:
	examples/hello/demo.sh

clean:
	rm -rf bin
