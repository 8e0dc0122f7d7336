// Adapters measures the adapters and prints tables: calls of an MCP server over HTTP,
// compared with a server of the official SDK, and what each adapter adds to a program.
//
//	go run ./cmd/adapters
//	go run ./cmd/adapters -only mcp -rounds 25
//	go run ./cmd/adapters -only size
//	go run ./cmd/adapters -only agent
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"github.com/toolgen/toolgen/bench/additions"
)

func main() {
	rounds := flag.Int("rounds", 15, "number of rounds of the calls; the table has their medians")
	only := flag.String("only", "", "table to print: mcp, size or agent; all if empty")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *only, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "adapters:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, only string, rounds int) error {
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	tables := []struct {
		name  string
		print func() error
	}{
		{"mcp", func() error { return printCalls(ctx, w, rounds, 1000) }},
		{"size", func() error {
			fmt.Fprint(w, "What a program has, and what adapters and their SDKs add (stripped, static):\n\n")
			return printSizes(w, additions.Programs, func(p *additions.Program) (additions.Size, error) { return p.Measure(root) })
		}},
		{"agent", func() error {
			fmt.Fprint(w, "\nThe agent without the SDK of a vendor, and what each SDK adds:\n\n")
			return printSizes(w, additions.AgentPrograms, func(p *additions.Program) (additions.Size, error) { return p.MeasureAgent(root) })
		}},
	}
	known := only == ""
	for _, table := range tables {
		known = known || table.name == only
	}
	if rounds < 1 || !known {
		return fmt.Errorf("expected -rounds above 0 and -only mcp, size or agent, got %d and %q", rounds, only)
	}
	fmt.Fprintf(w, "%s, %s/%s, %d cores\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, table := range tables {
		if only == "" || table.name == only {
			if err := table.print(); err != nil {
				return err
			}
		}
	}
	return nil
}

// printSizes prints the size of the first program, and what the others add.
func printSizes(w io.Writer, programs []additions.Program, measure func(*additions.Program) (additions.Size, error)) error {
	table := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprint(table, "|\tprogram\t|\tlines of go.sum\t|\tbinary\t|\n|\t---\t|\t--:\t|\t--:\t|\n")
	var base additions.Size
	for i, p := range programs {
		size, err := measure(&p)
		if err != nil {
			return err
		}
		if i == 0 {
			base = size
			fmt.Fprintf(table, "|\t%s\t|\t%d\t|\t%.1f MB\t|\n", p.Name, size.SumLines, float64(size.Bytes)/1e6)
			continue
		}
		fmt.Fprintf(table, "|\t%s\t|\t+%d\t|\t+%.1f MB\t|\n", p.Name, size.SumLines-base.SumLines, float64(size.Bytes-base.Bytes)/1e6)
	}
	return table.Flush()
}
