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
	// maxItems is how many elements and texts are read of a page that is too
	// large to be read as a whole: one more than a snapshot has lines, so that
	// it says that there is more.
	maxItems = maxLines + 1
	// identifyTime is how long Chromium is asked which nodes the elements are.
	// Those that it does not get to have no reference.
	identifyTime = 5 * time.Second
	// abreast is how many questions are under way at a time.
	abreast = 16
)

// items are what is chosen of a large page, in its order.
type items struct {
	Items []struct {
		Up      int  `json:"up"`      // the index of the element that it is in, or -1
		Element bool `json:"element"` // it is no text
		Told    told `json:"told"`
	} `json:"items"`
	More bool `json:"more"`
}

// part is the first part of the tree of a frame that is too large. The page
// itself, with our functions, says what its elements are, which it does for a
// few at little cost: Chromium's own tree would be made for all of them, which
// may take minutes, and gigabytes.
func (r *reader) part(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	var chosen items
	if err := r.eval(ctx, frame, fmt.Sprintf("pick(%d)", r.items), &chosen); err != nil {
		return nil, nil, err
	}
	elements, err := r.picked(ctx, frame)
	if err != nil {
		return nil, nil, err
	}
	defer r.release()
	ids := r.identify(ctx, elements)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	r.items -= len(chosen.Items)
	r.cut = r.cut || chosen.More
	root, owners := chosen.hang(ids, frame)
	return root, owners, nil
}

// picked are the elements that were chosen last, in their order.
func (r *reader) picked(ctx context.Context, frame cdp.FrameID) ([]runtime.RemoteObjectID, error) {
	list, err := r.object(ctx, frame, "picked()", false)
	if err != nil {
		return nil, err
	}
	properties, err := cdp.Call(ctx, r.tab, runtime.GetProperties, runtime.GetPropertiesParams{ObjectID: list.ObjectID, OwnProperties: new(true)})
	var found []runtime.RemoteObjectID
	for _, p := range properties.Result {
		if p.Value != nil && p.Value.Subtype == runtime.RemoteObjectSubtypeNode {
			found = append(found, p.Value.ObjectID)
		}
	}
	return found, err
}

// identify finds the nodes of elements, for as long as there is time; 0 are
// those that it did not find.
func (r *reader) identify(ctx context.Context, elements []runtime.RemoteObjectID) []cdp.BackendNodeID {
	ctx, cancel := context.WithTimeout(ctx, identifyTime)
	defer cancel()
	ids := make([]cdp.BackendNodeID, len(elements))
	room := make(chan struct{}, abreast)
	var group sync.WaitGroup
	for i, element := range elements {
		room <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			answer, err := cdp.Call(ctx, r.tab, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: element})
			if err == nil && answer.Node != nil {
				ids[i] = answer.Node.BackendNodeID
			}
			<-room
		})
	}
	group.Wait()
	return ids
}

// hang makes a tree of what was chosen.
func (c *items) hang(ids []cdp.BackendNodeID, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node) {
	root, owners := &node{ignored: true}, make(map[cdp.BackendNodeID]*node)
	made := make([]*node, len(c.Items))
	for i := range c.Items {
		item := &c.Items[i]
		if item.Element && len(ids) > 0 {
			item.Told.Backend, ids = ids[0], ids[1:]
		}
		made[i] = newNode(&item.Told, frame)
		made[i].own(owners)
		above := root
		if item.Up >= 0 && item.Up < i {
			above = made[item.Up]
		}
		above.children = append(above.children, made[i])
	}
	return root, owners
}
