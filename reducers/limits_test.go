package reducers_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/reducers"
)

func TestFewLongLinesAreCut(t *testing.T) {
	for _, lines := range []int{1, 2, 10, 39, 40, 41, 59, 60, 61} {
		var all []string
		for i := range lines {
			all = append(all, fmt.Sprintf("%d ", i)+strings.Repeat("y", 1800))
		}
		text := strings.Join(all, "\n")
		got := reduceTerminal("./generate", text)
		if len(text) > 8<<10 && len(got) >= len(text)/2 || len(text) <= 8<<10 && got != text {
			t.Errorf("%d lines: %d bytes from %d", lines, len(got), len(text))
		}
	}
	text := repeatNumbered("line %d, which is one of those that differ from all the others\n", 20_000)
	got := strings.Split(strings.TrimSuffix(reduceTerminal("./generate", text), "\n"), "\n")
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(got) != 61 || got[39] != all[39] || got[40] != "["+cut.Group(len(all)-60)+" more lines omitted]" || got[41] != all[len(all)-20] {
		t.Errorf("not the first 40 and the last 20 lines:\n%s", strings.Join(got, "\n"))
	}
}

func TestLimitIsInBytes(t *testing.T) {
	for _, tt := range []struct {
		text    string
		reduced bool
		reason  string
	}{
		{repeatNumbered("a%06d\n", 8192), false, "8192 bytes"},
		{repeatNumbered("a%06d\n", 8193), true, "more than 8192 bytes"},
		{repeatNumbered("漢字文%03d\n", 9000), true, "fewer than 8192 characters and more bytes"},
	} {
		if got := reduceTerminal("./x", tt.text); (got != tt.text) != tt.reduced {
			t.Errorf("%d bytes: reduced is %t: %s", len(tt.text), got != tt.text, tt.reason)
		}
	}
}

func TestNoteIsShorterThanLines(t *testing.T) {
	text := "ok  \ta\t0.1s\n" + repeatNumbered("line %d, which is like no other line\n", 9000)
	if got := reduceTerminal("go test ./a", text); !strings.HasPrefix(got, "ok  \ta\t0.1s\n") || strings.Contains(got, "package ok") || len(got) > 4000 {
		t.Errorf("got %s", got)
	}
}

func TestTextWithNoticeIsReduced(t *testing.T) {
	lines := repeatNumbered("line %d, which is like no other line\n", 9000)
	got := reduceTerminal("./x", lines+readOn+"\n"+lines)
	if !strings.Contains(got, "\n"+readOn+"\n") || len(got) > 4000 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func TestLongLinesUseTheLimit(t *testing.T) {
	short := "a short line\n"
	for _, c := range []struct {
		text     string
		min, max int
		reason   string
	}{
		{strings.Repeat("x y ", 5000), 8100, 8192, "one line"},
		{strings.Repeat("x y ", 5000) + "\n", 8100, 8192, "one line with a line feed"},
		{strings.Repeat("漢 ", 5000), 8100, 8192, "the limit is in bytes"},
		{short + strings.Repeat("x y ", 5000) + "\n" + short, 8100, 8192, "one long line and short lines"},
		{strings.Repeat("x y ", 200) + "\n" + strings.Repeat("z ", 9000), 8100, 8192, "a line that is not cut and a longer one"},
		{strings.Repeat("error: no ", 2000) + "\nexit status 1", 8100, 8192, "a line that looks like an error"},
		{strings.Repeat(strings.Repeat("x y ", 1000)+"\n"+short, 7), 8000, 8192, "seven long lines"},
		{repeatNumbered("%d "+strings.Repeat("x y ", 300)+"\n", 36_000), 14_000, 15_000, "thirty long lines: 500 characters of each"},
		{repeatNumbered("line %d of many\n", 20_000) + strings.Repeat("x y ", 5000), 8100, 8192, "many short lines and a long one"},
	} {
		got := checkContract(t, reducers.Terminal(), fullResult(true, c.text), terminalCall("./x"))
		if len(got) < c.min || len(got) > c.max {
			t.Errorf("%s: %d bytes from %d", c.reason, len(got), len(c.text))
		}
		if !utf8.ValidString(got) {
			t.Errorf("%s: a character was cut", c.reason)
		}
	}
}

func TestLimitWithoutFinalLineFeed(t *testing.T) {
	text := strings.TrimSuffix(repeatNumbered("a%06d\n", 8193), "\n")
	for _, short := range []string{text[:8191], text[:8192]} {
		if got := reduceTerminal("./x", short); got != short {
			t.Errorf("%d bytes became %d", len(short), len(got))
		}
	}
	if got := reduceTerminal("./x", text+"bc"); len(got) > 1000 {
		t.Errorf("%d bytes became %d", len(text)+2, len(got))
	}
}
