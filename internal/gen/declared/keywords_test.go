package declared

import "testing"

// TestRefusedKeywordsAreUnknown checks that no keyword is both supported and refused.
func TestRefusedKeywordsAreUnknown(t *testing.T) {
	for name := range refusedKeywords {
		if _, isSupported := rules[name]; isSupported {
			t.Errorf("%s is supported: remove it from refusedKeywords in keywords.go", name)
		}
	}
}
