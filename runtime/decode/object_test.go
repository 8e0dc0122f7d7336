package decode

import (
	"fmt"
	"testing"
)

// TestKey checks that each property is found, with and without an index, also if its name has an escape or is followed by
// white space, and that other names are not.
func TestKey(t *testing.T) {
	for _, count := range []int{1, 2, 4, 5, 33, 64, 65, 130, 250} {
		fields := make([]Field, count)
		for n := range fields {
			fields[n].Key = fmt.Sprintf(`"name%0*d":`, n%3, n)
		}
		for _, typ := range []*Type{{Fields: fields}, {Fields: fields, Index: NewIndex(fields)}} {
			for n := range fields {
				name := fields[n].name()
				for _, member := range []string{`"` + name + `":1`, `"` + name + `" : 1`, `"\u006e` + name[1:] + `":1`} {
					d := D{text: member}
					if property, value := d.key(0, typ); property != n || value != len(member)-1 {
						t.Fatalf("%d fields, index %q: %s is property %d with the value at %d", count, typ.Index, member, property, value)
					}
				}
			}
			for _, member := range []string{`"other":1`, `"name":1`, `"":1`, `":1`, `"name0`, `"name0"1`, `name0:1`, `"nameX0":1`, ""} {
				d := D{text: member}
				if property, value := d.key(0, typ); property >= 0 || value >= 0 {
					t.Errorf("%d fields, index %q: %s is property %d", count, typ.Index, member, property)
				}
			}
		}
	}
}
