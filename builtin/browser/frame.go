package browser

import (
	"maps"
	"slices"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
)

// requestCommands returns the commands for each page, and for each frame and
// worker that has a target of its own, before it may run. All requests are
// intercepted, so that the password of the proxy can be given, and no server
// makes Chromium ask for one in a dialog that cannot be shown.
func requestCommands() []command {
	return []command{
		{network.Enable.Method, network.EnableParams{}},
		{fetch.Enable.Method, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{}}, HandleAuthRequests: new(true)}},
		{target.SetAutoAttach.Method, target.SetAutoAttachParams{
			AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true), Filter: target.Filter{{Type: "iframe"}, {Type: "worker"}, {Exclude: true}},
		}},
	}
}

// onFrameAttached sets up a frame of another site, which runs in a process of
// its own. The goroutine that reads calls it, so that it does not wait.
func (t *tab) onFrameAttached(around targetSession, e *target.EventAttachedToTarget) {
	if t.count(func(u *usage) *int { return &u.frameTargets }, maxFrameTargets, "started a worker or opened a frame of another site") {
		return
	}
	frame := targetSession{conn: t.conn, id: e.SessionID, gone: t.gone}
	if e.TargetInfo.Type == "iframe" {
		t.addRemote(remote{frame, around.id, e.TargetInfo.TargetID})
	}
	t.conn.handle(e.SessionID, func(m *cdproto.Message) { t.handleFrame(frame, m) })
	for _, c := range requestCommands() {
		frame.post(c.method, c.params)
	}
	frame.post("Runtime.runIfWaitingForDebugger", nil)
}

// onRequestPaused continues a request of the page or of one of its frames, and
// stops a page that sends too many.
func (t *tab) onRequestPaused(via targetSession, e *fetch.EventRequestPaused) {
	if !t.count(func(u *usage) *int { return &u.requests }, maxCallRequests, "sent a request") {
		t.profile.onRequestPaused(via, e)
	}
}

// handleFrame handles one event of a frame of another site.
func (t *tab) handleFrame(frame targetSession, m *cdproto.Message) {
	t.session.log(m)
	switch m.Method {
	case "Fetch.authRequired":
		decode(m, func(e *fetch.EventAuthRequired) { t.profile.onAuthRequired(frame, e) })
	case "Fetch.requestPaused":
		decode(m, func(e *fetch.EventRequestPaused) { t.onRequestPaused(frame, e) })
	case "Network.dataReceived":
		decode(m, t.onData)
	case "Target.attachedToTarget":
		decode(m, func(e *target.EventAttachedToTarget) { t.onFrameAttached(frame, e) })
	case "Target.detachedFromTarget":
		decode(m, t.onFrameDetached)
	}
}

// remote is a frame that runs in a process of its own.
type remote struct {
	targetSession
	around target.SessionID // the process of the element that holds it
	target target.ID        // the id of the frame, too
}

// addRemote records a frame that runs in a process of its own.
func (t *tab) addRemote(frame remote) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remotes = append(t.remotes, frame)
	t.vias[cdp.FrameID(frame.target)] = frame.targetSession
	delete(t.worlds, cdp.FrameID(frame.target))
}

// onFrameDetached forgets a frame of another site that is gone.
func (t *tab) onFrameDetached(e *target.EventDetachedFromTarget) {
	t.conn.handle(e.SessionID, nil)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remotes = slices.DeleteFunc(t.remotes, func(r remote) bool { return r.id == e.SessionID })
	maps.DeleteFunc(t.vias, func(_ cdp.FrameID, via targetSession) bool { return via.id == e.SessionID })
	delete(t.roots, e.SessionID)
}

// remotesIn returns the frames in processes of their own whose elements are in a
// process.
func (t *tab) remotesIn(via targetSession) (found []remote) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.remotes {
		if r.around == via.id {
			found = append(found, r)
		}
	}
	return found
}

// processOf returns the process that runs a frame.
func (t *tab) processOf(frame cdp.FrameID) targetSession {
	t.mu.Lock()
	defer t.mu.Unlock()
	if via, ok := t.vias[frame]; ok {
		return via
	}
	return t.targetSession
}

// setProcess records the process that runs a frame.
func (t *tab) setProcess(frame cdp.FrameID, via targetSession) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.vias[frame].id != via.id {
		delete(t.worlds, frame)
	}
	t.vias[frame] = via
}

// setRoot records the outermost frame of a process.
func (t *tab) setRoot(via targetSession, frame cdp.FrameID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.roots[via.id] = frame
}
