#!/usr/bin/env bash
# Shows the complete workflow: builds toolgen, regenerates this example, builds
# it as one static binary, runs a batch of parallel calls on the source of this
# repository, and shows what happens after a change of the source. It leaves the
# working tree clean.
set -euo pipefail
repo=$(cd "$(dirname "$0")/../.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
export CGO_ENABLED=0

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

say '1. Build toolgen, regenerate the example, build it as one static binary'
cd "$repo" && go build -trimpath -o "$temp/toolgen" ./cmd/toolgen
cd "$repo/examples" && "$temp/toolgen" ./hello/...
go build -trimpath -ldflags '-s -w' -o "$temp/hello" ./hello
"$temp/toolgen" list ./hello/...
printf 'binary: %s bytes, %s\n' "$(wc -c <"$temp/hello")" "$(file -b "$temp/hello" 2>/dev/null | grep -o 'statically linked' || echo static)"

say '2. The definitions that the model receives'
cd "$repo"
"$temp/hello" tools list --json

say '3. A batch of parallel calls on this repository'
cat >"$temp/batch.json" <<'JSON'
[
  {"id": "1", "name": "file_stats", "args": {"suffixes": [".go"], "limit": 5}},
  {"id": "2", "name": "frequent_words", "args": {"dir": "runtime", "suffixes": [".go"], "limit": 8}},
  {"id": "3", "name": "search_files", "args": {"query": {"text": "func ", "ignore_case": false}, "in": {"suffixes": [".go"]}, "max_results": 10000}},
  {"id": "4", "name": "add_note", "args": {"text": "regenerate after changing an argument", "kind": "task"}},
  {"id": "5", "name": "search_notes", "args": {"limit": 5000, "kind": "todo", "wrods": ["plants"]}}
]
JSON
echo "Call 3 returns more than its share of the budget and is cut; call 5 has three mistakes."
HELLO_NOTES="$temp/notes.json" "$temp/hello" tools batch --budget 6000 "$temp/batch.json" || echo "(exit code $?: a call failed)"

say '4. Change a field without regenerating: the compiler refuses'
cp -r "$repo/examples" "$temp/examples"
cd "$temp/examples"
export GOWORK=off
go mod edit -replace "github.com/toolgen/toolgen=$repo"
sed -i.orig 's/Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`/Limit int `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=500,default=20"`/' hello/notes/notes.go
diff hello/notes/notes.go.orig hello/notes/notes.go || true
rm hello/notes/notes.go.orig
echo '$ go build ./hello'
if go build -o "$temp/changed" ./hello; then
	echo 'the build should have failed' >&2
	exit 1
fi

say '5. Regenerate: the program builds, and the definition has the change'
echo '$ toolgen ./hello/... && go build ./hello'
"$temp/toolgen" ./hello/...
go build -o "$temp/changed" ./hello
"$temp/changed" tools schema search_notes
