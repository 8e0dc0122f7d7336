package main

import (
	"fmt"
	"io"
	"slices"
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
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(table, "|\tpeer\t|\treach\t|\tchecks\t|\trefuses\t|\tsmall\t|\tmedium\t|\tlarge\t|\tratio\t|\tallocations\t|")
	fmt.Fprintln(table, "|\t---\t|\t---\t|\t---\t|\t---\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|")
	for _, r := range rows {
		var times, ratios, allocs [3]float64
		for i := range r.costs {
			times[i], allocs[i] = median(r.costs[i].nanoseconds), median(r.costs[i].allocs)
			ratios[i] = times[i] / median(rows[base].costs[i].nanoseconds)
		}
		fmt.Fprintf(table, "|\t%s\t|\t%s\t|\t%s\t|\t%s\t|\t%.0f ns\t|\t%.0f ns\t|\t%.0f ns\t|\t%s\t|\t%.0f, %.0f, %.0f\t|\n",
			r.peer.Name, r.peer.Reach, r.peer.Checks, refusals(r.tally), times[0], times[1], times[2],
			ratioText(ratios[:]...), allocs[0], allocs[1], allocs[2])
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

// ratioText formats ratios with one decimal, and without decimals from ten on.
func ratioText(ratios ...float64) string {
	text := ""
	for i, r := range ratios {
		if i > 0 {
			text += ", "
		}
		if r < 10 {
			text += fmt.Sprintf("%.1f", r)
		} else {
			text += fmt.Sprintf("%.0f", r)
		}
	}
	return text
}
