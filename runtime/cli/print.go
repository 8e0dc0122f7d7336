package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// printJSON prints each result as a line of JSON.
func (v *invocation) printJSON(results []runtime.CallResult) (failed bool, err error) {
	encoder := newEncoder(v.stdout)
	for i := range results {
		if err := encoder.Encode(&results[i]); err != nil {
			return false, err
		}
	}
	return anyFailed(results), nil
}

// printOne prints the content of a successful result to stdout, and everything else to stderr.
func (v *invocation) printOne(r *runtime.CallResult) (failed bool, err error) {
	if n := v.notes(r); n != "" {
		fmt.Fprintf(v.stderr, "%s: %s\n", r.Name, n)
	}
	if !r.Result.OK {
		fmt.Fprintf(v.stderr, "%s: %s\n", r.Result.Code, contentText(&r.Result))
		return true, nil
	}
	_, err = fmt.Fprintln(v.stdout, contentText(&r.Result))
	return false, err
}

// printTable prints a line for each call, and then the contents.
func (v *invocation) printTable(results []runtime.CallResult) (failed bool, err error) {
	rows := [][]string{{"ID", "TOOL", "STATUS", "DURATION", "NOTES"}}
	for i := range results {
		r := &results[i]
		rows = append(rows, []string{r.ID, r.Name, status(r), r.Duration.Round(time.Microsecond).String(), orDash(v.notes(r))})
	}
	if err := printColumns(v.stdout, rows); err != nil {
		return false, err
	}
	for i := range results {
		r := &results[i]
		fmt.Fprintf(v.stdout, "\n--- %s %s: %s\n%s\n", r.ID, r.Name, status(r), strings.TrimSuffix(contentText(&r.Result), "\n"))
	}
	return anyFailed(results), nil
}

// printColumns prints rows in aligned columns.
func printColumns(w io.Writer, rows [][]string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		if _, err := fmt.Fprintln(table, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return table.Flush()
}

// status returns "ok" or the code of the failure.
func status(r *runtime.CallResult) string {
	if r.Result.OK {
		return "ok"
	}
	return string(r.Result.Code)
}

// notes returns one line about refusals, repairs and cuts.
func (v *invocation) notes(r *runtime.CallResult) string {
	var all []string
	if reason := r.Result.Reason; reason != "" {
		all = append(all, "reason: "+reason)
	}
	if r.Result.Code == runtime.NotAvailable {
		all = append(all, v.hints(r)...)
	}
	for _, repair := range r.Repairs {
		all = append(all, fmt.Sprintf("repaired %s (%s)", cmp.Or(repair.Path, "the arguments"), repair.Kind))
	}
	if cut := r.Truncated; cut != nil {
		all = append(all, fmt.Sprintf("cut from %d characters to %d", cut.Total, cut.Kept))
	}
	return strings.Join(all, "; ")
}

// hints returns what allows a call that was refused.
func (v *invocation) hints(r *runtime.CallResult) []string {
	tool, found := v.registry.Tool(r.Name)
	if found && v.registry.MissingBackends(tool) != 0 {
		return []string{"the program has no backend for " + strings.Join(v.registry.MissingBackends(tool).Names(), ", ") + ": set Backends in its runtime.Options"}
	}
	if hint := flagHints[r.Result.Reason]; hint != "" {
		return []string{hint}
	}
	return nil
}

func anyFailed(results []runtime.CallResult) bool {
	for i := range results {
		if !results[i].Result.OK {
			return true
		}
	}
	return false
}
