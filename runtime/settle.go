package runtime

import (
	"math"
	"strings"
)

// conclude takes an answer through the steps that every answer takes: it is
// vetted, measured and, where a tool gave it, reduced; what is untrusted gets
// its fence. Only the budget, which looks at all of them, comes after it. It
// changes nothing of the call, which may be abandoned meanwhile.
func (c *Call) conclude(b *batch, out *reply, byTool bool) {
	c.vet(b, out)
	out.chars = out.result.clean()
	out.produced = out.chars
	if byTool && b.reducers != nil {
		if x := b.reducers[c.tool.Name]; x != nil {
			c.reduce(b, *x, out)
		}
	}
	if c.isFenced(out) {
		c.distrust(b, out)
	}
	out.parts = out.result.partTexts()
}

// reduce has the tool's reducer shorten the answer.
func (c *Call) reduce(b *batch, x Reducer, out *reply) {
	var err error
	before := *out.result.text()
	out.result, out.chars, err = reduced(x, out.result, out.chars, ReduceContext{Args: c.Arguments(), Turn: c.turn.CurrentTurn})
	if err != nil {
		b.registry.log(b.ctx, c, "reducer failed", "error", err)
	}
	c.again(out, before)
}

// settle makes what a tool returned a result that can be shown: exactly one of
// Value and Error, a known code, a cost that can be summed. The zero Result
// becomes a failure that says so.
func (r *Result) settle(tool string) {
	r.CostUSD = cost(r.CostUSD)
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
	r.Code = r.Code.known()
}

// cost is x where it can be summed, and zero where it is negative, infinite or
// not a number.
func cost(x float64) float64 {
	if x >= 0 && x <= math.MaxFloat64 {
		return x
	}
	return 0
}

// clean makes the text valid UTF-8, each run of invalid bytes a U+FFFD, and
// returns its length in code points.
func (r *Result) clean() (chars int) {
	text := r.text()
	chars, valid := measure(*text)
	if !valid {
		*text = strings.ToValidUTF8(*text, "\uFFFD")
		chars, _ = measure(*text)
	}
	return chars
}
