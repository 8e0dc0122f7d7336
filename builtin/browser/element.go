package browser

import (
	"context"
	_ "embed" // page.js
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// element is what a reference stands for.
type element struct {
	tab      *tab
	document cdp.LoaderID // of the tab, when the reference was given
	frame    cdp.FrameID
	node     cdp.BackendNodeID
	shown    string // role and name, as the snapshot had them
}

// key is what makes two elements the same.
type key struct {
	tab      *tab
	document cdp.LoaderID
	node     cdp.BackendNodeID
}

// elements are those of a session's newest snapshot. A number is never given twice.
type elements struct {
	last    int
	byRef   map[int]element
	numbers map[key]int
}

// renew replaces the elements. Those that were there before keep their numbers,
// which are returned in the order of found.
func (e *elements) renew(found []element) []int {
	byRef, numbers, refs := make(map[int]element, len(found)), make(map[key]int, len(found)), make([]int, len(found))
	for i, f := range found {
		k := key{f.tab, f.document, f.node}
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

// find is the element of a reference such as "@e12".
func (s *session) find(reference string) (element, error) {
	number, err := strconv.Atoi(strings.TrimLeft(reference, "@e"))
	if err != nil {
		return element{}, invalid("element", "%q is not a reference: expected one of the newest snapshot, such as @e12", clean(reference, 20))
	}
	t, err := s.page()
	if err != nil {
		return element{}, err
	}
	s.mu.Lock()
	found, ok := s.elements.byRef[number]
	known := number <= s.elements.last && number > 0
	s.mu.Unlock()
	switch {
	case !ok && !known:
		return element{}, unsuitable(ReasonStaleReference, "element", "@e%d was never given: take a reference of the newest snapshot", number)
	case !ok || found.tab != t || found.document != t.shows():
		return element{}, outOfDate(number)
	}
	return found, nil
}

// shows is the document of the main frame.
func (t *tab) shows() cdp.LoaderID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.document
}

// outOfDate is the error of a reference whose element is gone.
func outOfDate(number int) error {
	return unsuitable(ReasonStaleReference, "element", "@e%d is out of date: the element is no longer in the page; look again with browser_snapshot, and take the reference from there", number)
}

//go:embed page.js
var pageScript string

// world is where our functions are in a frame.
func (t *tab) world(ctx context.Context, frame cdp.FrameID) (runtime.ExecutionContextID, error) {
	t.mu.Lock()
	id, ok := t.worlds[frame]
	t.mu.Unlock()
	if ok {
		return id, nil
	}
	made, err := cdp.Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: "toolgen"})
	if err != nil {
		return 0, err
	}
	_, err = cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: pageScript, ContextID: made.ExecutionContextID})
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.worlds[frame] = made.ExecutionContextID
	return made.ExecutionContextID, nil
}

// eval calls a function of page.js in a frame, with its result as a value.
func (t *tab) eval(ctx context.Context, frame cdp.FrameID, expression string, result any) error {
	value, err := t.object(ctx, frame, expression, true)
	if err != nil {
		return err
	}
	return jsonv2.Unmarshal(value.Value, result, chromedp.DefaultUnmarshalOptions)
}

// object calls a function of page.js in a frame; its result may stay there.
func (t *tab) object(ctx context.Context, frame cdp.FrameID, expression string, value bool) (*runtime.RemoteObject, error) {
	world, err := t.world(ctx, frame)
	if err != nil {
		return nil, err
	}
	params := runtime.EvaluateParams{Expression: "toolgen." + expression, ContextID: world, ObjectGroup: objectGroup, ReturnByValue: &value}
	answer, err := cdp.Call(ctx, t, runtime.Evaluate, params)
	switch {
	case isProtocol(err):
		t.forgetWorlds() // the frame may have another document by now
		return nil, err
	case err != nil:
		return nil, err
	case answer.ExceptionDetails != nil || answer.Result == nil:
		return nil, fmt.Errorf("browser: %s failed in the page", expression)
	}
	return answer.Result, nil
}

// objectGroup names what is held in a page until it is released.
const objectGroup = "toolgen"

// release lets go of what is held in the page.
func (t *tab) release() {
	t.post(runtime.ReleaseObjectGroup.Method, runtime.ReleaseObjectGroupParams{ObjectGroup: objectGroup})
}

// facts is what the functions of page.js answer.
type facts struct {
	Connected, Disabled, Readonly, Editable, Download bool
	Tag, Type                                         string
	Hidden                                            bool
	X, Y                                              float64
	Covered                                           string
	Missing                                           bool
	Options                                           []string
	Chosen                                            string
	Focused, Refused                                  bool
}

// ask calls a function of page.js with the element and arguments. An element that
// is gone is an error of the model's.
func (e element) ask(ctx context.Context, function string, arguments ...any) (facts, error) {
	answer, err := e.try(ctx, function, arguments...)
	if isProtocol(err) {
		e.tab.forgetWorlds() // the frame may have another document by now
		answer, err = e.try(ctx, function, arguments...)
	}
	if isProtocol(err) {
		return facts{}, e.gone()
	}
	return answer, err
}

func (e element) gone() error {
	e.tab.session.mu.Lock()
	defer e.tab.session.mu.Unlock()
	return outOfDate(e.tab.session.elements.numbers[key{e.tab, e.document, e.node}])
}

func (e element) try(ctx context.Context, function string, arguments ...any) (facts, error) {
	var answer facts
	world, err := e.tab.world(ctx, e.frame)
	if err != nil {
		return answer, err
	}
	resolved, err := cdp.Call(ctx, e.tab, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: e.node, ExecutionContextID: world, ObjectGroup: objectGroup})
	if err != nil {
		return answer, err
	}
	defer e.tab.release()
	params := runtime.CallFunctionOnParams{
		FunctionDeclaration: "function(...rest) { return toolgen." + function + "(this, ...rest) }",
		ObjectID:            resolved.Object.ObjectID,
	}
	params.ReturnByValue = new(true)
	for _, argument := range arguments {
		value, err := jsonv2.Marshal(argument)
		if err != nil {
			return answer, err
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{Value: value})
	}
	result, err := cdp.Call(ctx, e.tab, runtime.CallFunctionOn, params)
	switch {
	case err != nil:
		return answer, err
	case result.ExceptionDetails != nil:
		return answer, fmt.Errorf("browser: %s failed in the page: %s", function, result.ExceptionDetails.Text)
	}
	return answer, json.Unmarshal(result.Result.Value, &answer)
}

// inspect says what kind of element it is; one that has left the page is an error.
func (e element) inspect(ctx context.Context) (facts, error) {
	f, err := e.ask(ctx, "inspect")
	if err == nil && !f.Connected {
		return f, e.gone()
	}
	return f, err
}
