package runtime

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzMeasure compares counting and cutting with the standard library.
func FuzzMeasure(f *testing.F) {
	f.Add("", 0)
	f.Add("hello, world: more than eight bytes", 9)
	f.Add("eight aéé漢漢😀 and more", 13)
	f.Add(strings.Repeat("漢字 in a text of words 😀, né ", 4), 70)
	f.Add(strings.Repeat("-", 62)+"\xe1\x80"+strings.Repeat("a", 32)+"\x80", 3) // not forgotten over ASCII
	f.Add("\xff", 1)
	f.Add("12345678\xed\xa0\x80", 3)
	f.Add("12345678\xe0\x80\x80", 3)
	f.Add("1234567é\xc3", 3)
	f.Add("\xc0\x80 overlong \xf4\x90\x80\x80", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		chars, valid := measure(s)
		if want := utf8.ValidString(s); valid != want {
			t.Errorf("measure(%q) says valid %v, want %v", s, valid, want)
		}
		if want := utf8.RuneCountInString(s); valid && chars != want {
			t.Errorf("measure(%q) = %d, want %d", s, chars, want)
		}
		if !valid {
			return
		}
		want := s
		if n < chars {
			want = string([]rune(s)[:max(0, n)])
		}
		if got := s[:offset(s, n)]; got != want {
			t.Errorf("the first %d of %q are %q, want %q", n, s, got, want)
		}
	})
}

// Every beginning of a code point, right or wrong, across the words that
// measure takes at a time.
func TestMeasureKnowsEveryForm(t *testing.T) {
	tails := []string{"", "\x80", "\xbf", "\x80\x80", "\xbf\xbf", "\x80\x80\x80", "x\x80", "\x80x"}
	for first := 0x80; first <= 0xFF; first++ {
		for second := range 0x100 {
			for _, tail := range tails {
				form := string([]byte{byte(first), byte(second)}) + tail
				s := strings.Repeat("-", 61+second%8) + form + strings.Repeat("é", 20)
				chars, valid := measure(s)
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

// A level is right when it gives away all it may, and nobody gets more than
// somebody who wants more.
func TestFairLevel(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 2))
		wants, total := make([]int, 1+random.IntN(9)), 0
		for i := range wants {
			wants[i] = random.IntN(20)
			total += wants[i]
		}
		if total == 0 {
			continue
		}
		budget := random.IntN(total)
		level := fairLevel(slices.Clone(wants), budget)
		given, shares := 0, make([]int, len(wants))
		for i, want := range wants {
			shares[i] = level.share(want)
			given += shares[i]
		}
		if given != budget {
			t.Fatalf("seed %d: %v of %d got %v, together %d", seed, wants, budget, shares, given)
		}
		for i := range shares {
			for j := range shares {
				if shares[i] < wants[i] && shares[i]+1 < shares[j] {
					t.Fatalf("seed %d: %v of %d got %v: %d could have more", seed, wants, budget, shares, i)
				}
			}
		}
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{"": "", "abc": "abc", "äöü": "äöü", "äöüß": "äöü…"} {
		if got := clip(text, 3); got != want {
			t.Errorf("clip(%q) = %q, want %q", text, got, want)
		}
	}
}

// Cutting looks at the whole text once: it allocates what is left, no more.
func TestCutAllocatesWhatIsLeft(t *testing.T) {
	text := strings.Repeat("漢字", 1<<20)
	allocated := testing.AllocsPerRun(3, func() {
		chars, _ := measure(text)
		cutting{text: text, total: chars, limit: 100}.cut()
	})
	if allocated > 4 {
		t.Errorf("a cut allocates %v times", allocated)
	}
}

// BenchmarkMeasure looks at 10 MB as every result is looked at, step by step,
// beside counting alone. Of mixed text a processor learns a short period by
// heart, so that there is one without.
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
			name string
			take func(text string) int
		}{
			{"RuneCount", utf8.RuneCountInString},
			{"measure", func(text string) int { chars, _ := measure(text); return chars }},
			{"redact", func(text string) int { return len((&Call{turn: &Turn{}}).redact(text)) }},
		} {
			b.Run(c.name+"/"+step.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.text)))
				total := 0
				for b.Loop() {
					total += step.take(c.text)
				}
				if total == 0 {
					b.Error("nothing was taken")
				}
			})
		}
	}
}
