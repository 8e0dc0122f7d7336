package runtime

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
)

// finalize completes a result of a tool, so that it has either a Value or an
// Error, a known code, a valid cost and structured content in valid UTF-8. The zero
// Result becomes a failure with ReasonNoResult.
func (r *Result) finalize(tool string) {
	r.CostUSD = validCost(r.CostUSD)
	if !utf8.Valid(r.Structured) {
		r.Structured = bytes.ToValidUTF8(r.Structured, []byte("\uFFFD")) // as cleanText does
	}
	if r.OK {
		r.Error, r.Code = "", ""
		return
	}
	r.Value = ""
	switch {
	case r.Error != "", r.Code != "" && r.Lead != "":
	case r.Code == "":
		r.Error, r.Reason = "Tool "+tool+" returned no result", ReasonNoResult
	default:
		r.Error = "Tool " + tool + " failed without an error text"
	}
	r.Code = r.Code.normalize()
}

// validCost returns x, or zero if x is negative, infinite or not a number.
func validCost(x float64) float64 {
	if x >= 0 && x <= math.MaxFloat64 {
		return x
	}
	return 0
}

// cleanText replaces each run of invalid UTF-8 in the text by U+FFFD, and
// returns the length of the text in code points.
func (r *Result) cleanText() (chars int) {
	text := r.text()
	chars, valid := measure.Chars(*text)
	if !valid {
		*text = strings.ToValidUTF8(*text, "\uFFFD")
		chars, _ = measure.Chars(*text)
	}
	return chars
}
