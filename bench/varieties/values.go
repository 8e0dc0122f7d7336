package varieties

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

var eight = Eight{City: "São Paulo", Country: "BR", Days: 7, Hourly: true, Lat: -23.5505, Lon: -46.6333, Units: Imperial, Note: "for the garden"}

// random is a source of the same numbers in each run.
func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// words returns random words up to a length in bytes.
func words(size int, all ...string) string {
	r := random()
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(all[r.IntN(len(all))])
	}
	return b.String()
}

func prose(size int) string {
	return words(size, "the ", "harbour ", "was quiet, ", "and ", "nobody ", "had seen ", "a ship ", "since Tuesday. ", "Then ", "came rain; ")
}

func source(size int) string {
	return words(size, "\tif err != nil {\n", "\t\treturn nil, err\n", "\t}\n", "\tfmt.Println(\"done\", n)\n", "// A comment.\n", "func f() {\n", "}\n\n")
}

func han(size int) string {
	return words(size, "天地", "玄黃", "宇宙", "洪荒", "、", "日月", "盈昃", "。")
}

func integers(n int) []int {
	r, all := random(), make([]int, n)
	for i := range all {
		all[i] = int(r.Int64N(1 << uint(4+r.IntN(40))))
	}
	return all
}

func decimals(n int) []float64 {
	r, all := random(), make([]float64, n)
	for i := range all {
		all[i] = r.Float64() * 1000
	}
	return all
}

func points(n int) []Point {
	numbers, all := decimals(3*n), make([]Point, n)
	for i := range all {
		all[i] = Point{X: numbers[3*i], Y: numbers[3*i+1], Z: numbers[3*i+2]}
	}
	return all
}

func tree(depth, width int) Tree {
	t := Tree{Label: fmt.Sprint("node ", depth)}
	for i := 0; depth > 0 && i < width; i++ {
		t.Children = append(t.Children, tree(depth-1, width))
	}
	return t
}

func wide() Wide {
	n := 3
	return Wide{
		1, 2, 3, 4, "a", "bb", "ccc", "dddd", true, true, true, true, &n, &n, &n, &n,
		5, 6, 7, 8, "e", "ff", "ggg", "hhhh", true, true, true, true, &n, &n, &n, &n,
	}
}

func labels(n int) Labels {
	l := Labels{Labels: make(map[string]string), Counts: make(map[string]int)}
	for i := range n {
		l.Labels[fmt.Sprint("label-", i)] = fmt.Sprint("value of label ", i)
		l.Counts[fmt.Sprint("count-", i)] = i * i
	}
	return l
}

// timesArgs has the JSON form of Times, in which durations are texts.
type timesArgs struct {
	From    time.Time   `json:"from"`
	To      time.Time   `json:"to"`
	Timeout string      `json:"timeout"`
	Each    []time.Time `json:"each"`
}

func times(n int) timesArgs {
	first := time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)
	t := timesArgs{From: first, To: first.AddDate(0, 1, 0), Timeout: "1m30s"}
	for i := range n {
		t.Each = append(t.Each, first.Add(time.Duration(i)*time.Hour+time.Duration(i)*time.Millisecond))
	}
	return t
}

// edits returns the JSON of n edits.
func edits(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"edits":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if i%3 == 0 {
			fmt.Fprintf(&b, `{"kind":"delete","first":%d,"last":%d}`, i, i+4)
		} else {
			fmt.Fprintf(&b, `{"kind":"insert","line":%d,"text":"return nil, err // line %d"}`, i, i)
		}
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func order(n int) Order {
	notes := "Leave it at the door; ring twice."
	o := Order{
		ID: "2026-000417", Notes: &notes,
		Customer: Party{Name: "Jane Doe", Email: "jane@example.com", Address: Address{Street: "1 Long Street", City: "Springfield", Zip: "12345"}},
	}
	for i := range n {
		o.Lines = append(o.Lines, Line{SKU: fmt.Sprintf("SKU-%05d", i*37), Quantity: 1 + i%9, Price: float64(i)*3.25 + 0.99, Tax: []string{"none", "reduced", "full"}[i%3]})
	}
	return o
}
