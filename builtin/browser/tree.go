package browser

import (
	"context"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
)

const (
	// maxFrames is the maximum number of frames that are read in a page.
	maxFrames = 20
	// maxNodes and maxCharacters limit the elements and texts of a page, and the
	// length of the texts, for Chromium's full tree to be read. Chromium sends
	// about half a kilobyte for each.
	maxNodes      = 8_000
	maxCharacters = 500_000
)

// treeReader reads the tree of one page. Its limits are what is left for the
// frames that are still to be read.
type treeReader struct {
	*tab
	frames, nodes, characters, items int
	isCut                            bool // something was not read
}

// tree reads the accessibility tree of a page. Frames of other sites run in
// processes of their own, and stay empty.
func (t *tab) tree(ctx context.Context) (*node, error) {
	frames, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	r := &treeReader{tab: t, frames: maxFrames, nodes: maxNodes, characters: maxCharacters, items: maxItems}
	root, owners, err := r.frameTree(ctx, frames.FrameTree.Frame.ID)
	if err != nil {
		return nil, err
	}
	r.addFrames(ctx, frames.FrameTree, owners)
	if r.isCut {
		t.session.note("the page is too large to be read completely: this part may have fewer references")
	}
	return root, nil
}

// addFrames adds the trees of inner frames to the elements that hold them. A
// frame that cannot be read stays empty.
func (r *treeReader) addFrames(ctx context.Context, frames *page.FrameTree, owners map[cdp.BackendNodeID]*node) {
	for _, child := range frames.ChildFrames {
		if r.frames--; r.frames < 0 {
			r.isCut = true
			return
		}
		owner, err := cdp.Call(ctx, r.tab, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: child.Frame.ID})
		if err != nil || owners[owner.BackendNodeID] == nil {
			continue // the frame is not visible
		}
		root, inner, err := r.frameTree(ctx, child.Frame.ID)
		if err != nil {
			continue
		}
		owners[owner.BackendNodeID].children = []*node{root}
		r.addFrames(ctx, child, inner)
	}
}

// frameTree reads the tree of one frame. It returns the nodes in it that may
// hold frames as well.
func (r *treeReader) frameTree(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	var size struct {
		Nodes  int `json:"nodes"`
		Length int `json:"length"`
	}
	if err := r.eval(ctx, frame, "size()", &size); err != nil {
		return nil, nil, err
	}
	if size.Nodes > r.nodes || size.Length > r.characters {
		return r.partialTree(ctx, frame)
	}
	root, owners, err := r.fullTree(ctx, frame)
	if isTooLong(err) {
		return r.partialTree(ctx, frame)
	}
	r.nodes -= size.Nodes
	r.characters -= size.Length
	return root, owners, err
}

// fullTree reads the tree of a frame from Chromium.
func (r *treeReader) fullTree(ctx context.Context, frame cdp.FrameID) (*node, map[cdp.BackendNodeID]*node, error) {
	var answer struct {
		Nodes []*axNode `json:"nodes"`
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
		made.addOwner(owners)
	}
	return buildTree(answer.Nodes, nodes), owners, nil
}

// buildTree makes a tree of nodes. Each node is placed once: a page controls
// its process, which may send nodes that form circles.
func buildTree(nodes []*axNode, made map[string]*node) *node {
	root := &node{ignored: true}
	isPlaced := make(map[*node]bool, len(made))
	for _, n := range nodes {
		if top := made[n.NodeID]; n.ParentID == "" && !isPlaced[top] {
			isPlaced[top] = true
			root.children = append(root.children, top)
		}
	}
	for _, n := range nodes {
		for _, id := range n.ChildIDs {
			if child := made[id]; child != nil && !isPlaced[child] {
				isPlaced[child] = true
				made[n.NodeID].children = append(made[n.NodeID].children, child)
			}
		}
	}
	return root
}
