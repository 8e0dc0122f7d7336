package runtime

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// shownTexts are the texts of a result, main text first.
func shownTexts(r *Result) []string {
	texts := []string{*r.text()}
	for i := range r.Parts {
		if r.Parts[i].Kind == PartText {
			texts = append(texts, r.Parts[i].Text)
		}
	}
	return texts
}

// Whatever the texts, the fence and the limit: the texts of a result are
// together at most as long as the limit, are cut in their order, and a fence is
// complete or not there.
func TestCutResultProperties(t *testing.T) {
	for seed := range uint64(20_000) {
		random := rand.New(rand.NewPCG(seed, 3))
		before := Result{OK: random.IntN(4) > 0}
		*before.text() = strings.Repeat("m", random.IntN(60)*random.IntN(2))
		for i := range random.IntN(6) {
			before.Parts = append(before.Parts, TextPart(strings.Repeat(string(rune('a'+i)), random.IntN(60))), ImagePart("i", nil))
		}
		var f fence
		if random.IntN(2) == 0 {
			f = tags{"<" + strings.Repeat("ü", random.IntN(30)) + ">", "</>"}
		}
		chars, _ := measure(*before.text())
		length := before.partTexts().length(chars, f)
		if length == 0 {
			continue
		}
		limit := random.IntN(length)
		whole := before.wholeText()
		total, _ := measure(whole)
		after := before
		kept := cutting{total: total, limit: limit, fence: f, asJSON: random.IntN(2) == 0}.cutResult(&after)
		if problem := cutProblem(&before, &after, f, limit, kept); problem != "" {
			t.Fatalf("seed %d, limit %d, fence %v: %s\n%+v\n%+v", seed, limit, f, problem, before, after)
		}
	}
}

// cutProblem says which promise the cut breaks.
func cutProblem(before, after *Result, f fence, limit, kept int) string {
	whole := before.wholeText()
	total, _ := measure(whole)
	said := notice(total, "")
	length, shown := 0, ""
	for _, text := range shownTexts(after) {
		length += utf8.RuneCountInString(text)
		if tags, ok := f.(tags); ok {
			text = strings.TrimSuffix(text, "\n"+said)
			inside, opened := strings.CutPrefix(text, tags.opening)
			inside, closed := strings.CutSuffix(inside, tags.closing)
			if opened != closed || !opened && text != said && text != "" {
				return fmt.Sprintf("the fence of %q is not complete", text)
			}
			text = inside
		}
		shown += strings.TrimSuffix(strings.TrimSuffix(text, said), "\n")
	}
	joined := strings.ReplaceAll(whole, "\n", "")
	switch {
	case length > limit:
		return fmt.Sprintf("%d code points", length)
	case !strings.HasPrefix(joined, shown):
		return fmt.Sprintf("%q is not the beginning", shown)
	case kept < 0 || kept > total || strings.ReplaceAll(whole[:kept], "\n", "") != shown:
		return fmt.Sprintf("says that %d of %d are kept, shows %q", kept, total, shown)
	case len(shown) == len(joined) && limit > 2*len(said):
		return "nothing is cut"
	case limit > utf8.RuneCountInString(said)+100 && !strings.Contains(strings.Join(shownTexts(after), ""), said):
		return "there is no notice"
	case countKind(before, PartImage) != countKind(after, PartImage):
		return "an image is gone"
	}
	return ""
}

func countKind(r *Result, kind PartKind) (n int) {
	for i := range r.Parts {
		if r.Parts[i].Kind == kind {
			n++
		}
	}
	return n
}

func TestCutResult(t *testing.T) {
	const said = "[truncated — 99 chars total]" // 28 code points
	f := tags{"<u>", "</u>"}
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		reason string
		main   string
		parts  []string
		fence  fence
		limit  int
		want   []string
		kept   int // with the line breaks between the texts
	}{
		{"the second part is cut", x(10), []string{x(10), x(40)}, nil, 60, []string{x(10), x(10), x(11) + "\n" + said}, 33},
		{"and those after it are removed", x(10), []string{x(40), x(10), x(10)}, nil, 60, []string{x(10), x(21) + "\n" + said}, 32},
		{"nothing of a part fits", x(10), []string{x(10), x(20)}, nil, 39, []string{x(10), said}, 11},
		{"the main text is cut to make room for the notice", x(20), []string{x(10), x(10)}, nil, 38, []string{x(9) + "\n" + said}, 9},
		{"no main text", "", []string{x(20), x(21)}, nil, 40, []string{"", x(11) + "\n" + said}, 11},
		{"each text has its fence", x(10), []string{x(10), x(40)}, f, 82, []string{f.Enclose(x(10)), f.Enclose(x(10)), f.Enclose(x(12)) + "\n" + said}, 34},
		{"the fence of a part does not fit, the notice does", x(10), []string{x(40)}, f, 50, []string{f.Enclose(x(10)), said}, 11},
		{"not even the notice fits", x(10), []string{x(40)}, nil, 20, []string{x(10)}, 10},
		{"a fence that does not fit", x(10), []string{x(40)}, f, 6, []string{""}, 0},
	}
	for _, test := range tests {
		result := Text(test.main)
		for _, part := range test.parts {
			result.Parts = append(result.Parts, TextPart(part))
		}
		kept := cutting{total: 99, limit: test.limit, fence: test.fence}.cutResult(&result)
		got := shownTexts(&result)
		if length := utf8.RuneCountInString(strings.Join(got, "")); length > test.limit || strings.Join(got, "|") != strings.Join(test.want, "|") || kept != test.kept {
			t.Errorf("%s: %q, %d of %d code points, %d kept, want %q, %d kept", test.reason, got, length, test.limit, kept, test.want, test.kept)
		}
	}
}
