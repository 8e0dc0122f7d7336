package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toolgen/toolgen/bench/peers"
	"github.com/toolgen/toolgen/bench/shapes"
)

// print prints the rows as an aligned Markdown table.
func print(w io.Writer, rows []row) error {
	base := slices.IndexFunc(rows, func(r row) bool { return r.peer.Name == peers.Baseline })
	if base < 0 {
		return fmt.Errorf("no row is named %s", peers.Baseline)
	}
	fmt.Fprint(w, "Calls of three sizes, and libraries that read them:\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(table, "|\tpeer\t|\treach\t|\tchecks\t|\trefuses\t|\tsmall\t|\tmedium\t|\tlarge\t|\tratio\t|\tallocations\t|")
	fmt.Fprintln(table, "|\t---\t|\t---\t|\t---\t|\t---\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|")
	for _, r := range rows {
		var times, allocs [3]float64
		var ratios [3]string
		for i := range r.costs {
			times[i], allocs[i] = median(r.costs[i].nanoseconds), median(r.costs[i].allocs)
			ratios[i] = spreadText(r.costs[i].ratiosTo(&rows[base].costs[i]))
		}
		fmt.Fprintf(table, "|\t%s\t|\t%s\t|\t%s\t|\t%s\t|\t%.0f ns\t|\t%.0f ns\t|\t%.0f ns\t|\t%s\t|\t%.0f, %.0f, %.0f\t|\n",
			r.peer.Name, r.peer.Reach, r.peer.Checks, refusals(r.tally), times[0], times[1], times[2],
			strings.Join(ratios[:], ", "), allocs[0], allocs[1], allocs[2])
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// refusals formats the numbers of refused bad calls of each level but the first, which
// has no bad calls.
func refusals(t peers.Tally) string {
	text := ""
	for level := shapes.Syntax; level < shapes.Levels; level++ {
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("%d/%d", t[level].Refused, t[level].Of)
	}
	return text
}

// ratiosTo returns the ratios of the rounds to those of another cost.
func (c *cost) ratiosTo(base *cost) (ratios []float64) {
	for round, took := range c.nanoseconds {
		ratios = append(ratios, took/base.nanoseconds[round])
	}
	return ratios
}

// spreadText formats the median of ratios, with the lower and the upper quartile if they look different.
func spreadText(ratios []float64) string {
	sorted := slices.Sorted(slices.Values(ratios))
	lower, upper := ratioText(sorted[(len(sorted)-1)/4]), ratioText(sorted[len(sorted)-1-(len(sorted)-1)/4])
	if lower == upper {
		return lower
	}
	return fmt.Sprintf("%s (%s to %s)", ratioText(median(ratios)), lower, upper)
}

// ratioText formats a ratio with two decimals below 10, and without decimals from ten on.
func ratioText(ratio float64) string {
	if ratio < 10 {
		return fmt.Sprintf("%.2f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}
