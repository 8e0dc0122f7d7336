// Package good adds.
package good

// Add is the sum.
func Add(a, b int) int { return a + b }
