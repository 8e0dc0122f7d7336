#!/bin/bash
# rec PROGRAM/NAME HOW COMMAND runs the command in the current directory and
# stores what it printed, on both streams, as it came, and how it was made. Set
# OUT to the folder to write to. The lines "keep:" are written by hand.
rec() {
  local out=$OUT/$1.out side=$OUT/$1.txt code
  mkdir -p "$(dirname "$out")"
  timeout 300 bash -c "$3" >"$out" 2>&1 </dev/null
  code=$?
  printf 'command: %s\nmade: %s\nexit: %d\n' "$3" "$2" "$code" >"$side"
}
