package browser

import (
	"context"
	"net/http"

	"github.com/toolgen/toolgen/runtime"
)

// PressArgs are the arguments of browser_press.
type PressArgs struct {
	// Such as Enter, ArrowDown, F2, a or Control+A.
	Key string `json:"key" jsonschema:"minLength=1,maxLength=40" tool:"alias=keys"`
	// The reference to focus first.
	Element string `json:"element,omitzero" tool:"alias=ref,alias=selector,alias=element_id"`
}

// Press presses a key in the open page, and shows what changed.
//
//tool:register browser_press
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribePress
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"key": "Enter"}
func (b *Browser) Press(ctx context.Context, call *runtime.Call, client *http.Client, args PressArgs) (*Page, error) {
	keys, err := parseChord(redactorOf(call)(args.Key))
	if err != nil {
		return nil, err
	}
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		if args.Element == "" {
			return s.pressAnywhere(ctx, keys)
		}
		e, err := s.focus(ctx, args.Element)
		if err != nil {
			return err
		}
		return e.pressKey(ctx, keys)
	})
}

// DescribePress describes what Press would do.
func (b *Browser) DescribePress(_ context.Context, call *runtime.Call, _ *http.Client, args PressArgs) (string, error) {
	if _, err := parseChord(redactorOf(call)(args.Key)); err != nil {
		return "", err
	}
	text := "would press " + clean(redactorOf(call)(args.Key), 40)
	if args.Element != "" {
		return b.describeElementCall(call, args.Element, text+" in ", "")
	}
	return b.describeCall(call, text)
}

// focus gives an element the focus.
func (s *session) focus(ctx context.Context, reference string) (element, error) {
	e, err := s.find(reference)
	if err != nil {
		return e, err
	}
	if err := e.checkMeaning(ctx); err != nil {
		return e, err
	}
	if _, err := e.inspect(ctx); err != nil {
		return e, err
	}
	answer, err := e.call(ctx, "focus")
	if err == nil && !answer.Focused {
		return e, failure(ReasonNotClickable, "%s does not take the focus", e.label)
	}
	return e, err
}
