package runtime

import (
	"strconv"
	"unicode/utf8"
)

// fence is what stands around an untrusted text, of a length of its own. A cut
// never severs it: the text inside is cut.
type fence interface {
	// Chars is how many code points it adds.
	Chars() int
	// Enclose puts it around a text.
	Enclose(text string) string
}

// notice says that a text was cut; total is its length before, and handle, if
// it is not empty, what the spill store keeps it under.
func notice(total int, handle string) string {
	if handle == "" {
		return "[truncated — " + strconv.Itoa(total) + " chars total]"
	}
	return "[truncated — " + strconv.Itoa(total) + " chars total; to read on, call " + ReadResultTool + " with handle " + handle + "]"
}

// cutting is one text to cut.
type cutting struct {
	text   string
	total  int // its length in code points
	limit  int // of what becomes of it
	asJSON bool
	fence  fence // nil for none
	handle string
}

// cut shortens the text to the limit, and says how many of its own code points
// are kept. It keeps the beginning, inside its fence, and closes with the
// notice, which counts. A limit too small for the notice leaves the beginning
// alone, one too small for the fence nothing. JSON is cut so that it stays
// JSON, if that is possible within the limit.
func (c cutting) cut() (short string, kept int) {
	limit := c.limit
	if c.fence != nil {
		limit -= c.fence.Chars()
	}
	if limit < 0 {
		return "", 0
	}
	said := c.notice(limit)
	if c.asJSON {
		if short, kept, ok := cutJSON(c.text, said, limit); ok {
			return c.enclose(short), kept
		}
	}
	kept = limit - utf8.RuneCountInString(said) - len("\n")
	if kept < 0 {
		return c.enclose(c.text[:offset(c.text, limit)]), limit
	}
	return c.enclose(c.text[:offset(c.text, kept)]) + "\n" + said, kept
}

// notice is the longest that leaves room for some of the text.
func (c cutting) notice(limit int) string {
	if said := notice(c.total, c.handle); utf8.RuneCountInString(said) < limit {
		return said
	}
	return notice(c.total, "")
}

func (c cutting) enclose(text string) string {
	if c.fence == nil {
		return text
	}
	return c.fence.Enclose(text)
}
