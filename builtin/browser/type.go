package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"

	"github.com/toolgen/toolgen/runtime"
)

// TypeArgs says what to type where.
type TypeArgs struct {
	// The reference of the field, from the newest snapshot, such as "@e12".
	Element string `json:"element" jsonschema:"pattern=^@?e[0-9]{1\\,9}$"`
	// The text. In a list of choices, the choice; in a date, 2026-01-31; empty clears the field.
	Text string `json:"text" jsonschema:"maxLength=100000"`
	// Presses Enter afterwards, which sends most forms.
	Submit bool `json:"submit,omitzero" jsonschema:"default=false"`
	// Adds to what the field holds instead of replacing it.
	Append bool `json:"append,omitzero" jsonschema:"default=false"`
}

// Type writes text into a field of the open page, or picks a choice of a list, and shows the page afterwards.
//
//tool:register browser_type
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribeType
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"element": "@e3", "text": "toolgen", "submit": true}
func (b *Browser) Type(ctx context.Context, call *runtime.Call, client *http.Client, args TypeArgs) (*Page, error) {
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		e, err := s.find(args.Element)
		if err != nil {
			return err
		}
		if err := e.write(ctx, args); err != nil || !args.Submit {
			return err
		}
		return e.tab.press(ctx, chord{key: named["enter"]})
	})
}

// DescribeType says what Type would do. The text may be a secret, and is not repeated.
func (b *Browser) DescribeType(_ context.Context, call *runtime.Call, _ *http.Client, args TypeArgs) (string, error) {
	then := ""
	if args.Submit {
		then = " and press Enter"
	}
	return b.describeAt(call, args.Element, fmt.Sprintf("would type %d characters into ", utf8.RuneCountInString(args.Text)), then)
}

// chosenBy are the types of fields that take a value as a whole.
var chosenBy = set("color", "date", "datetime-local", "month", "range", "time", "week")

// clicked are the types of fields that take no text.
var clicked = set("button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit")

// write puts a text into an element.
func (e element) write(ctx context.Context, args TypeArgs) error {
	kind, err := e.inspect(ctx)
	switch {
	case err != nil:
		return err
	case kind.Disabled || kind.Readonly:
		return failed(ReasonNotClickable, "%s cannot be changed: it is disabled or read-only", e.shown)
	case kind.Tag == "SELECT":
		return e.choose(ctx, args.Text)
	case chosenBy[kind.Type]:
		return e.set(ctx, kind.Type, args.Text)
	case kind.Tag == "INPUT" && clicked[kind.Type] || kind.Tag != "INPUT" && kind.Tag != "TEXTAREA" && !kind.Editable:
		return unsuitable(ReasonWrongElement, "element", "%s takes no text: browser_click clicks it, browser_press sends it keys", e.shown)
	}
	if _, _, err := e.point(ctx); err != nil {
		return err // what cannot be seen is not for people to fill in
	}
	selected, err := e.ask(ctx, "select", args.Append)
	switch {
	case err != nil:
		return err
	case !selected.Focused:
		return failed(ReasonNotClickable, "%s does not take the focus", e.shown)
	case args.Text == "" && args.Append:
		return nil
	case args.Text == "":
		return e.tab.press(ctx, chord{key: named["delete"]})
	}
	_, err = cdp.Call(ctx, e.tab, input.InsertText, input.InsertTextParams{Text: args.Text})
	return err
}

// choose picks a choice of a list.
func (e element) choose(ctx context.Context, choice string) error {
	answer, err := e.ask(ctx, "choose", choice)
	if err != nil || !answer.Missing {
		return err
	}
	var choices []string
	for _, option := range answer.Options {
		choices = append(choices, quote(option, 60))
	}
	return unsuitable(ReasonWrongValue, "text", "the list has no such choice that can be made; its choices are %s", strings.Join(choices, ", "))
}

// forms are how the values of fields are written.
var forms = map[string]string{"color": "#ff8800", "date": "2026-01-31", "datetime-local": "2026-01-31T18:30", "month": "2026-01", "range": "a number in its range", "time": "18:30", "week": "2026-W05"}

// set gives a field its value.
func (e element) set(ctx context.Context, kind, value string) error {
	answer, err := e.ask(ctx, "set", value)
	if err == nil && answer.Refused {
		return unsuitable(ReasonWrongValue, "text", "the field does not take this: it is of the type %s, whose values are written like %s", kind, forms[kind])
	}
	return err
}
