package cut_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

func TestCutAll(t *testing.T) {
	const noticeLine = "NOTICE" // the notice has 18 code points
	f := tags{"<u>", "</u>"}
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		reason string
		texts  []string
		fence  cut.Fence
		limit  int
		want   []string
		kept   int // with the line breaks between the texts
	}{
		{"the third text is cut", []string{x(10), x(10), x(40)}, nil, 50, []string{x(10), x(10), x(11) + "\n" + noticeLine}, 33},
		{"those after the cut are empty", []string{x(10), x(40), x(10), x(10)}, nil, 50, []string{x(10), x(21) + "\n" + noticeLine, "", ""}, 32},
		{"nothing of a text fits", []string{x(10), x(10), x(20)}, nil, 29, []string{x(10), noticeLine, ""}, 11},
		{"the first text is cut to make room for the notice", []string{x(20), x(10), x(10)}, nil, 28, []string{x(9) + "\n" + noticeLine, "", ""}, 9},
		{"one text", []string{x(60)}, nil, 30, []string{x(11) + "\n" + noticeLine}, 11},
		{"each text has its fence", []string{x(10), x(10), x(40)}, f, 72, []string{f.Enclose(x(10)), f.Enclose(x(10)), f.Enclose(x(12)) + "\n" + noticeLine}, 34},
		{"the fence of a text does not fit, the notice does", []string{x(10), x(40)}, f, 40, []string{f.Enclose(x(10)), noticeLine}, 11},
		{"not even the notice fits", []string{x(10), x(40)}, nil, 15, []string{x(10), ""}, 10},
		{"a fence that does not fit", []string{x(10), x(40)}, f, 6, []string{"", ""}, 0},
		{"all fit: the texts are the beginning of a longer one", []string{x(10), x(10)}, f, 70, []string{f.Enclose(x(10)), f.Enclose(x(10)) + "\n" + noticeLine}, 21},
	}
	for _, test := range tests {
		got := append([]string{}, test.texts...)
		in := cut.Input{Chars: len(strings.Join(test.texts, "\n")), Limit: test.limit, Fence: test.fence}
		if strings.HasPrefix(test.reason, "all fit") {
			in.Missing.Chars = 50
		}
		kept := in.CutAll(got)
		length := utf8.RuneCountInString(strings.Join(got, ""))
		shown := strings.ReplaceAll(strings.Join(got, "|"), notice(in.Chars+in.Missing.Chars-kept), noticeLine)
		if length > test.limit || shown != strings.Join(test.want, "|") || kept != test.kept {
			t.Errorf("%s: %q, %d of %d code points, %d kept, want %q, %d kept", test.reason, got, length, test.limit, kept, test.want, test.kept)
		}
	}
}

// TestCutAllProperties checks for random texts, fences and limits that the texts together are not longer than
// the limit, that they are cut in their order, and that a fence is complete or missing.
func TestCutAllProperties(t *testing.T) {
	for seed := range uint64(20_000) {
		random := rand.New(rand.NewPCG(seed, 3))
		var texts []string
		for i := range 1 + random.IntN(6) {
			texts = append(texts, strings.Repeat(string(rune('a'+i)), 1+random.IntN(60)))
		}
		var f tags
		if random.IntN(2) == 0 {
			f = tags{"<" + strings.Repeat("ü", random.IntN(30)) + ">", "</>"}
		}
		length := len(strings.Join(texts, "")) + len(texts)*f.Chars()
		in := cut.Input{Chars: len(strings.Join(texts, "\n")), Limit: random.IntN(length), JSON: random.IntN(2) == 0}
		if f.opening != "" {
			in.Fence = f
		}
		short := append([]string{}, texts...)
		kept := in.CutAll(short)
		if problem := cutProblem(texts, short, f, in, kept); problem != "" {
			t.Fatalf("seed %d, limit %d, fence %v: %s\n%q\n%q", seed, in.Limit, f, problem, texts, short)
		}
	}
}

// cutProblem returns the property that the cut does not have, or the empty string.
func cutProblem(texts, short []string, f tags, in cut.Input, kept int) string {
	whole := strings.Join(texts, "\n")
	noticeLine := noticeForm.FindString(strings.Join(short, ""))
	longest := utf8.RuneCountInString(cut.Notice(cut.Size{Chars: in.Chars, Lines: len(texts)}, ""))
	length, shown := 0, ""
	for _, text := range short {
		length += utf8.RuneCountInString(text)
		inside := strings.TrimSuffix(text, "\n"+noticeLine)
		if f.opening != "" && text != noticeLine && text != "" {
			var opened, closed bool
			inside, opened = strings.CutPrefix(inside, f.opening)
			inside, closed = strings.CutSuffix(inside, f.closing)
			if !opened || !closed {
				return fmt.Sprintf("the fence of %q is not complete", text)
			}
		}
		shown += strings.TrimSuffix(inside, noticeLine)
	}
	joined := strings.Join(texts, "")
	switch {
	case length > in.Limit:
		return fmt.Sprintf("%d code points", length)
	case !strings.HasPrefix(joined, shown):
		return fmt.Sprintf("%q is not the beginning", shown)
	case kept < 0 || kept > in.Chars || strings.ReplaceAll(whole[:kept], "\n", "") != shown:
		return fmt.Sprintf("says that %d of %d are kept, shows %q", kept, in.Chars, shown)
	case noticeLine != "" && noticeLine != cut.Mark(cut.Count(in.Chars-kept, "char"), "") && !strings.Contains(noticeLine, " not stored: "):
		return "the notice is wrong: " + noticeLine
	case in.Limit > 2*longest+f.Chars() && !strings.Contains(noticeLine, "not stored"):
		return "there is no notice: " + noticeLine
	}
	return ""
}
