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
