package browser

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/chromedp/cdproto/accessibility"
)

const (
	// maxSnapshotChars is the maximum length of a snapshot, in characters;
	// browser_snapshot shows the rest.
	maxSnapshotChars = 16_000
	// maxLines is the maximum number of lines of a page.
	maxLines = 5_000
	// maxName, maxLink and maxDepth limit one line.
	maxName  = 300
	maxLink  = 160
	maxDepth = 15
)

// usableRoles are the roles whose elements get a reference, in addition to
// every element that can have the focus.
var usableRoles = set("button", "Canvas", "checkbox", "combobox", "gridcell", "Iframe", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
	"option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem", "Date", "DateTime", "InputTime", "ColorWell", "DisclosureTriangle")

// valueRoles are the roles whose content is their value.
var valueRoles = set("textbox", "searchbox", "spinbutton", "slider", "Date", "DateTime", "InputTime", "ColorWell", "progressbar", "meter")

// leafRoles are the roles that are shown without their content, unless it has
// an element that can be used.
var leafRoles = set("button", "checkbox", "heading", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab", "treeitem", "cell",
	"gridcell", "columnheader", "rowheader", "DisclosureTriangle")

// transparentRoles are the roles that are not shown themselves: their content
// is shown in their place.
var transparentRoles = set("", "none", "generic", "paragraph", "Section", "RootWebArea", "LayoutTable", "LayoutTableRow", "LayoutTableCell", "LabelText",
	"Legend", "emphasis", "strong", "mark", "superscript", "subscript", "insertion", "deletion", "code", "time", "rowgroup", "MenuListPopup", "Abbr", "FigureCaption", "Figcaption",
	"DescriptionListTerm", "DescriptionListDetail", "ListMarker", "Ruby", "Pre")

// omittedRoles are the roles that are not shown, nor is their content.
var omittedRoles = set("InlineTextBox", "LineBreak", "ScrollBar")

// roleNames are the words that snapshots use for Chromium's own names of roles.
var roleNames = map[string]string{"StaticText": "text", "Iframe": "frame", "Date": "date", "DateTime": "datetime", "InputTime": "time", "ColorWell": "color",
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
	ref   int // index into elements, or -1
	text  string
}

// outline collects the lines of a tree.
type outline struct {
	lines    []line
	elements []element
	isCut    bool // there are more than maxLines
}

// walk adds a node and its content. Text that occurs in parentName, the name of an
// element around the node, is not repeated.
func (o *outline) walk(n *node, depth int, parentName string) {
	switch {
	case len(o.lines) >= maxLines:
		o.isCut = true
		return
	case omittedRoles[n.role] && !n.ignored:
		return
	case (n.ignored || transparentRoles[n.role]) && !n.isUsable():
		o.children(n, depth, parentName)
		return
	case n.role == "StaticText":
		if name := clean(n.name, maxName); name != "" && !strings.Contains(parentName, name) {
			o.addText(n, n.name, depth)
		}
		return
	}
	isTextName := n.isClickable && n.name == ""
	if isTextName {
		n.name = n.text(maxName)
	}
	ref := -1
	if n.isUsable() {
		ref = len(o.elements)
		o.elements = append(o.elements, element{frame: n.frame, node: n.backend, label: n.heading(), isPicked: n.isPicked})
	}
	o.lines = append(o.lines, line{depth, ref, n.describe()})
	o.addRest(n, n.name, depth+1)
	if n.value != n.name {
		o.addRest(n, n.value, depth+1)
	}
	isLeaf := leafRoles[n.role] || isTextName && !usableRoles[n.role]
	if valueRoles[n.role] || isLeaf && !slices.ContainsFunc(n.children, (*node).hasUsable) {
		return
	}
	if n.name != "" {
		parentName = clean(n.name, maxName)
	}
	o.children(n, min(depth+1, maxDepth), parentName)
}

// children adds the content of a node.
func (o *outline) children(n *node, depth int, parentName string) {
	for _, child := range n.children {
		o.walk(child, depth, parentName)
	}
}

// addText adds a text. One that is longer than a line continues on the next lines.
func (o *outline) addText(n *node, text string, depth int) {
	for first := true; first || text != ""; first = false {
		var part string
		part, text = cutLine(text)
		o.lines = append(o.lines, line{depth, -1, "text " + quote(part, maxName)})
	}
	if n.isCut {
		o.lines = append(o.lines, line{depth, -1, longerText})
	}
}

// addRest adds what does not fit into the line of a name or value.
func (o *outline) addRest(n *node, text string, depth int) {
	if _, rest := cutLine(text); rest != "" {
		o.addText(n, rest, min(depth, maxDepth))
	} else if n.isCut {
		o.lines = append(o.lines, line{min(depth, maxDepth), -1, longerText})
	}
}

// longerText is the line after a text of which a part was not read.
const longerText = `[the text is longer: browser_snapshot with format "markdown" shows it]`

