package search

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// node is a file or directory of a tree.
type node struct {
	Entry
	parent   *node // nil for the root
	depth    int
	rules    *ignoreRules // of the directory that contains it
	children []*node
	isShown  bool
}

// tree is a list that grows level by level, so that the upper levels are
// complete when a limit is reached.
type tree struct {
	*walk
	depth     int // the number of levels
	charsLeft int // the number of code points that can still be added
	entries   int // the number of listed entries
	stopped   StopReason
	root      *node
	queue     []*node  // directories that are not opened yet
	unlisted  []string // directories on the deepest level that are not in the list, because a glob selects files only
	last      string   // the path of the entry that was listed last
}

// maxTreeRules is the maximum total size of the .gitignore files of a tree, in
// bytes. It limits the memory for directories that are not opened yet, which
// keep their rules.
const maxTreeRules = 2 << 20

// newTree returns a tree with the root of the walk.
func newTree(w *walk, depth, size int) *tree {
	w.ruleBytesLeft = maxTreeRules
	root := &node{Entry: Entry{Path: w.root, Kind: Directory}, rules: parentRules(w.files, w.root), isShown: true}
	return &tree{walk: w, depth: depth, charsLeft: size, root: root, queue: []*node{root}}
}

// openAll opens directories until all are open or a limit is reached.
func (t *tree) openAll(ctx context.Context) error {
	for len(t.queue) > 0 {
		err := t.openDir(ctx, t.queue[0])
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

// openDir adds the entries of a directory to the tree.
func (t *tree) openDir(ctx context.Context, n *node) error {
	failed := t.skipped.Unreadable
	entries, rules, err := t.readDir(ctx, n.Path, n.rules)
	if err != nil {
		return err
	}
	if len(entries) == 0 && t.skipped.Unreadable > failed {
		n.Omitted = OmitUnreadable
	}
	shown := 0
	for _, e := range entries {
		child := &node{Entry: Entry{Path: pathPrefix(n.Path) + e.Name(), Kind: entryKind(e.Type())}, parent: n, depth: n.depth + 1, rules: rules}
		wanted := !t.isPassed(child) && (!t.filter.isActive || child.Kind != Directory && t.filter.selects(t.relativePath(child.Path)))
		if wanted && shown == maxShownPerDir && n != t.root {
			if n.More++; n.More == 1 {
				n.last = t.last
				t.charsLeft -= 2*(n.depth+1) + utf8.RuneCountInString(n.missingMark()) + len("123456\n")
			}
			continue
		}
		if wanted {
			if err := t.showNode(ctx, child, e); err != nil {
				return err
			}
			shown++
			t.last = child.Path
		}
		if child.Kind == Directory && t.filter.mayContain(t.relativePath(child.Path)) {
			t.enqueue(child)
		}
		if wanted || child.Kind == Directory { // a passed directory may have entries to list
			n.children = append(n.children, child)
		}
	}
	return nil
}

// isPassed reports whether an earlier list, which ended at t.after, has the node: a list
// grows level by level.
func (t *tree) isPassed(n *node) bool {
	if t.after.path == "" {
		return false
	}
	level := 1 + strings.Count(t.relativePath(t.after.path), "/")
	return n.depth < level || n.depth == level && compareWalked(n.Path, t.after.path) <= 0
}

// enqueue adds a directory to the queue, unless it is on the deepest level.
func (t *tree) enqueue(n *node) {
	if n.depth < t.depth {
		t.queue = append(t.queue, n)
	} else {
		n.Omitted = OmitDepth
	}
}

// showNode adds a node and its parent directories to the list.
func (t *tree) showNode(ctx context.Context, n *node, e fs.DirEntry) error {
	if n.Kind == File {
		info, err := e.Info()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			n.Size = info.Size()
		case !errors.Is(err, fs.ErrNotExist): // otherwise the file was removed after the directory was read
			t.skipped.addError(n.Path, err)
		}
	}
	for ; n != nil && !n.isShown; n = n.parent {
		t.entries++
		t.charsLeft -= n.maxTextSize()
		n.isShown = true
	}
	switch {
	case t.entries > maxShownEntries:
		return StoppedByEntries
	case t.charsLeft < 0:
		return StoppedBySize
	}
	return nil
}

// maxTextSize returns the maximum length of the node in the text of a result,
// in code points. For a directory, it includes the longest note, because its
// note is not known yet.
func (n *node) maxTextSize() int {
	note := n.note()
	if n.Kind == Directory {
		note = longestDirectoryNote
	}
	return 2*n.depth + utf8.RuneCountInString(displayName(path.Base(n.Path))) + len(note) + len("\n")
}

// unopened returns how a list continues that ended because there are too many entries or
// too little time: a list that continues after an entry would end at the same place again.
// It is empty if only the root is left.
func (t *tree) unopened() string {
	var paths []string
	for _, n := range t.queue {
		if n != t.root {
			paths = append(paths, strconv.Quote(n.Path))
		}
	}
	if len(paths) == 0 {
		return ""
	}
	return "list the " + texts.Count(len(paths), "directory") + " that it did not reach with path " + texts.List(paths, maxNamed)
}

// maxNamed is the maximum number of directories that a text names.
const maxNamed = 3

// depthHint returns which directories on the deepest level are not in the list, and how to
// open the directories on that level. It is empty if there is nothing to say.
func (t *tree) depthHint(depth int) (hint string) {
	if len(t.unlisted) > 0 {
		hint = ": " + texts.List(t.unlisted, maxNamed)
	}
	if depth < maxDepth {
		hint += ": increase depth"
	}
	return hint
}

// result returns the list, in the order of fs.WalkDir.
func (t *tree) result() *ListResult {
	if t.stopped != "" {
		for _, n := range t.queue {
			n.Omitted = OmitStopped
		}
	}
	r := &ListResult{
		Stopped: t.stopped, Ignored: t.skipped.Ignored, Unreadable: t.skipped.Unreadable, Errors: t.skipped.Errors,
	}
	t.appendTo(r, t.root)
	return r
}

// appendTo adds the listed nodes below n to a result, including n, and counts the
// directories that are not opened.
func (t *tree) appendTo(r *ListResult, n *node) {
	if n.Omitted == OmitDepth {
		r.Unopened++
	}
	switch {
	case n.isShown:
		r.Entries = append(r.Entries, n.Entry)
	case n.Omitted == OmitDepth:
		t.unlisted = append(t.unlisted, names.Quoted(n.Path))
	}
	for _, child := range n.children {
		t.appendTo(r, child)
	}
}
