package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
)

// clickWindow uses the pointer at a position of the window, for parts of a page that
// are not elements. What is there gets the press.
func (s *session) clickWindow(ctx context.Context, args ClickArgs) error {
	t, err := s.currentPage()
	if err != nil {
		return err
	}
	at := spot{x: *args.X, y: *args.Y}
	if at.x >= viewportWidth || at.y >= viewportHeight {
		return invalidArgument("x", "the window has %d x %d pixels: scroll to the position first", viewportWidth, viewportHeight)
	}
	if args.Action == GestureDrag {
		return t.dragTo(ctx, s, at, args.To, func() error {
			return t.mouse(ctx, input.DispatchMouseEventTypeMousePressed, at, input.MouseButtonLeft, 1)
		})
	}
	if err := t.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonNone, 0); err != nil {
		return err
	}
	b := buttons[args.Action]
	for count := int64(1); count <= b.clicks; count++ {
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
			if err := t.mouse(ctx, kind, at, b.button, count); err != nil {
				return t.ignoreGone(err)
			}
		}
	}
	return nil
}

// drag drags the element to another one.
func (e element) drag(ctx context.Context, at spot, to string) error {
	if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonNone, 0); err != nil {
		return err
	}
	return e.tab.dragTo(ctx, e.tab.session, at, to, func() error {
		_, err := e.pressDown(ctx, at, input.MouseButtonLeft, 1)
		_, _ = e.callOnce(ctx, "forget")
		return err
	})
}

const (
	// dragSteps is the number of movements of a drag, dragPause the time between them.
	dragSteps = 8
	dragPause = 20 * time.Millisecond
	// dragWait limits the time until Chromium reports that the page lets an element
	// be dragged. Pages that follow the pointer themselves never do so.
	dragWait = 300 * time.Millisecond
)

// dragTo presses the button, moves the pointer to an element, and releases it there.
func (t *tab) dragTo(ctx context.Context, s *session, from spot, to string, press func() error) error {
	target, err := s.find(to)
	if err != nil {
		return err
	}
	end, err := target.point(ctx)
	if err != nil {
		return err
	}
	if _, err := cdp.Call(ctx, t, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: true}); err != nil {
		return err
	}
	defer t.post(input.SetInterceptDrags.Method, input.SetInterceptDragsParams{})
	dragged := t.expectDrag()
	if err := press(); err != nil {
		return err
	}
	for step := 1; step <= dragSteps; step++ {
		part := float64(step) / dragSteps
		at := spot{x: from.x + (end.x-from.x)*part, y: from.y + (end.y-from.y)*part}
		if err := t.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonLeft, 0); err != nil {
			return err
		}
		if err := s.wait(ctx, dragPause); err != nil {
			return err
		}
	}
	select {
	case data := <-dragged:
		if err := t.drop(ctx, end, data); err != nil {
			return err
		}
	case <-time.After(dragWait):
	}
	return t.ignoreGone(t.mouse(ctx, input.DispatchMouseEventTypeMouseReleased, end, input.MouseButtonLeft, 1))
}

// drop drops what the page lets be dragged.
func (t *tab) drop(ctx context.Context, at spot, data *input.DragData) error {
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := cdp.Call(ctx, t, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at.x, Y: at.y, Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// expectDrag returns a channel that gets the data of the next drag.
func (t *tab) expectDrag() <-chan *input.DragData {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dragged = make(chan *input.DragData, 1)
	return t.dragged
}

// onDrag handles the beginning of a drag.
func (t *tab) onDrag(e *input.EventDragIntercepted) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case t.dragged <- e.Data:
	default: // no drag is expected
	}
}
