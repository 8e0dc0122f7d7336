package runtime

import (
	"math"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// settle makes what a tool returned a result that can be shown: exactly one of
// Value and Error, a known code, a cost that can be summed. The zero Result
// becomes a failure that says so.
func (r *Result) finalize(tool string) {
	r.CostUSD = validCost(r.CostUSD)
	if r.OK {
		r.Error, r.Code = "", ""
		return
	}
	r.Value = ""
	switch {
	case r.Error != "":
	case r.Code == "":
		r.Error, r.Reason = "Tool "+tool+" returned no result", ReasonNoResult
	default:
		r.Error = "Tool " + tool + " failed without saying why"
	}
	r.Code = r.Code.normalize()
}

// cost is x where it can be summed, and zero where it is negative, infinite or
// not a number.
func validCost(x float64) float64 {
	if x >= 0 && x <= math.MaxFloat64 {
		return x
	}
	return 0
}

// clean makes the text valid UTF-8, each run of invalid bytes a U+FFFD, and
// returns its length in code points.
func (r *Result) cleanText() (chars int) {
	text := r.text()
	chars, valid := measure.Chars(*text)
	if !valid {
		*text = strings.ToValidUTF8(*text, "\uFFFD")
		chars, _ = measure.Chars(*text)
	}
	return chars
}
