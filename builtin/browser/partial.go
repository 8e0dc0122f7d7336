package browser

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

const (
	// maxItems is the maximum number of elements and texts that are read of a
	// page that is too large for the full tree: one more than a snapshot has
	// lines, so that the snapshot reports that there are more.
	maxItems = maxLines + 1
	// maxConcurrent is the number of requests that are sent at a time.
	maxConcurrent = 16
)

// identifyTime limits the time for finding the nodes of the elements. The rest
// of the elements has no reference.
var identifyTime = 5 * time.Second

// items are the elements and texts that page.js selected, in the order of the
// page.
type items struct {
	Items []struct {
		Parent  int    `json:"parent"`  // the index of the element around it, or -1
		Element bool   `json:"element"` // an element, as opposed to a text
		Node    axNode `json:"node"`
	} `json:"items"`
	More bool `json:"more"`
}

// partialTree reads the first part of the tree of a frame that is too large.
// Functions in the page describe its first elements. Chromium would make its
// own tree for all elements, which may take minutes and gigabytes.
func (r *processReader) partialTree(ctx context.Context, frame cdp.FrameID) (*node, error) {
	r.isPartial = true
	var chosen items
	if err := r.eval(ctx, frame, fmt.Sprintf("pick(%d)", r.items), &chosen); err != nil {
		return nil, err
	}
	elements, err := r.pickedElements(ctx, frame)
	if err != nil {
		return nil, err
	}
	defer release(r.via)
	ids := r.identify(ctx, elements)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.items -= len(chosen.Items)
	r.isCut = r.isCut || chosen.More
	return chosen.tree(ids, frame, r.session.redact, r.made), nil
}

// pickedElements returns the elements that were selected last, in their order.
func (r *processReader) pickedElements(ctx context.Context, frame cdp.FrameID) ([]runtime.RemoteObjectID, error) {
	list, err := r.evalObject(ctx, frame, "picked()", false)
	if err != nil {
		return nil, err
	}
	properties, err := cdp.Call(ctx, r.via, runtime.GetProperties, runtime.GetPropertiesParams{ObjectID: list.ObjectID, OwnProperties: new(true)})
	var found []runtime.RemoteObjectID
	for _, p := range properties.Result {
		if p.Value != nil && p.Value.Subtype == runtime.RemoteObjectSubtypeNode {
			found = append(found, p.Value.ObjectID)
		}
	}
	return found, err
}

// identify finds the nodes of elements within identifyTime. The id of a node
// that was not found is 0.
func (r *processReader) identify(ctx context.Context, elements []runtime.RemoteObjectID) []cdp.BackendNodeID {
	ctx, cancel := context.WithTimeout(ctx, identifyTime)
	defer cancel()
	ids := make([]cdp.BackendNodeID, len(elements))
	slots := make(chan struct{}, maxConcurrent)
	var group sync.WaitGroup
	for i, element := range elements {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			answer, err := cdp.Call(ctx, r.via, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: element})
			if err == nil && answer.Node != nil {
				ids[i] = answer.Node.BackendNodeID
			}
			<-slots
		})
	}
	group.Wait()
	return ids
}

// tree makes a tree of the items, and adds their nodes to all.
func (c *items) tree(ids []cdp.BackendNodeID, frame cdp.FrameID, redact redactor, all map[cdp.BackendNodeID]*node) *node {
	root := &node{ignored: true}
	made := make([]*node, len(c.Items))
	for i := range c.Items {
		item := &c.Items[i]
		if item.Element && len(ids) > 0 {
			item.Node.Backend, ids = ids[0], ids[1:]
		}
		made[i] = newNode(&item.Node, frame, redact)
		made[i].isPicked = true
		if made[i].backend != 0 {
			all[made[i].backend] = made[i]
		}
		parent := root
		if item.Parent >= 0 && item.Parent < i {
			parent = made[item.Parent]
		}
		parent.children = append(parent.children, made[i])
	}
	return root
}
