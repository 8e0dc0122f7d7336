package decode

// Unique reads an array by the function read and refuses equal items. Items are
// compared as JSON values: 1 and 1.0 are equal, and so are objects with the same
// members in another order.
func Unique[T any](d *D, i int, v *T, read func(d *D, i int, v *T) int) int {
	end := read(d, i, v)
	if end < 0 {
		return end
	}
	if _, _, found := duplicateItems(d.text, i); found {
		return -1
	}
	return end
}