// cutLine returns the part of a text that fits into a line, up to the end of a word,
// and the rest. An invisible character counts as well.
func cutLine(text string) (part, rest string) {
	runes := []rune(text)
	if len(runes) <= maxName {
		return text, ""
	}
	end := maxName
	for end > maxName-40 && !unicode.IsSpace(runes[end]) {
		end--
	}
	if !unicode.IsSpace(runes[end]) {
		end = maxName
	}
	return string(runes[:end]), strings.TrimSpace(string(runes[end:]))
}

// text returns the beginning of the text in the node.
func (n *node) text(limit int) string {
	if n.role == "StaticText" {
		return n.name
	}
	var parts []string
	for _, child := range n.children {
		if part := child.text(limit); part != "" {
			parts = append(parts, part)
			limit -= len(part)
		}
		if limit <= 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}

// isUsable reports whether the node gets a reference.
func (n *node) isUsable() bool {
	if n.isClickable {
		return true
	}
	if n.ignored || n.backend == 0 || n.role == "RootWebArea" || n.role == "StaticText" {
		return false
	}
	return usableRoles[n.role] || n.properties[accessibility.PropertyNameFocusable] == "true"
}

// hasUsable reports whether the node, or a node inside it, gets a reference.
func (n *node) hasUsable() bool {
	return n.isUsable() || slices.ContainsFunc(n.children, (*node).hasUsable)
}

// heading returns the role and the name.
func (n *node) heading() string {
	role := n.role
	if n.isClickable && (n.ignored || transparentRoles[role]) {
		role = "clickable"
	}
	if word, ok := roleNames[role]; ok {
		role = word
	}
	if role = printable(role); role == "" {
		role = "element"
	}
	if n.name == "" {
		return role
	}
	return role + " " + quote(n.name, maxName)
}

// flagProperties are shown by their name where they are true, valueProperties
// with their value.
var (
	flagProperties  = []accessibility.PropertyName{"disabled", "readonly", "required", "focused", "multiselectable", "modal"}
	valueProperties = []accessibility.PropertyName{"level", "checked", "expanded", "selected", "pressed", "invalid", "valuemin", "valuemax", "hasPopup"}
)

// isState matches the values that are shown: numbers and the words of ARIA. The value
// of an attribute may be any text of the page.
var isState = regexp.MustCompile(`^(true|false|mixed|undefined|grammar|spelling|menu|listbox|tree|grid|dialog|-?\d{1,15}(\.\d{1,15})?)$`)

// defaultValues are the values that are not shown.
var defaultValues = map[accessibility.PropertyName]string{"invalid": "false", "pressed": "false", "selected": "false", "hasPopup": "false", "valuemin": "0", "valuemax": "0"}

// describe returns the line of a node.
func (n *node) describe() string {
	var b strings.Builder
	b.WriteString(n.heading())
	if n.value != "" && n.value != n.name {
		fmt.Fprintf(&b, " value=%s", fieldValue(n.value))
	}
	for _, name := range valueProperties {
		if value := n.properties[name]; isState.MatchString(value) && value != defaultValues[name] {
			fmt.Fprintf(&b, " %s=%s", strings.ToLower(string(name)), value)
		}
	}
	for _, name := range flagProperties {
		if n.properties[name] == "true" {
			fmt.Fprintf(&b, " %s", name)
		}
	}
	if link := n.properties[accessibility.PropertyNameURL]; link != "" && n.role == "link" {
		fmt.Fprintf(&b, " url=%s", quote(address(link), maxLink))
	}
	if n.role == "Iframe" && len(n.children) == 0 {
		b.WriteString(" (its content is of another site and is not shown)")
	}
	return b.String()
}

// fieldValue returns the value of a field. Chromium reports a password as one
// dot for each character; its length is not shown either.
func fieldValue(value string) string {
	if strings.Trim(value, "•") == "" {
		return "(hidden)"
	}
	return quote(value, maxName)
}

// written returns the lines as text, each with its line break.
func (o *outline) written(refs []int) []string {
	lines := make([]string, len(o.lines), len(o.lines)+1)
	for i, l := range o.lines {
		prefix := ""
		if l.ref >= 0 {
			prefix = fmt.Sprintf("@e%d ", refs[l.ref])
		}
		lines[i] = strings.Repeat("  ", l.depth) + prefix + l.text + "\n"
	}
	if o.isCut {
		lines = append(lines, fmt.Sprintf("[the page is longer than %d lines: the rest is not shown]\n", maxLines))
	}
	return lines
}

// excerpt returns the lines from a line number on, which begins with 1, up to
// maxSnapshotChars. next is the number of the first line that did not fit, or 0.
func excerpt(lines []string, from int) (text string, next int) {
	var b strings.Builder
	for i := max(from-1, 0); i < len(lines); i++ {
		if b.Len() > 0 && b.Len()+len(lines[i]) > maxSnapshotChars {
			return b.String(), i + 1
		}
		b.WriteString(lines[i])
	}
	return b.String(), 0
}
