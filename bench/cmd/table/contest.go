package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/toolgen/toolgen/bench/contests"
)

// inTurn is the tables of contests that are yet to be set up.
func inTurn(setUp func() ([]contests.Contest, error)) func(io.Writer, int) error {
	return func(w io.Writer, rounds int) (err error) {
		all, err := setUp()
		if err != nil {
			return err
		}
		for _, c := range all {
			if c.Close != nil {
				defer func() { err = errors.Join(err, c.Close()) }()
			}
		}
		for _, c := range all {
			if err := measure(w, c, rounds); err != nil {
				return fmt.Errorf("%s: %w", c.Title, err)
			}
		}
		return nil
	}
}

// measure prints the table of one contest.
func measure(w io.Writer, c contests.Contest, rounds int) error {
	costs := make([][]cost, len(c.Ways))
	for i := range costs {
		costs[i] = make([]cost, len(c.Loads))
	}
	single := c.Runs > 0
	if single {
		rounds = c.Runs
	}
	for range rounds {
		for i, way := range c.Ways {
			for load, run := range way.Run {
				if err := costs[i][load].run(run, single); err != nil {
					return fmt.Errorf("%s, %s: %w", way.Name, c.Loads[load], err)
				}
			}
		}
	}
	return printContest(w, c, costs)
}

// run adds what a run takes: a single one, or those of one measurement.
func (c *cost) run(run func() error, single bool) error {
	if single {
		start := time.Now()
		err := run()
		c.nanoseconds = append(c.nanoseconds, float64(max(1, time.Since(start).Nanoseconds())))
		return err
	}
	var failed error
	err := c.add(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if failed = run(); failed != nil {
				b.FailNow()
			}
		}
	})
	if failed != nil {
		return failed
	}
	return err
}

// printContest writes the costs as aligned columns that are a Markdown table
// too. Allocations are those of a call, where there are calls.
func printContest(w io.Writer, c contests.Contest, costs [][]cost) error {
	fmt.Fprintf(w, "%s:\n\n", c.Title)
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	columns := append([]string{"way"}, c.Loads...)
	columns = append(columns, "ratio", "allocations")
	fmt.Fprintf(table, "|\t%s\t|\n", strings.Join(columns, "\t|\t"))
	fmt.Fprintf(table, "|\t---\t%s|\n", strings.Repeat("|\t--:\t", len(columns)-1))
	for i, way := range c.Ways {
		cells, ratios, allocs := []string{way.Name}, []float64{}, []string{}
		for load := range c.Loads {
			took := median(costs[i][load].nanoseconds)
			cells = append(cells, timeText(took))
			ratios = append(ratios, took/median(costs[0][load].nanoseconds))
			allocs = append(allocs, allocsText(c, load, costs[i][load].allocs))
		}
		cells = append(cells, ratioText(ratios...), strings.Join(allocs, ", "))
		fmt.Fprintf(table, "|\t%s\t|\n", strings.Join(cells, "\t|\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// timeText shows a time with at least two digits, in a unit that leaves few
// more.
func timeText(nanoseconds float64) string {
	switch {
	case nanoseconds < 10_000:
		return fmt.Sprintf("%.0f ns", nanoseconds)
	case nanoseconds < 1_000_000:
		return fmt.Sprintf("%.1f µs", nanoseconds/1_000)
	case nanoseconds < 10_000_000:
		return fmt.Sprintf("%.0f µs", nanoseconds/1_000)
	}
	return fmt.Sprintf("%.1f ms", nanoseconds/1_000_000)
}

// allocsText is how often a run allocates; other processes' allocations are not
// seen.
func allocsText(c contests.Contest, load int, allocs []float64) string {
	switch {
	case len(allocs) == 0:
		return "-"
	case c.Calls != nil:
		return fmt.Sprintf("%.1f", median(allocs)/float64(c.Calls[load]))
	}
	return fmt.Sprintf("%.0f", median(allocs))
}
