package redact

import (
	"slices"
	"strings"
	"testing"
)

// Runs that are shorter than shortestKey are not searched.
func TestShortestKey(t *testing.T) {
	shortest := minAssigned
	for _, list := range formats {
		for _, f := range list {
			shortest = min(shortest, len(f.prefix)+f.min)
			isShort := func(begin string) bool { return strings.HasPrefix(f.prefix, begin) }
			if len(f.prefix)+f.min < dense && !slices.ContainsFunc(shortBegins[:], isShort) {
				t.Errorf("%s: a key of %d characters is shorter than dense, and shortBegins has no beginning of it", f.prefix, len(f.prefix)+f.min)
			}
		}
	}
	for _, begin := range shortBegins {
		if begin[0] != 'x' {
			t.Errorf("%s does not begin with the letter that nextShort searches for", begin)
		}
	}
	if shortest != shortestKey {
		t.Errorf("shortestKey is %d, but the shortest key has %d characters", shortestKey, shortest)
	}
}

// TestKeysAtEachPosition checks that a key is found wherever it begins in the parts and words in which a text is examined.
func TestKeysAtEachPosition(t *testing.T) {
	keys := []string{"xapp-1234567", "xoxb-1234567890", "AKIAABCDEFGHIJKLMNOP", "-----BEGIN PRIVATE KEY-----", "x-----BEGIN RSA PRIVATE KEY-----", "token=abcdefghij0123456789"}
	for _, gap := range []string{" ", ":", "\"", "é", "abc;"} {
		for _, key := range keys {
			for at := partSize - 100; at < partSize+70; at++ {
				text := strings.Repeat(gap, at/len(gap)+1) + key + gap
				if !strings.Contains(Keys(text), "[REDACTED:") {
					t.Fatalf("%q after %d bytes of %q stays", key, len(text)-len(key)-len(gap), gap)
				}
			}
		}
	}
}

// TestGaps compares gaps with isGap for each byte at each position.
func TestGaps(t *testing.T) {
	for c := range 256 {
		for at := range 64 {
			text := []byte(strings.Repeat("a", 64))
			text[at] = byte(c)
			if got := gapsOf64(string(text)); got != 0 != isGap(byte(c)) || got != 0 && got != 1<<at {
				t.Errorf("%#x at %d: gaps %#x", c, at, got)
			}
		}
	}
}
