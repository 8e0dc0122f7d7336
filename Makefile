# Every target does what its name says. Two do all the set-up on a fresh
# machine with Go: "make demo" and "make test".

GO          ?= go
LINTER      := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
MODULES     := . examples
# The workspace must not see what bench depends on.
ALONE       := GOWORK=off
FUZZTIME    ?= 60s
# A program with the race detector waits before it ends, a second unless told otherwise.
RACE        := GORACE="$$GORACE atexit_sleep_ms=50"
# The packages whose tests import internal/raced, as a template for go list.
RACED       := github.com/toolgen/toolgen/internal/raced
TRY_LESS    := {{$$p := .ImportPath}}{{range .TestImports}}{{if eq . "$(RACED)"}}{{println $$p}}{{end}}{{end}}{{range .XTestImports}}{{if eq . "$(RACED)"}}{{println $$p}}{{end}}{{end}}

.PHONY: all build generate test race lint bench fuzz conformance mutants demo clean

all: generate lint test

## build: the toolgen command, in bin/
build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/toolgen ./cmd/toolgen

## generate: everything generated in this repository
generate: build
	bin/toolgen ./builtin/... ./internal/conformance/... ./internal/differential/...
	cd examples && ../bin/toolgen ./...
	cd bench && $(ALONE) ../bin/toolgen ./...
	{ printf '# Directives\n\n'; \
	  printf '`//tool:NAME ARGUMENTS`, in the doc comment of the declaration or beside a field. Arguments are words, quoted\n'; \
	  printf 'strings and `key=value`, as in all directives of Go; a value with spaces is quoted: `key="a value"`. TEXT and\n'; \
	  printf 'JSON, where they are the only argument, take the rest of the line as it is written.\n'; \
	  printf 'This page is written by `make generate`.\n\n'; \
	  bin/toolgen directives --markdown; } > docs/directives.md
	{ printf '# What each built-in tool may touch\n\n'; \
	  printf 'For a security review: what a call is given, within what policy allows. This page is written by `make generate`.\n\n'; \
	  bin/toolgen list --markdown ./builtin/...; } > docs/builtin-manifest.md

## test: unit tests, scenarios and guard mutations, with the race detector; and
## without it those that try less under it
test:
	$(RACE) $(GO) test -race ./...
	packages=$$($(GO) list -f '$(TRY_LESS)' ./...) && test -n "$$packages" && $(GO) test $$packages
	cd examples && $(RACE) $(GO) test -race ./...
	cd bench && $(ALONE) $(GO) test ./...

## race: the same under another name
race: test

## lint: formatting, and the linters of .golangci.yml (vet and staticcheck among them)
lint:
	@test -z "$$(gofmt -l . | grep -v /testdata/)" || { gofmt -l . | grep -v /testdata/; exit 1; }
	@for module in $(MODULES); do (cd $$module && $(GO) run $(LINTER) run ./...) || exit 1; done
	cd bench && $(ALONE) $(GO) vet ./...

## bench: the benchmarks, and a table of toolgen beside others
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	cd bench && $(ALONE) $(GO) run ./cmd/table

## fuzz: every fuzz target for FUZZTIME
fuzz:
	.ci/fuzz $(FUZZTIME)

## conformance: judge the y_, n_ and i_*.json of DIR by a generated decoder
conformance:
	@test -n "$(DIR)" || { echo 'write make conformance DIR=PATH: a directory of y_*.json, n_*.json and i_*.json'; exit 2; }
	$(GO) run ./internal/conformance/cmd/conformance "$(DIR)"

## mutants: put faults into the runtime's source, one at a time; a test must catch each
mutants:
	$(GO) run ./internal/mutants

## demo: from source to answer, and what happens when the source changes
demo:
	examples/hello/demo.sh

clean:
	rm -rf bin
