package runtime

import (
	"context"
	"math"
	"time"
)

// retrying is the tool's Invoke, repeated as its Retry says. The result costs
// what all attempts cost together.
func (r *Registry) retryHandler(tool *Tool) Handler {
	return func(ctx context.Context, c *Call) Result {
		pause, spent := tool.Retry.Backoff, 0.0
		for attempt := 0; ; attempt++ {
			if attempt > 0 {
				c.attempt.Store(int32(c.Attempt() + 1))
			}
			result := r.invokeOnce(ctx, c)
			spent += validCost(result.CostUSD)
			result.CostUSD = spent
			if result.OK || result.Code.normalize() != ExecutionFailed || c.Attempt() > tool.Retry.Count || c.turn.NoRetry {
				return result
			}
			if !sleepWithin(ctx, pause) {
				return result
			}
			if pause <= math.MaxInt64/2 {
				pause *= 2
			}
		}
	}
}

// attempt invokes the tool once. A panic is a failure like any other.
func (r *Registry) invokeOnce(ctx context.Context, c *Call) (result Result) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if value := recover(); value != nil {
			result = c.crashResult(r, value)
		}
	}()
	result = c.tool.Invoke(ctx, c)
	returned = true
	return result
}

// sleep waits that long, and reports false when the context ends before, or
// would: what is left is then better spent on answering.
func sleepWithin(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
