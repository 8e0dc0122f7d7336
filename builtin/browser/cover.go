package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
)

// inWindow returns the spot of a point of an inner frame. The content box of a frame
// may be scaled and rotated.
func (e element) inWindow(ctx context.Context, at scriptAnswer) (spot, error) {
	t := e.tab
	where := spot{innerX: at.X, innerY: at.Y}
	l := layer{via: t.processOf(e.frame), x: at.X, y: at.Y, frame: e.frame}
	if root := t.root(l.via); root != e.frame {
		owner, err := t.owner(e.frame)
		if err == nil {
			err = l.toProcess(ctx, owner.node, at.Width, at.Height)
		}
		if err != nil {
			return spot{}, err
		}
	}
	for range maxFrames {
		where.layers = append(where.layers, l)
		root := t.root(l.via)
		if t.isMain(root) {
			where.x, where.y = l.x, l.y
			return where, nil
		}
		owner, err := t.owner(root)
		if err != nil {
			return spot{}, err
		}
		var size point
		if err := t.eval(ctx, root, "viewport()", &size); err != nil {
			return spot{}, err
		}
		l = layer{via: t.processOf(owner.frame), x: l.x, y: l.y, frame: owner.frame, node: owner.node}
		if err := l.toProcess(ctx, owner.node, size.X, size.Y); err != nil {
			return spot{}, err
		}
	}
	return spot{}, errHiddenFrame
}

// point is a point or a size in a frame, in pixels.
type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

var errHiddenFrame = failure(ReasonNotClickable, "the frame of the element is not visible: open or scroll the part of the page that contains it first")

// toProcess converts the position of the layer from a frame with this width and height
// to the process of the element that holds the frame.
func (l *layer) toProcess(ctx context.Context, owner cdp.BackendNodeID, width, height float64) error {
	box, err := cdp.Call(ctx, l.via, dom.GetBoxModel, dom.GetBoxModelParams{BackendNodeID: owner})
	if isProtocol(err) || err == nil && (box.Model == nil || len(box.Model.Content) < 8 || width == 0 || height == 0) {
		return errHiddenFrame
	}
	if err != nil {
		return err
	}
	// The corners of the box, from the top left one clockwise.
	c, across, down := box.Model.Content, l.x/width, l.y/height
	l.x = c[0] + (c[2]-c[0])*across + (c[6]-c[0])*down
	l.y = c[1] + (c[3]-c[1])*across + (c[7]-c[1])*down
	return nil
}

// checkFrames checks that the frames around the element are not covered at a spot: a
// layer of a page above one of its frames would get the press. For an element of the
// main frame there is nothing to check.
func (e element) checkFrames(ctx context.Context, at spot) error {
	for _, l := range at.layers {
		var scrolled point
		if err := e.tab.eval(ctx, e.tab.root(l.via), "offset()", &scrolled); err != nil {
			return err
		}
		over, err := cdp.Call(ctx, l.via, dom.GetNodeForLocation, dom.GetNodeForLocationParams{X: int64(l.x + scrolled.X), Y: int64(l.y + scrolled.Y)})
		switch {
		case isProtocol(err): // there is no element
			return e.coveredError("nothing that can be clicked")
		case err != nil:
			return err
		case l.node == 0 && over.FrameID == l.frame || l.node != 0 && over.BackendNodeID == l.node:
			continue
		}
		found := element{tab: e.tab, document: e.document, frame: over.FrameID, node: over.BackendNodeID}
		described, err := found.callOnce(ctx, "describe")
		if err != nil {
			described.Covered = "another element"
		}
		return e.coveredError(described.Covered)
	}
	return nil
}

// owner returns the element that holds a frame.
func (t *tab) owner(frame cdp.FrameID) (element, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	owner, ok := t.owners[frame]
	if !ok {
		return element{}, errHiddenFrame
	}
	return owner, nil
}

// root returns the outermost frame of a process.
func (t *tab) root(via targetSession) cdp.FrameID {
	t.mu.Lock()
	defer t.mu.Unlock()
	if root, ok := t.roots[via.id]; ok {
		return root
	}
	return cdp.FrameID(t.target)
}

// framesAround returns the elements that hold the frames around the element, from
// the innermost one on.
func (e element) framesAround() (owners []element) {
	e.tab.mu.Lock()
	defer e.tab.mu.Unlock()
	for frame := e.frame; len(owners) < maxFrames; {
		owner, ok := e.tab.owners[frame]
		if !ok {
			return owners
		}
		owner.document = e.document
		owners, frame = append(owners, owner), owner.frame
	}
	return owners
}

// setOwner records the element that holds a frame.
func (t *tab) setOwner(frame cdp.FrameID, owner element) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.owners) >= maxRequests {
		clear(t.owners)
	}
	t.owners[frame] = owner
}

// expectInFrames makes the frames around the element stop input of a kind that
// arrives anywhere else in them. forgetInFrames ends that, and returns what got
// the input instead; empty for nothing.
func (e element) expectInFrames(ctx context.Context, kind string) error {
	for _, owner := range e.framesAround() {
		if _, err := owner.callOnce(ctx, "expect", kind); err != nil {
			return err
		}
	}
	return nil
}

// forgetInFrames ends what expectInFrames began, and returns what got the input
// instead of the element; empty for nothing.
func (e element) forgetInFrames(ctx context.Context) (other string) {
	for _, owner := range e.framesAround() {
		if arrived, err := owner.callOnce(ctx, "arrived"); err == nil && arrived.State == arrivedElsewhere {
			other = arrived.Other
		}
		_, _ = owner.callOnce(ctx, "forget")
	}
	return other
}
