package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/internal/wording"
)

// checkMessage returns an error if a member occurs twice in a JSON-RPC message or
// in its params. Readers disagree about the meaning of such a message: a gateway
// that permits the first name of a tool would let the second one pass. Texts that
// are not JSON are refused later.
func checkMessage(text []byte) error {
	c := messageCheck{text: text}
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte{'['}) {
		c.outer = 1 // a batch of messages
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case '"':
			end := c.stringEnd(i)
			if name, isNew := c.addName(text[i:end]); !isNew {
				return fmt.Errorf("the message has the member %q twice in one object", wording.Excerpt(name))
			}
			i = end - 1
		case '{', '[':
			c.open(b == '{')
		case '}', ']':
			c.depth--
			c.isName = false
		case ',':
			c.isName = c.members() != nil
		}
	}
	return nil
}

// messageCheck reads the names of a message and of its params.
type messageCheck struct {
	text   []byte
	outer  int // the depth of the message
	depth  int
	isName bool   // the next text is a name of the message or of its params
	last   string // the last name of the message
	// inner are the names of the message, and those of its params; nil where the
	// text has an array or where the params have not begun.
	inner [2]map[string]bool
}

// members returns the names of the object that is open; nil if it is neither the
// message nor its params.
func (c *messageCheck) members() map[string]bool {
	if level := c.depth - c.outer - 1; level == 0 || level == 1 {
		return c.inner[level]
	}
	return nil
}

// open begins an object or an array.
func (c *messageCheck) open(isObject bool) {
	c.depth++
	if level := c.depth - c.outer - 1; level == 0 || level == 1 {
		c.inner[level] = nil
		if isObject && (level == 0 || c.last == "params") {
			c.inner[level] = make(map[string]bool)
		}
	}
	c.isName = c.members() != nil
}

// stringEnd returns the index after the JSON string that begins at i.
func (c *messageCheck) stringEnd(i int) int {
	for i++; i < len(c.text); i++ {
		switch c.text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(c.text)
}

// addName adds a JSON string if it is a name that is checked. It reports whether
// the name is new.
func (c *messageCheck) addName(text []byte) (name string, isNew bool) {
	if !c.isName {
		return "", true
	}
	c.isName = false
	members := c.members()
	if name = string(bytes.Trim(text, `"`)); bytes.IndexByte(text, '\\') >= 0 && json.Unmarshal(text, &name) != nil || members[name] {
		return name, !members[name]
	}
	members[name] = true
	if c.depth == c.outer+1 {
		c.last = name
	}
	return name, true
}
