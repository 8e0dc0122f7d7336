package browser

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/accessibility"
)

// checkMeaning checks that the element still has the role and the name that the model
// has seen: a list can use its elements for other entries. Digits may differ, because
// they often count something.
func (e element) checkMeaning(ctx context.Context) error {
	now, err := e.currentLabel(ctx)
	if err != nil || now == "" || withoutDigits(now) == withoutDigits(e.label) {
		return nil // an element that is gone is reported later
	}
	return fieldFailure(ReasonStaleReference, "element", "the element is now %s; it was %s when the page was last shown. Call browser_snapshot and use a reference from it", now, e.label)
}

// currentLabel returns the role and the name of the element; empty if it has none of
// its own.
func (e element) currentLabel(ctx context.Context) (string, error) {
	via := e.tab.processOf(e.frame)
	if e.isPicked {
		answer, err := e.callOnce(ctx, "describeNow")
		if err != nil || len(answer.Node) == 0 {
			return "", err
		}
		var described axNode
		if err := json.Unmarshal(answer.Node, &described); err != nil {
			return "", err
		}
		return newNode(&described, e.frame, e.tab.session.redact).heading(), nil
	}
	var answer struct {
		Nodes []*axNode `json:"nodes"`
	}
	params := accessibility.GetPartialAXTreeParams{BackendNodeID: e.node, FetchRelatives: new(false)}
	if err := via.Call(ctx, accessibility.GetPartialAXTree.Method, params, &answer); err != nil || len(answer.Nodes) == 0 {
		return "", err
	}
	n := newNode(answer.Nodes[0], e.frame, e.tab.session.redact)
	if n.ignored || n.name == "" || transparentRoles[n.role] {
		return "", nil
	}
	return n.heading(), nil
}
