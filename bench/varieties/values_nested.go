package varieties

import (
	"fmt"
	"strings"
)

const issue = `{"title":"Crash on start","body":"It crashes.\nEvery time: \"nil\".","labels":["bug","p1"],"state":"closed","page":2,"since":"2026-01-01","draft":false,"priority":1,"weight":0.5}`

func matrix(n int) Matrix {
	m := Matrix{Rows: make([][]float64, n)}
	for i := range m.Rows {
		for j := range n {
			m.Rows[i] = append(m.Rows[i], float64(i*j))
		}
	}
	return m
}

// exponents returns the JSON of numbers that need all bits of a float.
func exponents(n int) []byte {
	return object("values", '[', ']', n, func(i int) string { return fmt.Sprintf("%.16e", float64(i+1)*1.2345678912345e-30) })
}

func groups(n int) []byte {
	return object("groups", '{', '}', n, func(i int) string { return fmt.Sprintf(`"group %d":["ann","bob","eve"]`, i) })
}

func servers(n int) []byte {
	return object("servers", '{', '}', n, func(i int) string {
		return fmt.Sprintf(`"server-%d":{"host":"10.0.0.%d","port":%d,"tls":true}`, i, i, 8080+i)
	})
}

func drawing(n int) []byte {
	return object("shapes", '[', ']', n, func(i int) string {
		switch i % 5 {
		case 0:
			return fmt.Sprintf(`{"type":"circle","radius":%d.5}`, i)
		case 1:
			return fmt.Sprintf(`{"type":"square","side":%d}`, i)
		case 2:
			return `{"type":"label","text":"hello, world","size":3}`
		case 3:
			return `{"type":"group","names":["left","right"]}`
		}
		return fmt.Sprintf(`{"type":"arrow","from":{"x":0,"y":%d,"z":0},"to":{"x":1,"y":1,"z":%d}}`, i, i)
	}, `"title":"Plan"`)
}

// object returns the JSON of an object whose last member is a list or a map of n parts.
func object(name string, opener, closer byte, n int, part func(i int) string, before ...string) []byte {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part(i)
	}
	last := fmt.Sprintf("%q:%c%s%c", name, opener, strings.Join(parts, ","), closer)
	return []byte("{" + strings.Join(append(before, last), ",") + "}")
}
