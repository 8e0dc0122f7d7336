package browser

import (
	"context"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
)

const (
	// maxFrames is how many frames of a page are looked into.
	maxFrames = 20
	// maxNodes and maxLetters are how many elements and texts a page may have,
	// and how long these may be, for its tree to be read as a whole.
	// Chromium needs about half a kilobyte to tell of each.
	maxNodes   = 8_000
	maxLetters = 500_000
)

// reader reads the tree of one page. What is left of its limits is shared by
// the frames.
type reader struct {
	*tab
	frames, nodes, letters, items int
	cut                           bool // there is more than was read
}

// tree reads the accessibility tree of a page. Frames of other sites are in
// processes of their own, and stay empty.
func (t *tab) tree(ctx context.Context) (*node, error) {
	frames, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	r := &reader{tab: t, frames: maxFrames, nodes: maxNodes, letters: maxLetters, items: maxItems}
	root, owners, err := r.frame(ctx, frames.FrameTree.Frame.ID)
	if err != nil {
		return nil, err
	}
	r.join(ctx, frames.FrameTree, owners)
	if r.cut {
		t.session.note("the page is too large to be read as a whole: what is here was cut, and may have fewer references")
	}
	return root, nil
}

// join hangs the trees of inner frames below the elements that hold them. One
// that cannot be read stays empty.
func (r *reader) join(ctx context.Context, frames *page.FrameTree, owners map[cdp.BackendNodeID]*node) {
	for _, child := range frames.ChildFrames {
		if r.frames--; r.frames < 0 {
			r.cut = true
			return
		}
		owner, err := cdp.Call(ctx, r.tab, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: child.Frame.ID})
		if err != nil || owners[owner.BackendNodeID] == nil {
			continue // a frame that is not to be seen
		}
		root, inner, err := r.frame(ctx, child.Frame.ID)
		if err != nil {
			continue
		}
		owners[owner.BackendNodeID].children = []*node{root}
		r.join(ctx, child, inner)
	}
}

// frame is the tree of one frame, and which nodes in it may hold frames.
func (r *reader) frame(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	var size struct {
		Nodes   int `json:"nodes"`
		Letters int `json:"letters"`
	}
	if err := r.eval(ctx, frame, "size()", &size); err != nil {
		return nil, nil, err
	}
	if size.Nodes > r.nodes || size.Letters > r.letters {
		return r.part(ctx, frame)
	}
	root, owners, err := r.whole(ctx, frame)
	if isTooLong(err) {
		return r.part(ctx, frame)
	}
	r.nodes -= size.Nodes
	r.letters -= size.Letters
	return root, owners, err
}

// whole is the tree of a frame as Chromium has it.
func (r *reader) whole(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	var answer struct {
		Nodes []*told `json:"nodes"`
	}
	err := r.Call(ctx, accessibility.GetFullAXTree.Method, accessibility.GetFullAXTreeParams{FrameID: frame}, &answer)
	if err != nil {
		return nil, nil, err
	}
	nodes := make(map[string]*node, len(answer.Nodes))
	owners := make(map[cdp.BackendNodeID]*node)
	for _, n := range answer.Nodes {
		made := newNode(n, frame)
		nodes[n.NodeID] = made
		made.own(owners)
	}
	return grow(answer.Nodes, nodes), owners, nil
}

// grow joins nodes to a tree. Each hangs in one place only: what comes from a
// page's process may be anything, and must not lead in circles.
func grow(nodes []*told, made map[string]*node) *node {
	root := &node{ignored: true}
	hung := make(map[*node]bool, len(made))
	for _, n := range nodes {
		if top := made[n.NodeID]; n.ParentID == "" && !hung[top] {
			hung[top] = true
			root.children = append(root.children, top)
		}
	}
	for _, n := range nodes {
		for _, id := range n.ChildIDs {
			if child := made[id]; child != nil && !hung[child] {
				hung[child] = true
				made[n.NodeID].children = append(made[n.NodeID].children, child)
			}
		}
	}
	return root
}
