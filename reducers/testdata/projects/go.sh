#!/bin/bash
# The recordings of go test, go build, go vet and go mod. The projects are those of the archives here,
# unpacked below /tmp/rec.
. "$(dirname "$(realpath "$0")")/rec.sh"
cd /tmp/rec/go; export GOFLAGS=-mod=mod GOWORK=off
V="go1.26.8, projects/go.txtar"
rec gotest/pass "$V" "go test ./cart ./empty ./skipped"
rec gotest/pass_verbose "$V" "go test -v ./cart ./empty ./skipped"
rec gotest/pass_json "$V" "go test -json ./cart ./empty ./skipped"
rec gotest/pass_cached "$V" "go test ./cart ./skipped"
rec gotest/pass_cover "$V" "go test -cover ./cart ./skipped"
rec gotest/fail "$V" "go test ./cart ./price"
rec gotest/fail_verbose "$V" "go test -v ./cart ./price"
rec gotest/fail_json "$V" "go test -json ./cart ./price"
rec gotest/panic "$V" "go test ./boom ./cart"
rec gotest/panic_verbose "$V" "go test -v ./boom"
rec gotest/panic_json "$V" "go test -json ./boom ./cart"
rec gotest/build_failure "$V" "go test ./broken ./cart"
rec gotest/build_failure_json "$V" "go test -json ./broken ./cart"
rec gotest/vet_failure "$V" "go test ./vetbad ./cart"
rec gotest/race "$V" "go test -race ./race ./cart"
rec gotest/race_verbose "$V" "go test -race -v ./race"
rec gotest/timeout "$V" "go test -timeout 1s ./slow"
rec gotest/timeout_verbose "$V" "go test -v -timeout 1s ./slow"
rec gotest/timeout_json "$V" "go test -json -timeout 1s ./slow"
rec gotest/fuzz "$V; testdata/fuzz removed before" "rm -rf fuzz/testdata; go test -fuzz FuzzReverse -fuzztime 3s ./fuzz"
rec gotest/fuzz_corpus "$V; after the run that made fuzz.out" "go test -v ./fuzz"
rec gotest/example "$V" "go test ./example"
rec gotest/exits "$V" "go test ./exits"
rec gotest/parallel_verbose "$V" "go test -v ./parallel"
rec gotest/parallel_json "$V" "go test -json ./parallel"
rec gotest/loud "$V" "go test ./loud"
rec gotest/loud_verbose "$V" "go test -v ./loud"
rec gotest/loud_json "$V" "go test -json ./loud"
rec gotest/count "$V" "go test -v -count=3 ./price ./cart"
rec gotest/bench "$V" "go test -bench . -benchtime 100x ./bench"
rec gotest/everything "$V" "go test -timeout 5s ./... 2>&1 | cat"
rec gotest/everything_verbose "$V" "cd . && GOFLAGS=-mod=mod go test -timeout 5s -v ./..."
rec gotest/std "go1.26.8, the standard library's own tests" "cd /usr/local/go/src 2>/dev/null || cd \$(go env GOROOT)/src; go test -short -v strings bytes path sort"
rec gotest/std_json "go1.26.8, the standard library's own tests" "cd \$(go env GOROOT)/src; go test -short -json path sort container/..."
rec gobuild/fail "$V" "go build ./..."
rec gobuild/ok_verbose "$V" "go build -v -a ./cart ./price"
rec gobuild/vet_fail "$V" "go vet ./..."
rec gobuild/vet_ok "$V" "go vet ./cart ./price"
rec gobuild/vet_json "$V" "go vet -json ./vetbad ./cart"
mkdir -p /tmp/rec/godeps && cd /tmp/rec/godeps && cat > go.mod <<'M'
module example.com/deps

go 1.26

require (
	golang.org/x/mod v0.29.0
	golang.org/x/text v0.30.0
	github.com/google/go-cmp v0.7.0
)
M
cat > main.go <<'M'
package main

import (
	_ "github.com/google/go-cmp/cmp"
	_ "golang.org/x/mod/modfile"
	_ "golang.org/x/text/language"
)

func main() {}
M
export GOMODCACHE=/tmp/rec/modcache
D="go1.26.8, a module that requires golang.org/x/mod, golang.org/x/text and go-cmp; empty GOMODCACHE"
rec gomod/tidy "$D" "go mod tidy"
go clean -modcache 2>/dev/null
rec gomod/download "$D" "go mod download -x"
chmod -R u+w $GOMODCACHE; rm -rf $GOMODCACHE
rec gomod/build "$D" "go build ./..."
rec gomod/get "$D" "go get github.com/google/go-cmp@v0.6.0 golang.org/x/text@v0.29.0"
rec gomod/get_fail "$D" "go get github.com/google/go-cmp@v99.0.0"
