package browser

import (
	"context"
	_ "embed" // page.js, content.js
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// element is the element that a reference means.
type element struct {
	tab      *tab
	document cdp.LoaderID // that the tab showed when the reference was made
	frame    cdp.FrameID
	node     cdp.BackendNodeID
	label    string // role and name in the snapshot
	isPicked bool   // page.js made the label
}

// key identifies an element.
type key struct {
	tab      *tab
	document cdp.LoaderID
	frame    cdp.FrameID
	node     cdp.BackendNodeID
	meaning  string // role and name without digits, which count something
}

// key returns the key of the element. An element whose meaning changes gets another
// reference.
func (e element) key() key {
	return key{e.tab, e.document, e.frame, e.node, withoutDigits(e.label)}
}

// withoutDigits returns a text without digits.
func withoutDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, text)
}

// elements are the elements of a session's newest snapshot. A number is never
// used for two elements.
type elements struct {
	last    int
	byRef   map[int]element
	numbers map[key]int
}

// replace sets the elements. Elements that were in the last snapshot keep their
// numbers. It returns the numbers in the order of found.
func (e *elements) replace(found []element) []int {
	byRef, numbers, refs := make(map[int]element, len(found)), make(map[key]int, len(found)), make([]int, len(found))
	for i, f := range found {
		k := f.key()
		number, ok := e.numbers[k]
		if !ok {
			e.last++
			number = e.last
		}
		byRef[number], numbers[k], refs[i] = f, number, number
	}
	e.byRef, e.numbers = byRef, numbers
	return refs
}

// find returns the element of a reference such as "@e12".
func (s *session) find(reference string) (element, error) {
	number, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(reference, "@"), "e"))
	if err != nil || len(reference) > 11 {
		return element{}, invalidArgument("element", "%q is not a reference: use one of the newest snapshot, such as @e12", clean(reference, 20))
	}
	t, err := s.currentPage()
	if err != nil {
		return element{}, err
	}
	s.mu.Lock()
	found, ok := s.elements.byRef[number]
	known := number <= s.elements.last && number > 0
	s.mu.Unlock()
	switch {
	case !ok && !known:
		return element{}, fieldFailure(ReasonStaleReference, "element", "@e%d never existed: use a reference of the newest snapshot", number)
	case !ok || found.tab != t || found.document != t.currentDocument():
		return element{}, staleReference(number)
	}
	return found, nil
}

// currentDocument returns the document of the main frame.
func (t *tab) currentDocument() cdp.LoaderID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.document
}

// staleReference returns the error of a reference whose element is gone.
func staleReference(number int) error {
	return fieldFailure(ReasonStaleReference, "element", "@e%d is out of date: the element is no longer in the page. Call browser_snapshot and use a reference from it", number)
}

// worldName is the name of the isolated worlds of page.js.
const worldName = "toolgen"

// inputScript and contentScript are the two parts of the functions.
var (
	//go:embed page.js
	inputScript string
	//go:embed content.js
	contentScript string

	pageScript = inputScript + contentScript
)

// world returns the isolated world that has the functions of page.js in a
// frame.
func (t *tab) world(ctx context.Context, frame cdp.FrameID) (runtime.ExecutionContextID, error) {
	t.mu.Lock()
	id, ok := t.worlds[frame]
	t.mu.Unlock()
	if ok {
		return id, nil
	}
	via := t.processOf(frame)
	made, err := cdp.Call(ctx, via, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: worldName})
	if err != nil {
		return 0, err
	}
	_, err = cdp.Call(ctx, via, runtime.Evaluate, runtime.EvaluateParams{Expression: pageScript, ContextID: made.ExecutionContextID})
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.worlds[frame] = made.ExecutionContextID
	return made.ExecutionContextID, nil
}

// eval calls a function of page.js in a frame, and decodes its result.
func (t *tab) eval(ctx context.Context, frame cdp.FrameID, expression string, result any) error {
	value, err := t.evalObject(ctx, frame, expression, true)
	if err != nil {
		return err
	}
	return json.Unmarshal(value.Value, result)
}

