// Table measures every peer with every shape, and every variant of every comparison,
// in one process, and prints tables. Each round measures all rows of a table, so that
// a busy machine affects all rows. The tables have the medians of the rounds.
//
//	go run ./cmd/table
//	go run ./cmd/table -rounds 1 -time 50ms
//	go run ./cmd/table -only runtime
//	go run ./cmd/table -write README.md
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/toolgen/toolgen/bench/comparisons"
	"github.com/toolgen/toolgen/bench/generator"
	"github.com/toolgen/toolgen/bench/peers"
	"github.com/toolgen/toolgen/bench/search"
	"github.com/toolgen/toolgen/bench/shapes"
)

func main() {
	testing.Init() // defines the flag for the duration of testing.Benchmark
	rounds := flag.Int("rounds", 5, "number of rounds; the tables have their medians")
	duration := flag.Duration("time", 200*time.Millisecond, "minimum duration of each measurement")
	only := flag.String("only", "", "tables to print: decoding, runtime, search, generator, or all of them if empty")
	write := flag.String("write", "", "Markdown file whose tables are replaced, each below a comment with the beginning of its title")
	flag.Parse()
	var printed bytes.Buffer
	err := run(io.MultiWriter(os.Stdout, &printed), *only, *rounds, *duration)
	if err == nil && *write != "" {
		err = writeTables(*write, printed.String(), time.Now())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, only string, rounds int, duration time.Duration) error {
	if rounds < 1 || duration <= 0 {
		return fmt.Errorf("-rounds and -time must be positive, got %d and %v", rounds, duration)
	}
	if err := flag.Set("test.benchtime", duration.String()); err != nil {
		return err
	}
	tables := map[string][]func(io.Writer, int) error{
		"": {decoding, kinds, comparisonTables(comparisons.All), comparisonTables(search.All), comparisonTables(generator.All)}, "decoding": {decoding, kinds},
		"runtime": {comparisonTables(comparisons.All)}, "search": {comparisonTables(search.All)}, "generator": {comparisonTables(generator.All)},
	}[only]
	if tables == nil {
		return fmt.Errorf("-only must be decoding, runtime, search or generator, got %q", only)
	}
	fmt.Fprintf(w, "%s, %s/%s, %d cores, medians of %d rounds of %v\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), rounds, duration)
	for _, table := range tables {
		if err := table(w, rounds); err != nil {
			return err
		}
	}
	return nil
}

// decoding prints the table of the peers.
func decoding(w io.Writer, rounds int) error {
	set := shapes.All()
	rows, err := setUp(set)
	if err != nil {
		return err
	}
	texts := [...][]byte{set.Small.Text, set.Medium.Text, set.Large.Text}
	for range rounds {
		for i := range rows {
			for shape, call := range rows[i].calls {
				body := func(b *testing.B) { peers.Measure(b, call, texts[shape]) }
				if err := rows[i].costs[shape].add(body); err != nil {
					return fmt.Errorf("%s: %w", rows[i].peer.Name, err)
				}
			}
		}
	}
	return print(w, rows)
}

// row is one row of the table.
type row struct {
	peer  peers.Peer
	calls [3]peers.Call
	tally peers.Tally
	costs [3]cost
}

// setUp sets up all peers, and counts the bad calls that they refuse.
func setUp(set shapes.Set) ([]row, error) {
	bad := shapes.AllBad(set)
	var rows []row
	for _, p := range peers.All() {
		calls, err := p.New(set)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		rows = append(rows, row{peer: p, calls: [3]peers.Call{calls.Small, calls.Medium, calls.Large}, tally: calls.Refusals(bad)})
	}
	return rows, nil
}

// cost has the measurements of one call or run, one for each round.
type cost struct {
	nanoseconds []float64
	allocs      []float64
}

func (c *cost) add(body func(b *testing.B)) error {
	result := testing.Benchmark(body)
	if result.N == 0 {
		return errors.New("a call that passed before was refused")
	}
	c.nanoseconds = append(c.nanoseconds, float64(result.T.Nanoseconds())/float64(result.N))
	c.allocs = append(c.allocs, float64(result.AllocsPerOp()))
	return nil
}

// median returns the median, or the lower of the two middle values.
func median(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[(len(values)-1)/2]
}
