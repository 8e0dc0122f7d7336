package sha256_test

import (
	standard "crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/toolgen/toolgen/internal/sha256"
)

// TestSumAgainstStandardLibrary compares the digests with those of crypto/sha256, for every length around the
// block size and for random texts.
func TestSumAgainstStandardLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 5000)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for n := range data {
		if sha256.Sum(data[:n]) != standard.Sum256(data[:n]) {
			t.Fatalf("the digest of %d bytes differs", n)
		}
	}
}

func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if sha256.Sum(data) != standard.Sum256(data) {
			t.Errorf("the digest of %q differs", data)
		}
	})
}
