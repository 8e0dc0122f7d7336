package decode

import (
	"strconv"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// maxProblems is the maximum number of problems that are stored and shown. Further
// problems are counted.
const maxProblems = 10

// tooLarge returns the report for a text that is longer than the limit.
func tooLarge(got, limit int) *report {
	want := "be at most " + strconv.Itoa(limit) + " bytes long"
	r := new(report)
	r.add(arguments.Problem{
		Code: arguments.CodeTooLarge, Want: want, Got: strconv.Itoa(got),
		Message: "the arguments must " + want + ", got " + strconv.Itoa(got),
	})
	return r
}
