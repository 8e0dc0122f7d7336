package measure_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// FuzzMeasure compares Chars and Offset with the standard library.
func FuzzMeasure(f *testing.F) {
	f.Add("", 0)
	f.Add("hello, world: more than eight bytes", 9)
	f.Add("eight aéé漢漢😀 and more", 13)
	f.Add(strings.Repeat("漢字 in a text of words 😀, né ", 4), 70)
	f.Add(strings.Repeat("-", 62)+"\xe1\x80"+strings.Repeat("a", 32)+"\x80", 3) // the automaton must not skip ASCII after an incomplete code point
	f.Add("\xff", 1)
	f.Add("12345678\xed\xa0\x80", 3)
	f.Add("12345678\xe0\x80\x80", 3)
	f.Add("1234567é\xc3", 3)
	f.Add("\xc0\x80 overlong \xf4\x90\x80\x80", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		chars, valid := measure.Chars(s)
		if want := utf8.ValidString(s); valid != want {
			t.Errorf("Chars(%q) says valid %v, want %v", s, valid, want)
		}
		if want := utf8.RuneCountInString(s); valid && chars != want {
			t.Errorf("Chars(%q) = %d, want %d", s, chars, want)
		}
		if !valid {
			return
		}
		want := s
		if n < chars {
			want = string([]rune(s)[:max(0, n)])
		}
		if got := s[:measure.Offset(s, n)]; got != want {
			t.Errorf("the first %d of %q are %q, want %q", n, s, got, want)
		}
	})
}

// TestCharsOfEveryForm tests every pair of bytes that is not ASCII, valid or
// invalid, at each offset in the blocks that Chars reads.
func TestCharsOfEveryForm(t *testing.T) {
	tails := []string{"", "\x80", "\xbf", "\x80\x80", "\xbf\xbf", "\x80\x80\x80", "x\x80", "\x80x"}
	for first := 0x80; first <= 0xFF; first++ {
		for second := range 0x100 {
			for _, tail := range tails {
				form := string([]byte{byte(first), byte(second)}) + tail
				s := strings.Repeat("-", 61+second%8) + form + strings.Repeat("é", 20)
				chars, valid := measure.Chars(s)
				if want := utf8.ValidString(s); valid != want {
					t.Fatalf("% x: valid is %v, want %v", form, valid, want)
				}
				if want := utf8.RuneCountInString(s); valid && chars != want {
					t.Fatalf("% x: %d code points, want %d", form, chars, want)
				}
			}
		}
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{"": "", "abc": "abc", "äöü": "äöü", "äöüß": "äöü…"} {
		if got := measure.Clip(text, 3); got != want {
			t.Errorf("Clip(%q) = %q, want %q", text, got, want)
		}
	}
}

// BenchmarkMeasure measures 10 MB of text, next to utf8.RuneCountInString, which
// does not check the text. The branch predictor of a processor learns a short
// repeated text, so that one text is random.
func BenchmarkMeasure(b *testing.B) {
	words := []string{"hello ", "world ", "the ", "café ", "naïve ", "über ", "漢字 ", "日本語 ", "かな ", "😀 ", "– "}
	random := rand.New(rand.NewPCG(1, 2))
	var mixed strings.Builder
	for mixed.Len() < 10_000_000 {
		mixed.WriteString(words[random.IntN(len(words))])
	}
	repeated := func(piece string) string { return strings.Repeat(piece, 10_000_000/len(piece)) }
	for _, c := range []struct{ name, text string }{
		{"ASCII", repeated("The quick brown fox jumps over the lazy dog.\n")},
		{"CJK", repeated("天地玄黃宇宙洪荒")},
		{"mixed,repeated", repeated("The café serves 漢字 tea 😀, naïve ")},
		{"mixed,random", mixed.String()},
	} {
		for _, step := range []struct {
			name  string
			count func(text string) int
		}{
			{"RuneCount", utf8.RuneCountInString},
			{"Chars", func(text string) int { chars, _ := measure.Chars(text); return chars }},
		} {
			b.Run(c.name+"/"+step.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.text)))
				total := 0
				for b.Loop() {
					total += step.count(c.text)
				}
				if total == 0 {
					b.Error("the count is 0")
				}
			})
		}
	}
}
