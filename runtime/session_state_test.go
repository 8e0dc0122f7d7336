package runtime_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Each package of tools has its own value in a session, and a session without values shares none.
func TestSessionState(t *testing.T) {
	type key struct{}
	type other struct{}
	made := 0
	create := func() any { made++; return made }
	s := runtime.NewSession("a", "")
	for range 2 {
		if got := s.State(key{}, create); got != 1 {
			t.Errorf("got %v, want the value of the first call", got)
		}
	}
	if got := s.State(other{}, create); got != 2 {
		t.Errorf("another key has the value %v", got)
	}
	if got := s.Child("b").State(key{}, create); got != 3 {
		t.Errorf("a child has the value %v of its parent", got)
	}
	var none *runtime.Session
	if got := none.State(key{}, create); got != 4 {
		t.Errorf("a nil session has the value %v", got)
	}
}
