package browser

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"

	"github.com/toolgen/toolgen/runtime"
)

// buttons are the buttons of gestures, and how often each is pressed.
var buttons = map[Gesture]struct {
	button input.MouseButton
	clicks int64
}{GestureClick: {input.MouseButtonLeft, 1}, GestureDouble: {input.MouseButtonLeft, 2}, GestureRight: {input.MouseButtonRight, 1}}

// press moves the pointer to the spot, and presses and releases a button. A page can
// put another element under the pointer at any moment: the element is checked again
// after the pointer has moved, and the button is released only when the press has
// arrived at the element.
func (e element) press(ctx context.Context, at spot, gesture Gesture) error {
	if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonNone, 0); err != nil {
		return err
	}
	if gesture == GestureHover {
		return nil
	}
	if err := e.expectInFrames(ctx, "pointer"); err != nil {
		return err
	}
	defer e.forgetInFrames(ctx)
	b := buttons[gesture]
	for count := int64(1); count <= b.clicks; count++ {
		if done, err := e.pressOnce(ctx, at, b.button, count); done || err != nil {
			return err
		}
	}
	_, _ = e.call(ctx, "forget")
	return nil
}

// pressOnce presses and releases a button. It reports done when the press has
// removed the element, or its page.
func (e element) pressOnce(ctx context.Context, at spot, button input.MouseButton, count int64) (done bool, err error) {
	if done, err = e.pressDown(ctx, at, button, count); done || err != nil {
		return done, err
	}
	err = e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseReleased, at, button, count)
	return false, e.tab.ignoreGone(err)
}

// pressDown presses a button. When the press did not arrive at the element, it
// releases it outside of the page.
func (e element) pressDown(ctx context.Context, at spot, button input.MouseButton, count int64) (done bool, err error) {
	aimed, err := e.aim(ctx, at)
	switch {
	case isProtocol(err) && count == 1:
		return true, e.staleError()
	case isProtocol(err):
		return true, nil
	case err != nil:
		return true, err
	case aimed.Covered != "" && count == 1:
		return true, e.coveredError(aimed.Covered)
	case aimed.Covered != "":
		return true, nil // the first click has moved it
	case aimed.Unsure:
		return true, e.coveredError("an element that the page replaces")
	}
	if err := e.tab.mouse(ctx, input.DispatchMouseEventTypeMousePressed, at, button, count); err != nil {
		return true, e.tab.ignoreGone(err)
	}
	arrived, err := e.callOnce(ctx, "arrived")
	switch {
	case isProtocol(err):
		return false, nil // the press has replaced the document
	case err != nil:
		return true, e.tab.ignoreGone(err)
	case arrived.State == arrivedHere:
		return false, nil
	}
	outside := spot{x: -1, y: -1} // so that no element is clicked
	_ = e.tab.mouse(ctx, input.DispatchMouseEventTypeMouseReleased, outside, button, count)
	if arrived.State == arrivedElsewhere {
		return true, e.coveredError(arrived.Other)
	}
	if other := e.forgetInFrames(ctx); other != "" {
		return true, e.coveredError(other)
	}
	return true, e.tab.blockedInput()
}

// aim checks that the spot still is at the element, and expects a press there.
func (e element) aim(ctx context.Context, at spot) (scriptAnswer, error) {
	if err := e.checkFrames(ctx, at); err != nil {
		return scriptAnswer{}, err
	}
	aimed, err := e.callOnce(ctx, "aim", at.innerX, at.innerY)
	if err != nil || !aimed.Unsure {
		return aimed, err
	}
	over, err := e.tab.evalObject(ctx, e.frame, "getUnsure()", false)
	if err != nil {
		return aimed, err
	}
	described, err := cdp.Call(ctx, e.tab.processOf(e.frame), dom.DescribeNode, dom.DescribeNodeParams{ObjectID: over.ObjectID})
	release(e.tab.processOf(e.frame))
	if err != nil || described.Node == nil {
		return aimed, err
	}
	for _, root := range described.Node.ShadowRoots {
		if root.ShadowRootType == cdp.ShadowRootTypeClosed {
			aimed.Covered = "a closed shadow tree of " + strings.ToLower(described.Node.LocalName) + ", whose elements cannot be checked"
			return aimed, nil
		}
	}
	return e.callOnce(ctx, "aim", at.innerX, at.innerY, true)
}

// The states of input in page.js.
const (
	arrivedHere      = "here"
	arrivedElsewhere = "other"
)

// blockedInput returns the error of input that no element of the page got. The
// next browser_open replaces the page.
func (t *tab) blockedInput() *runtime.Error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isHung = true
	return failure(ReasonInputBlocked, "the input did not arrive in the page: another frame or a dialog of the browser, which cannot be shown, may cover it. Call browser_open to open the page anew")
}

// ignoreGone returns nil for an error of a page that input may have closed.
func (t *tab) ignoreGone(err error) error {
	if t.isGone() {
		return nil
	}
	return err
}

// mouse sends one event of the pointer; count is the number of clicks, or 0 for
// a movement.
func (t *tab) mouse(ctx context.Context, kind input.DispatchMouseEventType, at spot, button input.MouseButton, count int64) error {
	params := input.DispatchMouseEventParams{Type: kind, X: at.x, Y: at.y, ClickCount: count, Button: button}
	if kind != input.DispatchMouseEventTypeMouseReleased {
		params.Buttons = map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2}[button]
	}
	_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, params)
	return err
}

// pressKey presses a key in the element, which has the focus, and fails when
// another element got it.
func (e element) pressKey(ctx context.Context, keys chord) error {
	if _, err := e.call(ctx, "expect", "key"); err != nil {
		return err
	}
	if err := e.expectInFrames(ctx, "key"); err != nil {
		return err
	}
	if err := e.tab.press(ctx, keys); err != nil {
		return err
	}
	arrived, err := e.callOnce(ctx, "arrived")
	_, _ = e.callOnce(ctx, "forget")
	if other := e.forgetInFrames(ctx); other != "" {
		return failure(ReasonNotClickable, "%s lost the focus to %s, which did not get the key", e.label, quote(other, 100))
	}
	switch {
	case err != nil && !e.tab.isGone() && !isProtocol(err):
		return err
	case err != nil || arrived.State == arrivedHere || arrived.InFrame && arrived.State == "":
		return nil
	case arrived.State == arrivedElsewhere:
		return failure(ReasonNotClickable, "%s lost the focus to %s, which did not get the key", e.label, quote(arrived.Other, 100))
	case !arrived.Focused:
		return e.lostError("key")
	}
	return e.tab.blockedInput()
}

// lostError returns the error of input for the element, which lost the focus
// before it arrived.
func (e element) lostError(what string) *runtime.Error {
	return failure(ReasonNotClickable, "%s lost the focus, and another frame may have got the %s: check the page with browser_snapshot", e.label, what)
}

// pressAnywhere presses a key in the element that has the focus.
func (s *session) pressAnywhere(ctx context.Context, keys chord) error {
	root, err := s.scrollTarget(ctx, "")
	if err != nil {
		return err
	}
	return root.pressKey(ctx, keys)
}
