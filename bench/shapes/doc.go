// Package shapes holds three tools of different size, written as any user of
// toolgen writes them, and what everything that is compared reads: the text
// of one call of each, the struct that it stands for, and the schema that
// toolgen generated.
package shapes
