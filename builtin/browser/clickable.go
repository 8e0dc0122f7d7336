package browser

import (
	"context"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/domsnapshot"
)

// documents is the part of Chromium's snapshot of a page that is decoded: one
// document for each frame of the process.
type documents struct {
	Documents []struct {
		FrameID int `json:"frameId"` // index of the text
		Nodes   struct {
			Parents   []int               `json:"parentIndex"`
			Types     []int               `json:"nodeType"`
			Names     []int               `json:"nodeName"` // indexes of texts
			Backends  []cdp.BackendNodeID `json:"backendNodeId"`
			Attrs     [][]int             `json:"attributes"` // indexes of texts: names and values in turn
			Clickable struct {
				Index []int `json:"index"`
			} `json:"isClickable"`
		} `json:"nodes"`
		Layout struct {
			Nodes  []int   `json:"nodeIndex"`
			Styles [][]int `json:"styles"` // indexes of texts
		} `json:"layout"`
	} `json:"documents"`
	Strings []string `json:"strings"`
}

// maxClickable is the maximum number of elements without a role that get a
// reference.
const maxClickable = 500

// markClickable marks the elements of any role that react to the pointer: those with
// a listener for clicks, those over which the pointer becomes a hand, and those that
// are dragged or on which something is dropped. Elements that the accessibility tree
// lacks are added to it. A page that cannot be read again keeps its tree.
func (r *processReader) markClickable(ctx context.Context) {
	var all documents
	params := domsnapshot.CaptureSnapshotParams{ComputedStyles: []string{"cursor"}}
	if err := r.via.Call(ctx, domsnapshot.CaptureSnapshot.Method, params, &all); err != nil {
		return
	}
	var drops map[cdp.BackendNodeID]bool
	if all.hasDragged() {
		drops = r.dropTargets(ctx)
	}
	for d := range all.Documents {
		r.markInDocument(&all, d, drops)
	}
	r.describeAdded(ctx)
}

// hasDragged reports whether an element can be dragged.
func (all *documents) hasDragged() bool {
	for d := range all.Documents {
		if slices.ContainsFunc(all.Documents[d].Nodes.Attrs, all.isDragged) {
			return true
		}
	}
	return false
}

// dropTargets returns the elements on which something can be dropped: those with a
// listener for it. Their frames have the process of the reader.
func (r *processReader) dropTargets(ctx context.Context) map[cdp.BackendNodeID]bool {
	var document struct {
		Result struct {
			ID string `json:"objectId"`
		} `json:"result"`
	}
	if err := r.via.Call(ctx, "Runtime.evaluate", map[string]any{"expression": "document"}, &document); err != nil {
		return nil
	}
	defer func() {
		_ = r.via.Call(ctx, "Runtime.releaseObject", map[string]any{"objectId": document.Result.ID}, nil)
	}()
	var all struct {
		Listeners []struct {
			Type    string            `json:"type"`
			Backend cdp.BackendNodeID `json:"backendNodeId"`
		} `json:"listeners"`
	}
	params := map[string]any{"objectId": document.Result.ID, "depth": -1, "pierce": true}
	if err := r.via.Call(ctx, "DOMDebugger.getEventListeners", params, &all); err != nil {
		return nil
	}
	drops := make(map[cdp.BackendNodeID]bool)
	for _, listener := range all.Listeners {
		if listener.Type == "drop" {
			drops[listener.Backend] = true
		}
	}
	return drops
}

