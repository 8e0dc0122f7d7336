package search

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"unicode/utf8"
)

// node is a file or directory of a tree.
type node struct {
	Entry
	in       *node // nil for the root
	depth    int
	rules    *scope // above it
	children []*node
	shown    bool
}

// tree is a list that grows level by level, so that the upper levels are whole
// when it becomes too long.
type tree struct {
	*walk
	depth   int // of the deepest level
	room    int // how much text may still be added
	entries int // how many are shown
	stopped Stop
	root    *node
	queue   []*node // directories to open
}

// maxTreeRules is how long the .gitignore files of a tree are together, in
// bytes: directories that wait to be opened keep their rules.
const maxTreeRules = 2 << 20

func newTree(w *walk, depth, size int) *tree {
	w.rules = maxTreeRules
	root := &node{Entry: Entry{Path: w.root, Kind: Directory}, rules: around(w.files, w.root), shown: true}
	return &tree{walk: w, depth: depth, room: size, root: root, queue: []*node{root}}
}

// grow opens directories until there are none left or the list is full.
func (t *tree) grow(ctx context.Context) error {
	for len(t.queue) > 0 {
		err := t.open(ctx, t.queue[0])
		if errors.As(err, &t.stopped) {
			return nil
		}
		if err != nil {
			return err
		}
		t.queue = t.queue[1:]
	}
	return nil
}

// open adds what is in a directory.
func (t *tree) open(ctx context.Context, n *node) error {
	failed := t.skipped.Unreadable
	entries, rules, err := t.list(ctx, n.Path, n.rules)
	if err != nil {
		return err
	}
	if len(entries) == 0 && t.skipped.Unreadable > failed {
		n.Left = LeftUnreadable
	}
	shown := 0
	for _, e := range entries {
		child := &node{Entry: Entry{Path: prefix(n.Path) + e.Name(), Kind: kindOf(e.Type())}, in: n, depth: n.depth + 1, rules: rules}
		wanted := !t.filter.on || child.Kind != Directory && t.filter.takes(t.below(child.Path))
		if wanted && shown == maxShownEach && n != t.root {
			n.More++
			continue
		}
		if wanted {
			if err := t.show(ctx, child, e); err != nil {
				return err
			}
			shown++
		}
		if child.Kind == Directory {
			t.enqueue(child)
		}
		if wanted || child.Kind == Directory {
			n.children = append(n.children, child)
		}
	}
	return nil
}

// enqueue has a directory opened, unless it is too deep.
func (t *tree) enqueue(n *node) {
	if n.depth < t.depth {
		t.queue = append(t.queue, n)
	} else {
		n.Left = LeftDepth
	}
}

// show puts an entry on the list, and the directories that it is in.
func (t *tree) show(ctx context.Context, n *node, e fs.DirEntry) error {
	if n.Kind == File {
		info, err := e.Info()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			n.Size = info.Size()
		case !errors.Is(err, fs.ErrNotExist): // else it was removed just now
			t.skipped.fail(n.Path, err)
		}
	}
	for ; n != nil && !n.shown; n = n.in {
		t.entries++
		t.room -= n.cost()
		n.shown = true
	}
	switch {
	case t.entries > maxShown:
		return StoppedByEntries
	case t.room < 0:
		return StoppedBySize
	}
	return nil
}

// cost is how much of a result an entry takes at most, in code points: of a
// directory more may be said than is known yet.
func (n *node) cost() int {
	note := n.note()
	if n.Kind == Directory {
		note = longestNote
	}
	return 2*n.depth + utf8.RuneCountInString(shown(path.Base(n.Path))) + len(note) + len("\n")
}

// result is the list, in the order of fs.WalkDir.
func (t *tree) result() *ListResult {
	if t.stopped != "" {
		for _, n := range t.queue {
			n.Left = LeftStopped
		}
	}
	r := &ListResult{
		Stopped: t.stopped, Ignored: t.skipped.Ignored, Unreadable: t.skipped.Unreadable, Errors: t.skipped.Errors,
	}
	t.root.add(r)
	return r
}

// add adds what is shown of a node to a list.
func (n *node) add(r *ListResult) {
	if n.Left == LeftDepth {
		r.Unopened++
	}
	if !n.shown {
		for _, child := range n.children {
			child.add(r) // which counts
		}
		return
	}
	r.Entries = append(r.Entries, n.Entry)
	for _, child := range n.children {
		child.add(r)
	}
}
