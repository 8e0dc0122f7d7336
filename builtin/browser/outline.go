package browser

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
)

const (
	// maxSnapshotChars is how long a snapshot is at most, in characters;
	// browser_snapshot shows the rest.
	maxSnapshotChars = 16_000
	// maxLines is how many lines of a page are looked at.
	maxLines = 5_000
	// maxName, maxLink and maxDepth bound one line.
	maxName  = 300
	maxLink  = 160
	maxDepth = 15
)

// usable are the roles whose elements get a reference, besides everything that
// can have the focus.
var usable = set("button", "checkbox", "combobox", "gridcell", "Iframe", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
	"option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem", "Date", "DateTime", "InputTime", "ColorWell", "DisclosureTriangle")

// written are the roles whose content is their value.
var written = set("textbox", "searchbox", "spinbutton", "slider", "Date", "DateTime", "InputTime", "ColorWell", "progressbar", "meter")

// wholes are the roles that stand for what is in them, where that has no part
// that can be used.
var wholes = set("button", "checkbox", "heading", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab", "treeitem", "cell",
	"gridcell", "columnheader", "rowheader", "DisclosureTriangle")

// unseen are the roles that say nothing themselves: what is in them is shown in
// their place.
var unseen = set("", "none", "generic", "paragraph", "Section", "RootWebArea", "LayoutTable", "LayoutTableRow", "LayoutTableCell", "LabelText",
	"Legend", "emphasis", "strong", "mark", "superscript", "subscript", "insertion", "deletion", "code", "time", "rowgroup", "MenuListPopup", "Abbr", "FigureCaption", "Figcaption",
	"DescriptionListTerm", "DescriptionListDetail", "ListMarker", "Ruby", "Pre")

// omitted are the roles that are not shown, nor what is in them.
var omitted = set("InlineTextBox", "LineBreak", "ScrollBar")

// renamed are the words for roles whose own are those of Chromium.
var renamed = map[string]string{"StaticText": "text", "Iframe": "frame", "Date": "date", "DateTime": "datetime", "InputTime": "time", "ColorWell": "color",
	"DisclosureTriangle": "button", "Canvas": "canvas", "Video": "video", "Audio": "audio"}

func set(words ...string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, word := range words {
		s[word] = true
	}
	return s
}

// line is one line of a snapshot, without its reference.
type line struct {
	depth int
	ref   int // index into the elements found, or -1
	text  string
}

// outline turns a tree into lines.
type outline struct {
	lines []line
	found []element
	more  bool // there were more than maxLines
}

// walk adds a node and what is in it. Said is what a line above has told already.
func (o *outline) walk(n *node, depth int, said string) {
	switch {
	case len(o.lines) >= maxLines:
		o.more = true
		return
	case omitted[n.role] && !n.ignored:
		return
	case n.ignored || unseen[n.role] && !n.usable():
		o.children(n, depth, said)
		return
	case n.role == "StaticText":
		if name := clean(n.name, maxName); name != "" && !strings.Contains(said, name) {
			o.lines = append(o.lines, line{depth, -1, "text " + quote(n.name, maxName)})
		}
		return
	}
	ref := -1
	if n.usable() {
		ref = len(o.found)
		o.found = append(o.found, element{frame: n.frame, node: n.backend, shown: n.heading()})
	}
	o.lines = append(o.lines, line{depth, ref, n.describe()})
	if written[n.role] || wholes[n.role] && !slices.ContainsFunc(n.children, (*node).holdsUsable) {
		return
	}
	if n.name != "" {
		said = clean(n.name, maxName)
	}
	o.children(n, min(depth+1, maxDepth), said)
}

func (o *outline) children(n *node, depth int, said string) {
	for _, child := range n.children {
		o.walk(child, depth, said)
	}
}

// usable reports whether something can be done with the node.
func (n *node) usable() bool {
	if n.ignored || n.backend == 0 || n.role == "RootWebArea" || n.role == "StaticText" {
		return false
	}
	return usable[n.role] || n.properties[accessibility.PropertyNameFocusable] == "true"
}

func (n *node) holdsUsable() bool {
	return n.usable() || slices.ContainsFunc(n.children, (*node).holdsUsable)
}

// heading is the role and the name.
func (n *node) heading() string {
	role := n.role
	if word, ok := renamed[role]; ok {
		role = word
	}
	if role = quoteless(role); role == "" {
		role = "element"
	}
	if n.name == "" {
		return role
	}
	return role + " " + quote(n.name, maxName)
}

// flagged are the properties that are shown where they are true, valued those
// that are shown with their value.
var (
	flagged = []accessibility.PropertyName{"disabled", "readonly", "required", "focused", "multiselectable", "modal"}
	valued  = []accessibility.PropertyName{"level", "checked", "expanded", "selected", "pressed", "invalid", "valuemin", "valuemax", "hasPopup"}
)

// untold are values that go without saying.
var untold = map[accessibility.PropertyName]string{"invalid": "false", "pressed": "false", "selected": "false", "hasPopup": "false", "valuemin": "0", "valuemax": "0"}

// describe is a node's line.
func (n *node) describe() string {
	var b strings.Builder
	b.WriteString(n.heading())
	if n.value != "" && n.value != n.name {
		fmt.Fprintf(&b, " value=%s", shownValue(n.value))
	}
	for _, name := range valued {
		if value := n.properties[name]; value != "" && value != untold[name] {
			fmt.Fprintf(&b, " %s=%s", strings.ToLower(string(name)), quoteless(value))
		}
	}
	for _, name := range flagged {
		if n.properties[name] == "true" {
			fmt.Fprintf(&b, " %s", name)
		}
	}
	if link := n.properties[accessibility.PropertyNameURL]; link != "" && n.role == "link" {
		fmt.Fprintf(&b, " url=%s", quote(address(link), maxLink))
	}
	if n.role == "Iframe" && len(n.children) == 0 {
		b.WriteString(" (its content belongs to another site and is not shown)")
	}
	return b.String()
}

// shownValue is what a field holds. Of a password Chromium tells how long it is;
// even that is left out.
func shownValue(value string) string {
	if strings.Trim(value, "•") == "" {
		return "(hidden)"
	}
	return quote(value, maxName)
}

// render writes lines from the given one on, numbers from 1. It returns the
// number of the first line that did not fit; 0 when all did.
func (o *outline) render(refs []int, from int) (text string, next int) {
	var b strings.Builder
	for i := max(from-1, 0); i < len(o.lines); i++ {
		l := o.lines[i]
		prefix := ""
		if l.ref >= 0 {
			prefix = fmt.Sprintf("@e%d ", refs[l.ref])
		}
		whole := strings.Repeat("  ", l.depth) + prefix + l.text + "\n"
		if b.Len() > 0 && b.Len()+len(whole) > maxSnapshotChars {
			return b.String(), i + 1
		}
		b.WriteString(whole)
	}
	if o.more {
		fmt.Fprintf(&b, "[the page is longer than %d lines: the rest is not shown]\n", maxLines)
	}
	return b.String(), 0
}