// evalObject calls a function of page.js in a frame. The result is a value, or
// a reference to an object that stays in the page.
func (t *tab) evalObject(ctx context.Context, frame cdp.FrameID, expression string, value bool) (*runtime.RemoteObject, error) {
	world, err := t.world(ctx, frame)
	if err != nil {
		return nil, err
	}
	params := runtime.EvaluateParams{Expression: "toolgen." + expression, ContextID: world, ObjectGroup: objectGroup, ReturnByValue: &value}
	answer, err := cdp.Call(ctx, t.processOf(frame), runtime.Evaluate, params)
	switch {
	case isProtocol(err):
		t.clearWorlds() // the frame may show another document now
		return nil, err
	case err != nil:
		return nil, err
	case answer.ExceptionDetails != nil || answer.Result == nil:
		return nil, fmt.Errorf("browser: %s failed in the page", expression)
	}
	return answer.Result, nil
}

// objectGroup is the name of the objects that are kept in a page until release.
const objectGroup = "toolgen"

// release frees the objects that are kept in a process of the page.
func release(via targetSession) {
	via.post(runtime.ReleaseObjectGroup.Method, runtime.ReleaseObjectGroupParams{ObjectGroup: objectGroup})
}

// scriptAnswer is the answer of a function of page.js; each function sets some
// fields.
type scriptAnswer struct {
	Connected, Disabled, Readonly, Editable, Download bool
	Tag, Type                                         string
	Hidden                                            bool
	X, Y, Width, Height                               float64
	Covered                                           string
	Missing                                           bool
	Options                                           []string
	Chosen                                            string
	Focused, Refused                                  bool
	State, Other                                      string
	InFrame, Unsure, Kept, IgnoresPointer             bool
	Node                                              json.RawMessage
}

// call calls a function of page.js with the element and arguments. When the
// element is gone, the error is that of a stale reference.
func (e element) call(ctx context.Context, function string, arguments ...any) (scriptAnswer, error) {
	answer, err := e.callOnce(ctx, function, arguments...)
	if isProtocol(err) {
		e.tab.clearWorlds() // the frame may show another document now
		answer, err = e.callOnce(ctx, function, arguments...)
	}
	if isProtocol(err) {
		return scriptAnswer{}, e.staleError()
	}
	return answer, err
}

// staleError returns the error of a reference to an element that is gone.
func (e element) staleError() error {
	e.tab.session.mu.Lock()
	defer e.tab.session.mu.Unlock()
	return staleReference(e.tab.session.elements.numbers[e.key()])
}

// callOnce calls a function of page.js in the isolated world that is known.
func (e element) callOnce(ctx context.Context, function string, arguments ...any) (scriptAnswer, error) {
	var answer scriptAnswer
	world, err := e.tab.world(ctx, e.frame)
	if err != nil {
		return answer, err
	}
	via := e.tab.processOf(e.frame)
	resolved, err := cdp.Call(ctx, via, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: e.node, ExecutionContextID: world, ObjectGroup: objectGroup})
	if err != nil {
		return answer, err
	}
	defer release(via)
	params := runtime.CallFunctionOnParams{
		FunctionDeclaration: "function(...rest) { return toolgen." + function + "(this, ...rest) }",
		ObjectID:            resolved.Object.ObjectID,
	}
	params.ReturnByValue = new(true)
	for _, argument := range arguments {
		value, err := json.Marshal(argument)
		if err != nil {
			return answer, err
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{Value: value})
	}
	result, err := cdp.Call(ctx, via, runtime.CallFunctionOn, params)
	switch {
	case err != nil:
		return answer, err
	case result.ExceptionDetails != nil:
		return answer, fmt.Errorf("browser: %s failed in the page: %s", function, result.ExceptionDetails.Text)
	}
	err = json.Unmarshal(result.Result.Value, &answer)
	answer.redact(e.tab.session.redact)
	return answer, err
}

// redact removes the secrets from the texts of the page.
func (a *scriptAnswer) redact(redact redactor) {
	a.Covered, a.Other = redact(a.Covered), redact(a.Other)
	for i, option := range a.Options {
		a.Options[i] = redact(option)
	}
}

// inspect returns the kind of the element. An element that has left the page is
// an error.
func (e element) inspect(ctx context.Context) (scriptAnswer, error) {
	f, err := e.call(ctx, "inspect")
	if err == nil && !f.Connected {
		return f, e.staleError()
	}
	return f, err
}
