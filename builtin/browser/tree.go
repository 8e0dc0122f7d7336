package browser

import (
	"context"
	"time"

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
	frames, nodes, characters, items, clickable int

	isCut bool // something was not read
}

// processReader reads the frames of one process: those of the page, or those in a
// frame of another site or a frame without rights.
type processReader struct {
	*treeReader
	via       targetSession
	made      map[cdp.BackendNodeID]*node // all nodes
	isPartial bool                        // a frame was too large for its full tree
}

// tree reads the accessibility tree of a page with its frames.
func (t *tab) tree(ctx context.Context) (*node, error) {
	r := &treeReader{tab: t, frames: maxFrames, nodes: maxNodes, characters: maxCharacters, items: maxItems}
	root, err := r.readProcess(ctx, t.targetSession)
	if err != nil {
		return nil, err
	}
	if r.isCut {
		t.session.note("the page is too large to be read completely: this part may have fewer references")
	}
	root.dropContainers()
	return root, nil
}

// readProcess reads the frames of one process, and the processes of frames in them.
func (r *treeReader) readProcess(ctx context.Context, via targetSession) (*node, error) {
	frames, err := cdp.Call(ctx, via, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	p := &processReader{treeReader: r, via: via, made: make(map[cdp.BackendNodeID]*node)}
	r.setProcess(frames.FrameTree.Frame.ID, via)
	r.setRoot(via, frames.FrameTree.Frame.ID)
	root, err := p.frameTree(ctx, frames.FrameTree.Frame.ID)
	if err != nil {
		return nil, err
	}
	p.addFrames(ctx, frames.FrameTree)
	if !p.isPartial {
		p.markClickable(ctx)
	}
	p.addProcesses(ctx)
	return root, nil
}

// addFrames adds the trees of inner frames to the elements that hold them. A
// frame that cannot be read stays empty.
func (r *processReader) addFrames(ctx context.Context, frames *page.FrameTree) {
	for _, child := range frames.ChildFrames {
		owner := r.ownerOf(ctx, child.Frame.ID)
		if owner == nil {
			continue
		}
		r.setProcess(child.Frame.ID, r.via)
		if root, err := r.frameTree(ctx, child.Frame.ID); err == nil {
			owner.children = []*node{root}
			r.addFrames(ctx, child)
		}
	}
}

// remoteTimeout limits the time for reading a frame in another process, which may
// hang on its own.
var remoteTimeout = 3 * time.Second

// addProcesses adds the trees of frames in other processes.
func (r *processReader) addProcesses(ctx context.Context) {
	for _, frame := range r.remotesIn(r.via) {
		owner := r.ownerOf(ctx, cdp.FrameID(frame.target))
		if owner == nil {
			continue
		}
		bounded, cancel := context.WithTimeout(ctx, remoteTimeout)
		root, err := r.readProcess(bounded, frame.targetSession)
		cancel()
		if err == nil {
			owner.children = []*node{root}
		}
	}
}

// ownerOf returns the node of the element that holds a frame; nil if the frame is not
// visible, or if there are too many.
func (r *processReader) ownerOf(ctx context.Context, frame cdp.FrameID) *node {
	if r.frames--; r.frames < 0 {
		r.isCut = true
		return nil
	}
	answer, err := cdp.Call(ctx, r.via, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: frame})
	if err != nil || r.made[answer.BackendNodeID] == nil {
		return nil
	}
	owner := r.made[answer.BackendNodeID]
	r.setOwner(frame, element{tab: r.tab, frame: owner.frame, node: answer.BackendNodeID})
	return owner
}

// frameTree reads the tree of one frame.
func (r *processReader) frameTree(ctx context.Context, frame cdp.FrameID) (*node, error) {
	var size struct {
		Nodes  int `json:"nodes"`
		Length int `json:"length"`
	}
	if err := r.eval(ctx, frame, "size()", &size); err != nil {
		return nil, err
	}
	if size.Nodes > r.nodes || size.Length > r.characters {
		return r.partialTree(ctx, frame)
	}
	root, err := r.fullTree(ctx, frame)
	if isTooLong(err) {
		return r.partialTree(ctx, frame)
	}
	r.nodes -= size.Nodes
	r.characters -= size.Length
	return root, err
}

// fullTree reads the tree of a frame from Chromium.
func (r *processReader) fullTree(ctx context.Context, frame cdp.FrameID) (*node, error) {
	var answer struct {
		Nodes []*axNode `json:"nodes"`
	}
	err := r.via.Call(ctx, accessibility.GetFullAXTree.Method, accessibility.GetFullAXTreeParams{FrameID: frame}, &answer)
	if err != nil {
		return nil, err
	}
	nodes := make(map[string]*node, len(answer.Nodes))
	for _, n := range answer.Nodes {
		made := newNode(n, frame, r.session.redact)
		nodes[n.NodeID] = made
		r.made[made.backend] = made
	}
	return buildTree(answer.Nodes, nodes), nil
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
