package good

import "testing"

func TestAdd(t *testing.T) {
	for _, c := range []struct{ name string }{{"small"}, {"large"}} {
		t.Run(c.name, func(t *testing.T) {
			if Add(1, 2) != 3 {
				t.Error("wrong")
			}
		})
	}
}

func TestNetwork(t *testing.T) { t.Skip("no network") }
