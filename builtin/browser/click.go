package browser

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/chromedp/cdproto/cdp"

	"github.com/toolgen/toolgen/runtime"
)

// Gesture is what the pointer does.
type Gesture string

// The gestures of browser_click.
const (
	GestureClick  Gesture = "click"
	GestureDouble Gesture = "double"
	GestureRight  Gesture = "right"
	GestureHover  Gesture = "hover"
	GestureDrag   Gesture = "drag"
)

// ClickArgs are the arguments of browser_click.
type ClickArgs struct {
	// A reference, such as "@e12".
	Element string `json:"element,omitzero" tool:"alias=ref,alias=selector,alias=element_id"`
	// Pixels from the left of the element, or of the window without one.
	X      *float64 `json:"x,omitzero" jsonschema:"minimum=0"`
	Y      *float64 `json:"y,omitzero" jsonschema:"minimum=0"`
	Action Gesture  `json:"action,omitzero" jsonschema:"default=click"`
	// For drag: the reference to drop on.
	To string `json:"to,omitzero" tool:"alias=target,alias=end_ref"`
	// Answer to a dialog that opens: accept, dismiss (default) or the text of a prompt.
	Dialog string `json:"dialog,omitzero" jsonschema:"maxLength=1000" tool:"alias=dialog_answer"`
}

// Click clicks, hovers over or drags an element of the open page, and shows what changed.
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
	if err := args.check(); err != nil {
		return nil, err
	}
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		s.setAnswer(args.Dialog)
		if args.Element == "" {
			return s.clickWindow(ctx, args)
		}
		e, err := s.find(args.Element)
		if err != nil {
			return err
		}
		return e.click(ctx, args)
	})
}

// check reports arguments that do not fit together.
func (args *ClickArgs) check() error {
	switch {
	case (args.X == nil) != (args.Y == nil):
		return invalidArgument("x", "x and y must be given together")
	case args.Element == "" && args.X == nil:
		return invalidArgument("element", "element is missing: give the reference of an element, or x and y")
	case (args.Action == GestureDrag) != (args.To != ""):
		return invalidArgument("to", "to is the element on which the action drag drops: give both or none")
	}
	return nil
}

// DescribeClick describes what Click would do.
func (b *Browser) DescribeClick(_ context.Context, call *runtime.Call, _ *http.Client, args ClickArgs) (string, error) {
	if err := args.check(); err != nil {
		return "", err
	}
	verb := "would " + string(args.Action) + " "
	if args.Action == GestureDouble || args.Action == GestureRight {
		verb = "would " + string(args.Action) + "-click "
	}
	if args.Element == "" {
		return b.describeCall(call, fmt.Sprintf("%sthe position %g, %g", verb, *args.X, *args.Y))
	}
	return b.describeElementCall(call, args.Element, verb, "")
}

// click uses the pointer as a person does: the element is scrolled into the window,
// and no other element may cover the place.
func (e element) click(ctx context.Context, args ClickArgs) error {
	if err := e.checkMeaning(ctx); err != nil {
		return err
	}
	kind, err := e.inspect(ctx)
	isClick := args.Action == GestureClick || args.Action == GestureDouble
	switch {
	case err != nil:
		return err
	case kind.Tag == "OPTION":
		return e.choose(ctx, "")
	case kind.Tag == "SELECT" && isClick:
		return fieldFailure(ReasonWrongElement, "element", "%s is a list of choices: use browser_type with the text of a choice, or click the choice", e.label)
	case kind.Type == "file" && isClick:
		return fieldFailure(ReasonWrongElement, "element", "%s takes a file: use browser_file with its path", e.label)
	case kind.Disabled && args.Action != GestureHover:
		return failure(ReasonNotClickable, "%s is disabled", e.label)
	}
	at, err := e.pointAt(ctx, args.X, args.Y)
	if err != nil {
		return err
	}
	if args.Action == GestureDrag {
		return e.drag(ctx, at, args.To)
	}
	return e.press(ctx, at, args.Action)
}

// spot is a place where an element can be clicked.
type spot struct {
	x, y           float64 // in the window
	innerX, innerY float64 // in the frame of the element
	layers         []layer // the processes of the frames around the element
}

// layer is a spot in the outermost frame of a process, and what must be there.
type layer struct {
	via   targetSession
	x, y  float64
	frame cdp.FrameID       // the frame at the spot
	node  cdp.BackendNodeID // the element of a frame in another process; 0 for any element of the frame
}

// point returns the place where the element can be clicked.
func (e element) point(ctx context.Context) (spot, error) { return e.pointAt(ctx, nil, nil) }

// pointAt is point for a position in the element; nil means its middle.
func (e element) pointAt(ctx context.Context, x, y *float64) (spot, error) {
	for _, owner := range slices.Backward(e.framesAround()) {
		_, _ = owner.callOnce(ctx, "show")
	}
	at, err := e.call(ctx, "point", x, y)
	switch {
	case err != nil:
		return spot{}, err
	case at.Hidden:
		return spot{}, failure(ReasonNotClickable, "%s is not visible: open or scroll the part of the page that contains it first", e.label)
	case at.IgnoresPointer:
		return spot{}, failure(ReasonNotClickable, "%s does not react to the pointer: its style has pointer-events: none", e.label)
	case at.Covered != "":
		return spot{}, e.coveredError(at.Covered)
	}
	if e.tab.isMain(e.frame) {
		return spot{x: at.X, y: at.Y, innerX: at.X, innerY: at.Y}, nil
	}
	return e.inWindow(ctx, at)
}

// coveredError returns the error of an element that another one covers.
func (e element) coveredError(other string) error {
	return failure(ReasonNotClickable, "%s is covered by %s: close that first", e.label, quote(other, 100))
}
