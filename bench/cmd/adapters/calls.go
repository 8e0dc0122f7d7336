package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/toolgen/toolgen/bench/protocol"
)

// parallel is the number of calls at a time.
const parallel = 32

// loads are the tables: a tool, and a client.
var loads = []struct {
	title, tool string
	newClient   func(context.Context, *protocol.Server, string) (*protocol.Client, error)
}{
	{"A tool that returns a text; a client that does not decode responses", "title", protocol.NewPlainClient},
	{"A tool that returns structured content; a client that does not decode responses", "search", protocol.NewPlainClient},
	{"A tool that returns a text; the client of go-sdk in the same process", "title", protocol.NewSDKClient},
	{"A tool that returns structured content; the client of go-sdk in the same process", "search", protocol.NewSDKClient},
}

// printCalls measures the servers and prints a table for each load.
func printCalls(ctx context.Context, w io.Writer, rounds, calls int) (err error) {
	servers, err := protocol.NewServers()
	if err != nil {
		return err
	}
	defer func() {
		for _, s := range servers {
			err = errors.Join(err, s.Close())
		}
	}()
	for _, l := range loads {
		var rows []*row
		for _, s := range servers {
			client, err := l.newClient(ctx, s, l.tool)
			if err != nil {
				return err
			}
			defer client.Close()
			rows = append(rows, &row{name: s.Name, client: client})
		}
		if err := measure(ctx, rows, rounds, calls); err != nil {
			return err
		}
		fmt.Fprintf(w, "%d MCP calls over HTTP, %d at a time; medians of %d rounds. %s:\n\n", calls, parallel, rounds, l.title)
		if err := printRows(w, rows); err != nil {
			return err
		}
	}
	return nil
}

// row has the measurements of a server, one for each round.
type row struct {
	name   string
	client *protocol.Client
	total  []time.Duration // of all calls
	call   []time.Duration // the median of a call
	ratio  []float64       // of the totals of this row and the first row in the same round
}

// measure measures the rows in turn, round by round, so that a busy machine affects all
// rows. The first round is not counted.
func measure(ctx context.Context, rows []*row, rounds, calls int) error {
	for round := range rounds + 1 {
		for _, r := range rows {
			total, each, err := r.client.Run(ctx, calls, parallel)
			if err != nil {
				return err
			}
			if round == 0 {
				continue
			}
			r.total, r.call = append(r.total, total), append(r.call, median(each))
			r.ratio = append(r.ratio, float64(total)/float64(rows[0].total[round-1]))
		}
	}
	return nil
}

// printRows prints the rows as a Markdown table.
func printRows(w io.Writer, rows []*row) error {
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprint(table, "|\tserver\t|\tall calls\t|\tlowest to highest\t|\tone call\t|\tratio\t|\tlowest to highest\t|\n|\t---\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|\t--:\t|\n")
	for _, r := range rows {
		fmt.Fprintf(table, "|\t%s\t|\t%.0f ms\t|\t%.0f to %.0f ms\t|\t%.1f ms\t|\t%.2f\t|\t%.2f to %.2f\t|\n", r.name,
			milliseconds(median(r.total)), milliseconds(slices.Min(r.total)), milliseconds(slices.Max(r.total)), milliseconds(median(r.call)),
			median(r.ratio), slices.Min(r.ratio), slices.Max(r.ratio))
	}
	fmt.Fprintln(table)
	return table.Flush()
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// median returns the median, or the lower of the two middle values.
func median[T time.Duration | float64](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
