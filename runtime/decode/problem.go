package decode

import (
	"strconv"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// maxProblems is how many problems are kept and shown; the others are
// counted.
const maxProblems = 10

// tooLarge reports text that is not read at all.
func tooLarge(got, limit int) *report {
	want := "be at most " + strconv.Itoa(limit) + " bytes long"
	r := new(report)
	r.add(arguments.Problem{
		Code: arguments.CodeTooLarge, Want: want, Got: strconv.Itoa(got),
		Message: "the arguments must " + want + ", got " + strconv.Itoa(got),
	})
	return r
}
