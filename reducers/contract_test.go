package reducers_test

import (
	"encoding/json"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestContractOfHostileTexts(t *testing.T) {
	for _, h := range hostileTexts {
		t.Run(h.name, func(t *testing.T) {
			for _, size := range []int{0, 1, 500, racetest.Fewer(20_000, 8)} {
				text := h.text(size)
				for _, r := range reducers.All() {
					checkContract(t, r, fullResult(size%2 == 0, text), terminalCall(""))
				}
				for _, command := range commands {
					checkContract(t, reducers.Terminal(), fullResult(true, text), terminalCall(command))
				}
			}
		})
	}
}

// All allocations together are at most a small multiple of the text, which bounds
// the memory and the time.
func TestMemoryOfLargeTexts(t *testing.T) {
	const large, medium, small, maxFactor = 10_000_000, 1_000_000, 100_000, 50
	for i, h := range hostileTexts {
		size := large
		switch {
		case testing.Short(), racetest.Enabled:
			size = small
		case i >= 6:
			size = medium
		}
		text := h.text(size)
		for _, r := range reducers.All() {
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			got := r.Reduce(runtime.Text(text), terminalCall(commands[i%len(commands)])).Value
			goruntime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(maxFactor*size) {
				t.Errorf("%s, %s: %d bytes allocated for %d", r.Tool(), h.name, used, len(text))
			}
			if len(got) > len(text) {
				t.Errorf("%s, %s: the text is longer", r.Tool(), h.name)
			}
		}
	}
}

func TestContractOfInvalidArguments(t *testing.T) {
	for _, args := range []string{"", "null", "[]", `"go test"`, "{", `{"command":7}`, `{"command":null}`, `{"command":["go","test"]}`, `{"start_line":{}}`, "\xff"} {
		for _, r := range reducers.All() {
			for _, h := range hostileTexts {
				checkContract(t, r, fullResult(true, h.text(racetest.Fewer(9000, 10))), runtime.ReduceContext{Args: json.RawMessage(args)})
			}
		}
	}
}

func FuzzReduce(f *testing.F) {
	for i, h := range hostileTexts {
		f.Add(h.text(600), commands[i%len(commands)], uint8(i))
	}
	for i, r := range recordings(f) {
		f.Add(r.text[:min(len(r.text), 3000)], r.command, uint8(i%4*20))
	}
	f.Fuzz(func(t *testing.T, text, command string, times uint8) {
		if len(text) < 20_000 {
			text = strings.Repeat(text, int(times)%racetest.Fewer(24, 12)+1)
		}
		for _, r := range reducers.All() {
			checkContract(t, r, fullResult(times%2 == 0, text), terminalCall(command))
		}
		for name, pass := range standalonePasses {
			once := pass(text)
			if again := pass(once); again != once {
				t.Errorf("%s is not idempotent: %q, then %q", name, beginningOf(once), beginningOf(again))
			}
			if len(once) > len(text) || utf8.RuneCountInString(once) > utf8.RuneCountInString(text) {
				t.Errorf("%s: the text is longer", name)
			}
		}
	})
}

// standalonePasses are the exported passes.
var standalonePasses = map[string]reducers.Pass{
	"StripEscapes": reducers.StripEscapes, "FoldRepeats": reducers.FoldRepeats, "ReplaceBase64": reducers.ReplaceBase64, "CutLongLines": reducers.CutLongLines(200),
}

func TestNoticesAndExitStatusesAreKept(t *testing.T) {
	exits := []string{"exit status 1", "Exit code: 137", "[exited with 2]", "signal: killed", "make: *** [Makefile:3: all] Error 2", "process timed out after 30 s"}
	for i, r := range recordings(t) {
		if racetest.Enabled && i%5 != 0 {
			continue // the race detector makes this test slow
		}
		exit := exits[i%len(exits)]
		for _, kept := range []string{notice, readOn, exit} {
			lines := strings.Split(strings.TrimSuffix(r.text, "\n"), "\n")
			middle := slices.Insert(slices.Clone(lines), len(lines)/2, kept)
			for position, text := range map[string]string{
				"before":         kept + "\n" + r.text,
				"after":          r.text + "\n" + kept,
				"before the end": r.text + "\n" + kept + "\n" + strings.Repeat("more\n", 100),
				"in the middle":  strings.Join(middle, "\n"),
			} {
				if got := checkContract(t, reducers.Terminal(), fullResult(true, text), terminalCall(r.command)); !strings.Contains(got, kept) {
					t.Errorf("%s, %s: lost %q", r.name, position, kept)
				}
			}
		}
	}
}
