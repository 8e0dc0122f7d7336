package mcp

import (
	"math"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
)

// progressStep is the difference between two values of progress if the tool does
// not report a greater one.
const progressStep = 0.001

// progress makes the progress notifications of one call. The protocol requires
// that the value of each is greater than the value before.
type progress struct {
	token any
	least float64 // of the next value
}

// next returns the notification for an event.
func (p *progress) next(e *runtime.ProgressEvent) *sdk.ProgressNotificationParams {
	params := &sdk.ProgressNotificationParams{ProgressToken: p.token, Message: untrusted.Neutralize(e.Message), Progress: p.least}
	if e.Percent != nil {
		params.Progress, params.Total = max(p.least, *e.Percent), 100
	}
	p.least = math.Round((params.Progress+progressStep)/progressStep) * progressStep
	if p.least <= params.Progress {
		p.least = math.Nextafter(params.Progress, math.Inf(1))
	}
	return params
}
