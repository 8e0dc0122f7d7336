package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
)

// checkMessage returns an error if a JSON-RPC message is not complete, if text follows
// it, if its id is a number that is not an integer, and if a member occurs twice in it
// or in its params. Readers disagree about the meaning of such a message: a gateway that
// permits the first name of a tool would let the second one pass. Texts that are not
// JSON are refused later.
func checkMessage(text []byte) error {
	c := messageCheck{text: text}
	if bytes.HasPrefix(bytes.TrimLeft(text, jsonSpace), []byte{'['}) {
		c.outer = 1 // a batch of messages
	}
	for i := 0; i < len(text); i++ {
		b := text[i]
		if c.isEnded && strings.IndexByte(jsonSpace, b) < 0 {
			return errors.New("text follows the end of the message; send one message on a line or in a request")
		}
		switch b {
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
			c.isName, c.isEnded = false, c.depth == 0
		case ',':
			c.isName = c.members() != nil
		case ':':
			if err := c.checkID(i + 1); err != nil {
				return err
			}
		}
	}
	if c.depth > 0 {
		return errors.New("the message is not complete; it must be on one line or in one request")
	}
	return nil
}

// jsonSpace has the white space of JSON.
const jsonSpace = " \t\r\n"

// messageCheck reads the names of a message and of its params.
type messageCheck struct {
	text    []byte
	outer   int // the depth of the message
	depth   int
	isName  bool   // the next text is a name of the message or of its params
	isEnded bool   // the message, or the batch, has ended
	last    string // the last name of the message
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

// checkID returns an error if the value that begins at i is the id of a message and a
// number that is not an integer. The SDK would answer with another id.
func (c *messageCheck) checkID(i int) error {
	if c.depth != c.outer+1 || c.last != "id" {
		return nil
	}
	value := bytes.TrimLeft(c.text[i:], jsonSpace)
	if end := bytes.IndexAny(value, ",}"+jsonSpace); end >= 0 {
		value = value[:end]
	}
	if len(value) == 0 || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return nil
	}
	if number, err := strconv.ParseFloat(string(value), 64); err != nil || number != math.Trunc(number) || math.Abs(number) > maxID {
		return fmt.Errorf("the id %s of the message is not a string and not an integer from -2^53 to 2^53", wording.Excerpt(string(value)))
	}
	return nil
}

// maxID is the greatest number that JSON readers agree on as an id.
const maxID = 1 << 53

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
