package browser

import (
	"context"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// node is one of the accessibility tree, frames joined.
type node struct {
	role, name, value string
	properties        map[accessibility.PropertyName]string
	backend           cdp.BackendNodeID
	frame             cdp.FrameID
	ignored           bool
	children          []*node
}

const (
	// maxFrames is how many frames of a page are looked into.
	maxFrames = 20
	// shallow is how deep a tree is read whose whole is too long to be
	// told.
	shallow = 12
)

// tree reads the accessibility tree of a page. Frames of other sites are in
// processes of their own, and stay empty.
func (t *tab) tree(ctx context.Context) (*node, error) {
	frames, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	root, owners, err := t.frameTree(ctx, frames.FrameTree.Frame.ID)
	if err != nil {
		return nil, err
	}
	left := maxFrames
	t.join(ctx, frames.FrameTree, owners, &left)
	return root, nil
}

// join hangs the trees of inner frames below the elements that hold them. One
// that cannot be read stays empty.
func (t *tab) join(ctx context.Context, frames *page.FrameTree, owners map[cdp.BackendNodeID]*node, left *int) {
	for _, child := range frames.ChildFrames {
		if *left--; *left < 0 {
			return
		}
		owner, err := cdp.Call(ctx, t, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: child.Frame.ID})
		if err != nil || owners[owner.BackendNodeID] == nil {
			continue // a frame that is not to be seen
		}
		root, inner, err := t.frameTree(ctx, child.Frame.ID)
		if err != nil {
			continue
		}
		owners[owner.BackendNodeID].children = []*node{root}
		t.join(ctx, child, inner, left)
	}
}

// frameTree is the tree of one frame, and which nodes in it may hold frames.
func (t *tab) frameTree(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	params := accessibility.GetFullAXTreeParams{FrameID: frame}
	answer, err := cdp.Call(ctx, t, accessibility.GetFullAXTree, params)
	if isTooLong(err) {
		params.Depth = new(int64(shallow))
		t.session.note("the page is too large to be read as a whole: only the upper part of its tree is shown")
		answer, err = cdp.Call(ctx, t, accessibility.GetFullAXTree, params)
	}
	if err != nil {
		return nil, nil, err
	}
	nodes := make(map[accessibility.NodeID]*node, len(answer.Nodes))
	owners := make(map[cdp.BackendNodeID]*node)
	for _, n := range answer.Nodes {
		made := newNode(n, frame)
		nodes[n.NodeID] = made
		if made.role == "Iframe" || made.role == "iframe" {
			owners[n.BackendDOMNodeID] = made
		}
	}
	return grow(answer.Nodes, nodes), owners, nil
}

// grow joins nodes to a tree. Each hangs in one place only: what comes from a
// page's process may be anything, and must not lead in circles.
func grow(told []*accessibility.Node, nodes map[accessibility.NodeID]*node) *node {
	root := &node{ignored: true}
	hung := make(map[*node]bool, len(nodes))
	for _, n := range told {
		if made := nodes[n.NodeID]; n.ParentID == "" && !hung[made] {
			hung[made] = true
			root.children = append(root.children, made)
		}
	}
	for _, n := range told {
		for _, id := range n.ChildIDs {
			if child := nodes[id]; child != nil && !hung[child] {
				hung[child] = true
				nodes[n.NodeID].children = append(nodes[n.NodeID].children, child)
			}
		}
	}
	return root
}

func newNode(n *accessibility.Node, frame cdp.FrameID) *node {
	made := &node{
		role: text(n.Role), name: text(n.Name), value: text(n.Value), backend: n.BackendDOMNodeID, frame: frame, ignored: n.Ignored,
		properties: make(map[accessibility.PropertyName]string, len(n.Properties)),
	}
	for _, p := range n.Properties {
		made.properties[p.Name] = text(p.Value)
	}
	return made
}

// text is a value as a text; empty where there is none.
func text(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var s string
	if jsonv2.Unmarshal(v.Value, &s, chromedp.DefaultUnmarshalOptions) == nil {
		return s
	}
	return string(v.Value)
}
