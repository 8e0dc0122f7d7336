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

// TypeArgs are the arguments of browser_type.
type TypeArgs struct {
	// The reference of the field.
	Element string `json:"element" tool:"alias=ref,alias=selector,alias=element_id"`
	// For a list, the choice; for a date, such as 2026-01-31; empty clears.
	Text string `json:"text" jsonschema:"maxLength=100000" tool:"alias=value,alias=content"`
	// Presses Enter afterwards.
	Submit bool `json:"submit,omitzero" tool:"alias=press_enter"`
	// Adds to the value.
	Append bool `json:"append,omitzero"`
}

// Type writes text into a field, or selects a choice of a list, and shows what changed.
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
		if err := e.checkMeaning(ctx); err != nil {
			return err
		}
		if err := e.write(ctx, args); err != nil || !args.Submit {
			return err
		}
		return e.pressKey(ctx, chord{key: namedKeys["enter"]})
	})
}

// DescribeType describes what Type would do. The text may be a secret, and is not shown.
func (b *Browser) DescribeType(_ context.Context, call *runtime.Call, _ *http.Client, args TypeArgs) (string, error) {
	then := ""
	if args.Submit {
		then = " and press Enter"
	}
	return b.describeElementCall(call, args.Element, fmt.Sprintf("would type %d characters into ", utf8.RuneCountInString(args.Text)), then)
}

// valueTypes are the types of fields whose value is set instead of typed.
var valueTypes = set("color", "date", "datetime-local", "month", "range", "time", "week")

// clickTypes are the types of inputs that take no text.
var clickTypes = set("button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit")

// write writes a text into the element.
func (e element) write(ctx context.Context, args TypeArgs) error {
	kind, err := e.inspect(ctx)
	switch {
	case err != nil:
		return err
	case kind.Disabled || kind.Readonly:
		return failure(ReasonNotClickable, "%s cannot be changed: it is disabled or read-only", e.label)
	case kind.Tag == "SELECT":
		return e.choose(ctx, args.Text)
	case valueTypes[kind.Type]:
		return e.set(ctx, kind.Type, args.Text)
	case kind.Tag == "INPUT" && clickTypes[kind.Type] || kind.Tag != "INPUT" && kind.Tag != "TEXTAREA" && !kind.Editable:
		return fieldFailure(ReasonWrongElement, "element", "%s takes no text: use browser_click or browser_press", e.label)
	}
	if _, err := e.point(ctx); err != nil {
		return err // a person cannot fill in a field that is not visible
	}
	selected, err := e.call(ctx, "select", args.Append)
	switch {
	case err != nil:
		return err
	case !selected.Focused:
		return failure(ReasonNotClickable, "%s does not take the focus", e.label)
	case args.Text == "" && args.Append:
		return nil
	case args.Text == "":
		return e.pressKey(ctx, chord{key: namedKeys["delete"]})
	}
	return e.insert(ctx, args.Text)
}

// insert types a text into the element, which has the focus and expects it. The
// text does not get into an element to which the page moves the focus.
func (e element) insert(ctx context.Context, text string) error {
	// The scripts that handle the focus have run when this second call is made.
	held, err := e.callOnce(ctx, "holds")
	switch {
	case isProtocol(err):
		return e.staleError()
	case err != nil:
		return err
	case !held.Focused:
		return failure(ReasonNotClickable, "%s lost the focus before the text was typed", e.label)
	}
	if err := e.expectInFrames(ctx, "text"); err != nil {
		return err
	}
	if _, err := cdp.Call(ctx, e.tab, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		return err
	}
	arrived, err := e.callOnce(ctx, "arrived")
	_, _ = e.callOnce(ctx, "forget")
	if other := e.forgetInFrames(ctx); other != "" {
		return failure(ReasonNotClickable, "%s lost the focus to %s, which did not get the text", e.label, quote(other, 100))
	}
	switch {
	case isProtocol(err):
		return nil // the text has replaced the document
	case err != nil:
		return err
	case arrived.Kept && arrived.Focused && arrived.State != arrivedElsewhere:
		return fieldFailure(ReasonWrongValue, "text", "%s did not take the text: a field for numbers takes only digits, and a page can refuse a text or make the field read-only", e.label)
	case arrived.State == arrivedHere:
		return nil
	case arrived.State == arrivedElsewhere:
		return failure(ReasonNotClickable, "%s lost the focus to %s, which did not get the text", e.label, quote(arrived.Other, 100))
	case !arrived.Focused:
		return e.lostError("text")
	}
	return failure(ReasonInputBlocked, "%s did not get the text: it may take none, or the page or a dialog of the browser may have taken it. Check the page with browser_snapshot", e.label)
}

// choose selects an option of a list.
func (e element) choose(ctx context.Context, choice string) error {
	answer, err := e.call(ctx, "choose", choice)
	if err != nil || !answer.Missing {
		return err
	}
	var choices []string
	for _, option := range answer.Options {
		choices = append(choices, quote(option, 60))
	}
	return fieldFailure(ReasonWrongValue, "text", "the list does not have this choice, or it is disabled; the choices are %s", strings.Join(choices, ", "))
}

// valueExamples are examples of the values of fields.
var valueExamples = map[string]string{"color": "#ff8800", "date": "2026-01-31", "datetime-local": "2026-01-31T18:30", "month": "2026-01", "range": "a number in its range", "time": "18:30", "week": "2026-W05"}

// set sets the value of a field.
func (e element) set(ctx context.Context, kind, value string) error {
	answer, err := e.call(ctx, "set", value)
	if err == nil && answer.Refused {
		return fieldFailure(ReasonWrongValue, "text", "the field does not accept this value: it is of the type %s, for example %s", kind, valueExamples[kind])
	}
	return err
}
