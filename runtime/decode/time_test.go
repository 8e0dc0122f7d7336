package decode

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestParseTime compares parseTime with time.Parse.
func TestParseTime(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 0))
	for range 100_000 {
		text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", r.IntN(10000), r.IntN(14), r.IntN(33), r.IntN(25), r.IntN(61), r.IntN(61))
		if r.IntN(2) == 0 {
			text += fmt.Sprintf(".%d", r.Int64()>>r.IntN(64))
		}
		text += []string{"Z", "z", "", "+00:00", "-00:00", "+02:00", "-23:59", "+24:00", "+01:60", "+1:00", "Z "}[r.IntN(11)]
		if r.IntN(4) == 0 { // a change of one byte
			i := r.IntN(len(text))
			text = text[:i] + string("0123456789-:.,TtZz+ "[r.IntN(20)]) + text[i+r.IntN(2):]
		}
		checkParseTime(t, text)
	}
}

// TestParseTimeDays compares the first and the last days of months from the year 0 on.
func TestParseTimeDays(t *testing.T) {
	for year := range 2500 {
		for _, month := range []int{1, 2, 3, 12} {
			for _, day := range []int{0, 1, 28, 29, 30, 31, 32} {
				checkParseTime(t, fmt.Sprintf("%04d-%02d-%02dT23:59:59Z", year, month, day))
			}
		}
	}
}

func checkParseTime(t *testing.T, text string) {
	t.Helper()
	want, wantOK := timeOfLibrary(text)
	if got, ok := parseTime(text); ok != wantOK || !reflect.DeepEqual(got, want) {
		t.Fatalf("parseTime(%q) = %v, %v, want %v, %v", text, got, ok, want, wantOK)
	}
}

// timeOfLibrary does the same as parseTime with time.Parse.
func timeOfLibrary(s string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || len(s) < len("2006-01-02T15:04:05Z") || s[len("2006-01-02T15")] != ':' || strings.Contains(s, ",") {
		return time.Time{}, false
	}
	if s[len(s)-1] != 'Z' {
		zone := s[len(s)-len("15:04"):]
		if zone[:2] > "23" || zone[3:] > "59" {
			return time.Time{}, false
		}
	}
	return t, true
}
