package temporal

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"

	"github.com/toolgen/toolgen/runtime"
)

// beat is the detail of a heartbeat. Every heartbeat has the last progress, because
// it replaces the detail of the one before.
type beat struct {
	Call    string                 `json:"call"`
	Tool    string                 `json:"tool"`
	Attempt int                    `json:"attempt"`
	Last    *runtime.ProgressEvent `json:"progress,omitempty"`
}

// heartbeats sends the heartbeats of one call until it is stopped. A nil value sends
// none.
type heartbeats struct {
	ctx  context.Context
	mu   sync.Mutex
	beat beat
	end  chan struct{}
	done chan struct{}
}

// lastBeat returns the detail of the last heartbeat of an earlier attempt.
func lastBeat(ctx context.Context) beat {
	var last beat
	if activity.HasHeartbeatDetails(ctx) {
		if err := activity.GetHeartbeatDetails(ctx, &last); err != nil {
			return beat{}
		}
	}
	return last
}

// startHeartbeats starts the heartbeats of a call. A local activity has none.
func (w *host) startHeartbeats(ctx context.Context, r executeRequest) *heartbeats {
	info := activity.GetInfo(ctx)
	if info.IsLocalActivity {
		return nil
	}
	h := &heartbeats{ctx: ctx, beat: lastBeat(ctx), end: make(chan struct{}), done: make(chan struct{})}
	h.beat.Call, h.beat.Tool, h.beat.Attempt = callKey(r.Batch.ID, r.Index), r.Tool, int(info.Attempt)
	go h.run(w.options.Heartbeat)
	return h
}

// run sends a heartbeat in each interval.
func (h *heartbeats) run(interval time.Duration) {
	defer close(h.done)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.send()
		case <-h.end:
			return
		}
	}
}

// send sends a heartbeat with the last progress.
func (h *heartbeats) send() {
	h.mu.Lock()
	defer h.mu.Unlock()
	activity.RecordHeartbeat(h.ctx, h.beat)
}

// report keeps the last progress, and sends it with the next heartbeat. Heartbeats
// can be seen by people, so internal events are dropped.
func (h *heartbeats) report(event runtime.ProgressEvent) {
	if h == nil || event.Audience == runtime.AudienceInternal {
		return
	}
	h.mu.Lock()
	h.beat.Last = &event
	h.mu.Unlock()
	h.send()
}

// stop ends the heartbeats.
func (h *heartbeats) stop() {
	if h == nil {
		return
	}
	close(h.end)
	<-h.done
}
