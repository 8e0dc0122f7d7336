#!/usr/bin/env bash
# Shows the complete workflow: builds toolgen, generates and builds an example,
# calls its tools, and shows what happens after a change of the source. Then an
# agent repairs a fault in a copy of this repository. It leaves the working tree
# clean and uses no network.
set -euo pipefail
repo=$(cd "$(dirname "$0")/.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
export CGO_ENABLED=0

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

# brief prints the beginning of each line, with an ellipsis where the rest is left
# out: the output fits two screens of 80 columns. It prints tabs as 4 spaces.
brief() (
	LC_ALL=C.UTF-8
	while IFS= read -r line; do
		line="${line//$'\t'/    }"
		[ ${#line} -le 80 ] || line="${line:0:79}…"
		printf '%s\n' "$line"
	done
)

say '1. toolgen generates the tools of an example, which is one static binary.'
cd "$repo" && go build -trimpath -o "$temp/toolgen" ./cmd/toolgen
cd "$repo/examples" && "$temp/toolgen" ./hello/...
go build -trimpath -ldflags '-s -w' -o "$temp/hello" ./hello
"$temp/hello" tools list | brief

say '2. A batch of parallel calls. The last one has three mistakes, all reported.'
cat >"$temp/batch.json" <<'JSON'
[
  {"id": "1", "name": "frequent_words", "args": {"dir": "runtime", "suffixes": [".go"], "limit": 3}},
  {"id": "2", "name": "add_note", "args": {"text": "regenerate after changing an argument", "kind": "task"}},
  {"id": "3", "name": "search_notes", "args": {"limit": 5000, "kind": "todo", "wrods": ["plants"]}}
]
JSON
cd "$repo"
HELLO_NOTES="$temp/notes.json" "$temp/hello" tools batch --budget 6000 "$temp/batch.json" | brief || true

say '3. A tag was changed without generating again: the program does not compile.'
cp -r "$repo/examples/." "$temp/examples"
cd "$temp/examples"
export GOWORK=off
go mod edit -replace "github.com/toolgen/toolgen=$repo"
sed -i.orig 's/maximum=100,default=20/maximum=500,default=20/' hello/notes/notes.go
diff hello/notes/notes.go.orig hello/notes/notes.go | grep '^[<>]' | brief || true
if go build -o "$temp/changed" ./hello 2>"$temp/errors"; then
	echo 'the build should have failed' >&2
	exit 1
fi
cat "$temp/errors"
"$temp/toolgen" ./hello/...
go build -o "$temp/changed" ./hello
echo "After toolgen ./hello/... it compiles, and the schema has: $("$temp/changed" tools schema search_notes | grep '"maximum": 500' | tr -d ' ')"

say "4. An agent, one static binary, repairs a fault in a copy of this repository."
cd "$repo/examples/agent" && go build -trimpath -ldflags '-s -w' -o "$temp/agent" .
mkdir "$temp/copy" && cp -r "$repo/internal" "$repo/go.mod" "$repo/go.sum" "$temp/copy"
cd "$temp/copy"
sed -i.orig 's/before\[j-2\]+1/before[j-2]+2/' internal/edit/distance.go && rm internal/edit/distance.go.orig
"$temp/agent" --data "$temp/agent-data" run --text --approve risky 'Fix the tests in ./internal/edit' | brief
cmp internal/edit/distance.go "$repo/internal/edit/distance.go"

cat <<'TEXT'

The model of step 4 is a scripted one, which needs no network. With a real one:
  OPENAI_API_KEY=… go run ./examples/agent -m openai:gpt-5.1 --dir ~/project
TEXT
