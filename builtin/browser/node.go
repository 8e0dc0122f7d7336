package browser

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
)

// axNode is the part of a node of Chromium's accessibility tree that is
// decoded. The other fields would take most of the memory.
type axNode struct {
	NodeID     string            `json:"nodeId"`
	ParentID   string            `json:"parentId"`
	ChildIDs   []string          `json:"childIds"`
	Ignored    bool              `json:"ignored"`
	Role       value             `json:"role"`
	Name       value             `json:"name"`
	Value      value             `json:"value"`
	Properties []property        `json:"properties"`
	Backend    cdp.BackendNodeID `json:"backendDOMNodeId"`
}

// property is a property of a node.
type property struct {
	Name  accessibility.PropertyName `json:"name"`
	Value value                      `json:"value"`
}

// value is a value of any type as text; empty for none.
type value struct {
	Text text `json:"value"`
}

type text string

// UnmarshalJSON decodes a string, and keeps every other value as JSON.
func (t *text) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) != nil {
		s = string(data)
	}
	*t = text(s)
	return nil
}

// node is a node of the accessibility tree, which includes the trees of frames.
type node struct {
	role, name, value string
	properties        map[accessibility.PropertyName]string
	backend           cdp.BackendNodeID
	frame             cdp.FrameID
	ignored           bool
	isClickable       bool // it reacts to the pointer; elements of every role can
	hasHand           bool // the pointer becomes a hand over it, and not over the element around it
	isPicked          bool // page.js described it
	isCut             bool // its name or value lost its end
	children          []*node
}

// newNode returns a node of a frame, whose texts have no secrets.
func newNode(n *axNode, frame cdp.FrameID, redact redactor) *node {
	made := &node{
		role: redact(string(n.Role.Text)), name: redact(string(n.Name.Text)), value: redact(string(n.Value.Text)),
		backend: n.Backend, frame: frame, ignored: n.Ignored, properties: make(map[accessibility.PropertyName]string, len(n.Properties)),
	}
	made.isCut = strings.HasSuffix(string(n.Name.Text), cutMark) || strings.HasSuffix(string(n.Value.Text), cutMark)
	for _, p := range n.Properties {
		made.properties[p.Name] = redact(string(p.Value.Text))
	}
	return made
}
