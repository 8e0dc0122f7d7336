package runtime

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// An index and a map have the same entries after random changes. Few names have different
// first slots, so that most searches pass other entries.
func TestNameIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var (
		index nameIndex
		model = make(map[string]*entry)
	)
	for range 20_000 {
		name := fmt.Sprintf("tool_with_a_name_%d", random.IntN(60))[random.IntN(18):]
		switch want := model[name]; random.IntN(3) {
		case 0:
			e := &entry{tool: &Tool{Name: name}}
			if taken := index.add(e); taken != want {
				t.Fatalf("adding %s returns %v, want %v", name, taken, want)
			}
			if want == nil {
				model[name] = e
			}
		case 1:
			index.remove(name)
			delete(model, name)
		default:
			if got := index.get(name); got != want {
				t.Fatalf("%s has %v, want %v", name, got, want)
			}
		}
	}
	if index.used != len(model) {
		t.Errorf("the index has %d entries, want %d", index.used, len(model))
	}
	for name, want := range model {
		if got := index.get(name); got != want {
			t.Errorf("%s has %v at the end, want %v", name, got, want)
		}
	}
}

func TestEmptyNameIndex(t *testing.T) {
	var index nameIndex
	index.remove("a")
	if got := index.get("a"); got != nil {
		t.Errorf("an empty index has %v", got)
	}
	if index.add(&entry{tool: &Tool{Name: "a"}}); index.get("") != nil {
		t.Error("the index has an entry without a name")
	}
}

// TestPortableNames compares isPortable with the definition: each byte is tried at each
// position of names of each length.
func TestPortableNames(t *testing.T) {
	const digits, letters = "0123456789-", "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	for length := range maxNameLength + 2 {
		valid := strings.Repeat("m", length)
		if got, want := isPortable(valid), length > 0 && length <= maxNameLength; got != want {
			t.Errorf("a name with %d letters: %t, want %t", length, got, want)
		}
		for i := range min(length, maxNameLength) {
			for c := range 256 {
				name := valid[:i] + string([]byte{byte(c)}) + valid[i+1:]
				inside := strings.IndexByte(letters, byte(c)) >= 0 || i > 0 && strings.IndexByte(digits, byte(c)) >= 0
				if got, want := isPortable(name), inside && length <= maxNameLength; got != want {
					t.Fatalf("%q: %t, want %t", name, got, want)
				}
			}
		}
	}
}
