package runtime

import (
	"context"
	"math"
	"time"
)

// retryHandler returns a handler that calls the tool's Invoke and repeats it
// according to its Retry. The cost of the result is the sum of all attempts.
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

// invokeOnce calls the tool's Invoke once. A panic becomes a failure.
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

// sleepWithin waits for the duration. It returns false if the context ends
// first. It returns false at once if the deadline of the context is earlier, so
// that the time is left for the result.
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
