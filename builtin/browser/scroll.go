package browser

import (
	"context"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"

	"github.com/toolgen/toolgen/runtime"
)

// Direction is a direction or an end of the page.
type Direction string

// The directions of browser_scroll; top and bottom are the ends of the page.
const (
	DirectionDown   Direction = "down"
	DirectionUp     Direction = "up"
	DirectionLeft   Direction = "left"
	DirectionRight  Direction = "right"
	DirectionTop    Direction = "top"
	DirectionBottom Direction = "bottom"
)

// ScrollArgs are the arguments of browser_scroll.
type ScrollArgs struct {
	Direction Direction `json:"direction,omitzero" jsonschema:"default=down"`
	// How far, in windows.
	Windows float64 `json:"windows,omitzero" jsonschema:"minimum=0.1,maximum=20,default=0.8"`
	// Scrolls the box around this reference.
	Element string `json:"element,omitzero" tool:"alias=ref,alias=selector,alias=element_id"`
}

// directions are the directions of a mouse wheel, in windows.
var directions = map[Direction]struct{ x, y float64 }{DirectionDown: {0, 1}, DirectionUp: {0, -1}, DirectionRight: {1, 0}, DirectionLeft: {-1, 0}}

// Scroll scrolls the open page, and shows what changed.
//
//tool:register browser_scroll
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribeScroll
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"direction": "down"}
func (b *Browser) Scroll(ctx context.Context, call *runtime.Call, client *http.Client, args ScrollArgs) (*Page, error) {
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		e, err := s.scrollTarget(ctx, args.Element)
		if err != nil {
			return err
		}
		way, ok := directions[args.Direction]
		if !ok {
			_, err := e.call(ctx, "scroll", string(args.Direction))
			return err
		}
		return e.wheel(ctx, args.Element != "", way.x*args.Windows*viewportWidth, way.y*args.Windows*viewportHeight)
	})
}

// DescribeScroll describes what Scroll would do.
func (b *Browser) DescribeScroll(_ context.Context, call *runtime.Call, _ *http.Client, args ScrollArgs) (string, error) {
	text := "would scroll " + string(args.Direction)
	if args.Element != "" {
		return b.describeElementCall(call, args.Element, text+" at ", "")
	}
	return b.describeCall(call, text)
}

// scrollTarget returns the element with the reference, or the document where
// the reference is empty.
func (s *session) scrollTarget(ctx context.Context, reference string) (element, error) {
	if reference != "" {
		e, err := s.find(reference)
		if err == nil {
			_, err = e.inspect(ctx)
		}
		return e, err
	}
	t, err := s.currentPage()
	if err != nil {
		return element{}, err
	}
	root, err := cdp.Call(ctx, t, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		return element{}, err
	}
	for _, child := range root.Root.Children {
		if child.NodeName == "HTML" {
			return element{tab: t, document: t.currentDocument(), frame: cdp.FrameID(t.target), node: child.BackendNodeID}, nil
		}
	}
	return element{}, failure(ReasonLoadFailed, "the page has nothing to scroll")
}

// wheel turns the mouse wheel over the element, or over the middle of the
// window.
func (e element) wheel(ctx context.Context, named bool, x, y float64) error {
	left, top := viewportWidth/2.0, viewportHeight/2.0
	if named {
		at, err := e.point(ctx)
		if err != nil {
			return err
		}
		left, top = at.x, at.y
	}
	// A map, because the library's type omits zeros, which Chromium requires.
	turn := map[string]any{"type": input.DispatchMouseEventTypeMouseWheel, "x": left, "y": top, "deltaX": x, "deltaY": y}
	return e.tab.Call(ctx, input.DispatchMouseEvent.Method, turn, nil)
}
