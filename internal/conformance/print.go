package conformance

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Print writes the results: the files of free choice, then the files that are
// refused on purpose or wrong, and the totals. It returns the number of wrong files.
func Print(w io.Writer, files []File) (wrong int, err error) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range files {
		if f.Expected == Either {
			fmt.Fprintf(table, "%s\t%s\n", f.Name, f.Verdict)
		}
	}
	right, onPurpose := map[Expectation]int{}, 0
	for _, f := range files {
		switch reason := f.RefusalReason(); {
		case reason != "":
			onPurpose++
			fmt.Fprintf(table, "%s\trefused on purpose: %s\n", f.Name, reason)
		case f.IsWrong():
			wrong++
			fmt.Fprintf(table, "%s\tWRONG: %s\n", f.Name, f.Verdict)
		default:
			right[f.Expected]++
		}
	}
	fmt.Fprintf(table, "\n%d valid files accepted, %d valid files refused on purpose, %d invalid files refused, %d files of free choice, %d wrong\n",
		right[Accept], onPurpose, right[Refuse], right[Either], wrong)
	return wrong, table.Flush()
}

// String returns "accepted", or "refused" with the reason.
func (v Verdict) String() string {
	if v.Accepted {
		return "accepted"
	}
	return "refused: " + v.Problem.Message
}
