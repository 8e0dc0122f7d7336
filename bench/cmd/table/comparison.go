package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/toolgen/toolgen/bench/comparisons"
)

// comparisonTables returns a function that sets up comparisons and prints their tables.
func comparisonTables(setUp func() ([]comparisons.Comparison, error)) func(io.Writer, int) error {
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

// measure measures a comparison and prints its table.
func measure(w io.Writer, c comparisons.Comparison, rounds int) error {
	costs := make([][]cost, len(c.Variants))
	for i := range costs {
		costs[i] = make([]cost, len(c.Loads))
	}
	single := c.Runs > 0
	if single {
		rounds = c.Runs
	}
	for range rounds {
		for i, variant := range c.Variants {
			for load, run := range variant.Run {
				if err := costs[i][load].run(run, single); err != nil {
					return fmt.Errorf("%s, %s: %w", variant.Name, c.Loads[load], err)
				}
			}
		}
	}
	return printComparison(w, c, costs)
}

// run adds the cost of a single run, or the average cost of the runs of a measurement.
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

// printComparison prints the costs as an aligned Markdown table. If the loads have
// calls, allocations are per call.
func printComparison(w io.Writer, c comparisons.Comparison, costs [][]cost) error {
	fmt.Fprintf(w, "%s:\n\n", c.Title)
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	columns := append([]string{"variant"}, c.Loads...)
	columns = append(columns, "ratio", "allocations")
	fmt.Fprintf(table, "|\t%s\t|\n", strings.Join(columns, "\t|\t"))
	fmt.Fprintf(table, "|\t---\t%s|\n", strings.Repeat("|\t--:\t", len(columns)-1))
	for i, variant := range c.Variants {
		cells, ratios, allocs := []string{variant.Name}, []string{}, []string{}
		for load := range c.Loads {
			cells = append(cells, timeText(median(costs[i][load].nanoseconds)))
			ratios = append(ratios, spreadText(costs[i][load].ratiosTo(&costs[0][load])))
			allocs = append(allocs, allocsText(c, load, costs[i][load].allocs))
		}
		cells = append(cells, strings.Join(ratios, ", "), strings.Join(allocs, ", "))
		fmt.Fprintf(table, "|\t%s\t|\n", strings.Join(cells, "\t|\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// timeText formats a time with two to five digits.
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

// allocsText formats the number of allocations of a run, or "-" if it is not known
// because the run is another process.
func allocsText(c comparisons.Comparison, load int, allocs []float64) string {
	switch {
	case len(allocs) == 0:
		return "-"
	case c.Calls != nil:
		return fmt.Sprintf("%.1f", median(allocs)/float64(c.Calls[load]))
	}
	return fmt.Sprintf("%.0f", median(allocs))
}
