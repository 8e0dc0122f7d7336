package bad

import "testing"

func TestRound(t *testing.T) {
	for name, c := range map[string][2]int{"down": {149, 100}, "half up": {150, 200}} {
		t.Run(name, func(t *testing.T) {
			if got := Round(c[0]); got != c[1] {
				t.Errorf("Round(%d) = %d, want %d\nsecond line", c[0], got, c[1])
			}
		})
	}
}

func TestPanic(t *testing.T) {
	var stock map[string]int
	stock["pen"]++
}
