package decode

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestFindKey checks that each field is found from each position, except for fields that were read.
func TestFindKey(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 0))
	for _, count := range []int{1, 2, 8, 33, 63, 64, 65, 130} {
		fields := make([]Field, count)
		for n := range fields {
			fields[n].Key = fmt.Sprintf(`"name%0*d":`, n%3, n)
		}
		for range 2000 {
			n, guess, seen := r.IntN(count), r.IntN(count+1), r.Uint64()
			if count > 64 {
				seen = 0
			}
			want := n
			if seen>>n&1 != 0 {
				want = -1
			}
			if got := findKey(fields, guess, seen, fields[n].Key); got != want {
				t.Fatalf("%d fields: findKey(%d, %#x, %s) = %d, want %d", count, guess, seen, fields[n].Key, got, want)
			}
		}
		for _, key := range []string{`"other":`, `"name":`, `"":`, `":`} {
			if got := findKey(fields, 0, 0, key); got >= 0 {
				t.Errorf("%d fields: findKey(%s) = %d", count, key, got)
			}
		}
	}
}