// markInDocument marks the elements of one document, and those on which something can
// be dropped.
func (r *processReader) markInDocument(all *documents, d int, drops map[cdp.BackendNodeID]bool) {
	doc := &all.Documents[d]
	nodes, count := &doc.Nodes, len(doc.Nodes.Backends)
	if len(nodes.Parents) != count || len(nodes.Types) != count || len(nodes.Names) != count {
		return
	}
	reacts, hand, isShown := make([]bool, count), make([]bool, count), make([]bool, count)
	for i, n := range doc.Layout.Nodes {
		if n >= 0 && n < count && i < len(doc.Layout.Styles) {
			isShown[n] = true
			for _, style := range doc.Layout.Styles[i] {
				hand[n] = hand[n] || all.text(style) == "pointer"
			}
		}
	}
	for _, n := range nodes.Clickable.Index {
		if n >= 0 && n < count {
			reacts[n] = true
		}
	}
	for n, attributes := range nodes.Attrs[:min(count, len(nodes.Attrs))] {
		reacts[n] = reacts[n] || all.isDragged(attributes) || drops[nodes.Backends[n]]
	}
	for n := range count {
		parent := nodes.Parents[n]
		isOwnHand := hand[n] && (parent < 0 || parent >= count || !hand[parent])
		if nodes.Types[n] != elementNode || !isShown[n] || !reacts[n] && !isOwnHand || pageElements[all.text(nodes.Names[n])] || r.clickable >= maxClickable {
			continue
		}
		if found := r.nodeFor(all, d, n); found != nil {
			found.isClickable = true
			found.hasHand = found.hasHand || isOwnHand
			r.clickable++
		}
	}
}

// elementNode is the type of elements in DOM.
const elementNode = 1

// pageElements are the elements whose listeners are for the whole page, and the
// elements that only forward clicks.
var pageElements = set("HTML", "BODY", "LABEL", "OPTION", "SELECT", "IFRAME")

// isDragged reports whether the attributes of an element say that it can be dragged.
func (all *documents) isDragged(attributes []int) bool {
	for i := 0; i+1 < len(attributes); i += 2 {
		if all.text(attributes[i]) == "draggable" && all.text(attributes[i+1]) == "true" {
			return true
		}
	}
	return false
}

// text returns a text by its index; empty if there is none.
func (all *documents) text(index int) string {
	if index < 0 || index >= len(all.Strings) {
		return ""
	}
	return all.Strings[index]
}

// nodeFor returns the node of an element. An element that the tree lacks is added to
// the nearest element around it that the tree has; nil if there is none.
func (r *processReader) nodeFor(all *documents, d, n int) *node {
	nodes := &all.Documents[d].Nodes
	if found := r.made[nodes.Backends[n]]; found != nil {
		return found
	}
	for parent, steps := nodes.Parents[n], 0; parent >= 0 && parent < len(nodes.Backends) && steps < 1000; parent, steps = nodes.Parents[parent], steps+1 {
		if around := r.made[nodes.Backends[parent]]; around != nil {
			added := &node{role: "generic", backend: nodes.Backends[n], frame: around.frame}
			around.children = append(around.children, added)
			r.made[added.backend] = added
			return added
		}
	}
	return nil
}

// dropContainers removes the mark from elements without a role that only contain
// others that can be used: their listener is for those.
func (n *node) dropContainers() (hasUsable bool) {
	inside := false
	for _, child := range n.children {
		inside = child.dropContainers() || inside
	}
	if n.isClickable && inside && !n.hasHand && !n.isControl() {
		n.isClickable = false
	}
	return inside || n.isUsable()
}

// isControl reports whether the role of the node, or its focus, makes it usable.
func (n *node) isControl() bool {
	marked := n.isClickable
	n.isClickable = false
	defer func() { n.isClickable = marked }()
	return n.isUsable()
}

// describeAdded names the elements without a text, such as the bars of a chart, by
// their titles and labels.
func (r *processReader) describeAdded(ctx context.Context) {
	described := 0
	for _, n := range r.made {
		if !n.isClickable || n.isControl() || n.name != "" || described >= 60 || n.text(10) != "" {
			continue
		}
		described++
		answer, err := cdp.Call(ctx, r.via, dom.DescribeNode, dom.DescribeNodeParams{BackendNodeID: n.backend})
		if err != nil || answer.Node == nil {
			continue
		}
		n.name = r.session.redact(nameFromAttributes(answer.Node))
	}
}

// nameFromAttributes returns a name for an element without a text.
func nameFromAttributes(n *cdp.Node) string {
	given := make(map[string]string, len(n.Attributes)/2)
	for i := 0; i+1 < len(n.Attributes); i += 2 {
		given[n.Attributes[i]] = n.Attributes[i+1]
	}
	for _, key := range []string{"aria-label", "title", "alt", "data-label", "data-name", "data-title", "data-value", "data-id", "id", "class"} {
		if given[key] != "" {
			return n.LocalName + " " + given[key]
		}
	}
	return n.LocalName
}
