package browser

import (
	"context"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"

	"github.com/toolgen/toolgen/runtime"
)

// ClickArgs are the arguments of browser_click.
type ClickArgs struct {
	// The reference of the element, from the newest snapshot, such as "@e12".
	Element string `json:"element" jsonschema:"pattern=^@?e[0-9]{1\\,9}$"`
	// Double-clicks.
	Double bool `json:"double,omitzero" jsonschema:"default=false"`
}

// Click clicks the element with a reference in the open page, and shows the page afterwards.
//
//tool:register browser_click
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribeClick
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"element": "@e12"}
func (b *Browser) Click(ctx context.Context, call *runtime.Call, client *http.Client, args ClickArgs) (*Page, error) {
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		e, err := s.find(args.Element)
		if err != nil {
			return err
		}
		return e.click(ctx, args.Double)
	})
}

// DescribeClick describes what Click would do.
func (b *Browser) DescribeClick(_ context.Context, call *runtime.Call, _ *http.Client, args ClickArgs) (string, error) {
	return b.describeElementCall(call, args.Element, "would click ", "")
}

// click clicks the element as a person does: the element is scrolled into the
// window, and no other element may cover the place.
func (e element) click(ctx context.Context, double bool) error {
	kind, err := e.inspect(ctx)
	switch {
	case err != nil:
		return err
	case kind.Tag == "OPTION":
		return e.choose(ctx, "")
	case kind.Tag == "SELECT":
		return fieldFailure(ReasonWrongElement, "element", "%s is a list of choices: use browser_type with the text of a choice, or click the choice", e.label)
	case kind.Type == "file":
		return fieldFailure(ReasonWrongElement, "element", "%s uploads a file, which is not possible", e.label)
	case kind.Disabled:
		return failure(ReasonNotClickable, "%s is disabled", e.label)
	}
	x, y, err := e.point(ctx)
	if err != nil {
		return err
	}
	return e.tab.click(ctx, x, y, double)
}

// point returns the place in the window where the element can be clicked.
func (e element) point(ctx context.Context) (x, y float64, err error) {
	at, err := e.call(ctx, "point")
	switch {
	case err != nil:
		return 0, 0, err
	case at.Hidden:
		return 0, 0, failure(ReasonNotClickable, "%s is not visible: open or scroll the part of the page that contains it first", e.label)
	case at.Covered != "":
		return 0, 0, failure(ReasonNotClickable, "%s is covered by %s: close that first", e.label, quote(at.Covered, 100))
	}
	if e.tab.isMain(e.frame) {
		return at.X, at.Y, nil
	}
	left, top, err := e.tab.origin(ctx, e.frame)
	return left + at.X, top + at.Y, err
}

// origin returns the place in the window where the content of an inner frame
// begins.
func (t *tab) origin(ctx context.Context, frame cdp.FrameID) (left, top float64, err error) {
	owner, err := cdp.Call(ctx, t, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: frame})
	if err != nil {
		return 0, 0, err
	}
	quads, err := cdp.Call(ctx, t, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: owner.BackendNodeID})
	if err != nil || len(quads.Quads) == 0 || len(quads.Quads[0]) < 2 {
		return 0, 0, err
	}
	return quads.Quads[0][0], quads.Quads[0][1], nil
}

// click presses and releases the left button.
func (t *tab) click(ctx context.Context, x, y float64, double bool) error {
	steps := []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMouseMoved},
		{Type: input.DispatchMouseEventTypeMousePressed, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1},
		{Type: input.DispatchMouseEventTypeMouseReleased, Button: input.MouseButtonLeft, ClickCount: 1},
	}
	if double {
		press, release := steps[1], steps[2]
		press.ClickCount, release.ClickCount = 2, 2
		steps = append(steps, press, release)
	}
	for _, step := range steps {
		step.X, step.Y = x, y
		if _, err := cdp.Call(ctx, t, input.DispatchMouseEvent, step); err != nil {
			if t.isGone() {
				return nil // the click may have closed the window
			}
			return err
		}
	}
	return nil
}
