package conformance

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Print writes what became of the files: a table of those where an
// implementation may choose, then what is refused on purpose, what is wrong,
// and the totals. It returns how many are wrong.
func Print(w io.Writer, files []File) (wrong int, err error) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range files {
		if f.Expected == Either {
			fmt.Fprintf(table, "%s\t%s\n", f.Name, f.Verdict)
		}
	}
	right, onPurpose := map[Expectation]int{}, 0
	for _, f := range files {
		switch reason := f.OnPurpose(); {
		case reason != "":
			onPurpose++
			fmt.Fprintf(table, "%s\trefused on purpose: %s\n", f.Name, reason)
		case f.Wrong():
			wrong++
			fmt.Fprintf(table, "%s\tWRONG: %s\n", f.Name, f.Verdict)
		default:
			right[f.Expected]++
		}
	}
	fmt.Fprintf(table, "\n%d read and %d refused on purpose of what is JSON, %d refused of what is not, %d free to choose, %d wrong\n",
		right[Accept], onPurpose, right[Refuse], right[Either], wrong)
	return wrong, table.Flush()
}

// String says what became of a text, and why.
func (v Verdict) String() string {
	if v.Accepted {
		return "accepted"
	}
	return "refused: " + v.Problem.Message
}
