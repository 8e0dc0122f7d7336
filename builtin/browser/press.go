package browser

import (
	"context"
	"net/http"

	"github.com/toolgen/toolgen/runtime"
)

// PressArgs are the arguments of browser_press.
type PressArgs struct {
	// The key: Enter, Tab, Escape, ArrowDown, PageDown, F2 or one character,
	// also with modifiers, such as "Control+A".
	Key string `json:"key" jsonschema:"minLength=1,maxLength=40"`
	// The reference of the element to focus first, such as "@e12". Without it,
	// the focused element gets the key.
	Element string `json:"element,omitzero" jsonschema:"pattern=^@?e[0-9]{1\\,9}$"`
}

// Press presses a key in the open page, such as Enter, Escape or Control+A, and shows the page afterwards.
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
	keys, err := parseChord(args.Key)
	if err != nil {
		return nil, err
	}
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		t, err := s.currentPage()
		if err != nil {
			return err
		}
		if args.Element != "" {
			if err := s.focus(ctx, args.Element); err != nil {
				return err
			}
		}
		return t.press(ctx, keys)
	})
}

// DescribePress describes what Press would do.
func (b *Browser) DescribePress(_ context.Context, call *runtime.Call, _ *http.Client, args PressArgs) (string, error) {
	if _, err := parseChord(args.Key); err != nil {
		return "", err
	}
	text := "would press " + clean(args.Key, 40)
	if args.Element != "" {
		return b.describeElementCall(call, args.Element, text+" in ", "")
	}
	return b.describeCall(call, text)
}

// focus gives an element the focus.
func (s *session) focus(ctx context.Context, reference string) error {
	e, err := s.find(reference)
	if err != nil {
		return err
	}
	if _, err := e.inspect(ctx); err != nil {
		return err
	}
	answer, err := e.call(ctx, "focus")
	if err == nil && !answer.Focused {
		return failure(ReasonNotClickable, "%s does not take the focus", e.label)
	}
	return err
}
