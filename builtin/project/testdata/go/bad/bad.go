// Package bad has faults that its tests find.
package bad

import "fmt"

// Round rounds to hundreds.
func Round(n int) int { return n / 100 * 100 }

// Describe has a fault that go vet finds.
func Describe(n int) string { return fmt.Sprintf("%s", n) }
