package decode

import (
	"strconv"
	"strings"
)

// target is the target of a reference: the index and the location of a value in the
// document.
type target struct {
	at    int
	where *location
}

// reference returns the index of the value of $ref if the schema at i has no other
// keywords that count, and a negative number otherwise.
func (p *schemaParser) reference(i int) int {
	ref := p.find(i, "$ref")
	if ref < 0 || p.dialect <= dialect7 { // these drafts ignore the keywords next to $ref
		return ref
	}
	for name := range p.each(i) {
		if _, known := p.keywords[name]; known && name != "$ref" {
			return -1
		}
	}
	return ref
}

// follow returns the schema to which the schema at i, a reference, refers.
func (p *schemaParser) follow(i, ref int, where *location) *Schema {
	where = where.member("$ref")
	if p.entered[i] {
		p.fail(where, "the reference refers to itself: let it refer to a schema with keywords")
		return new(Schema)
	}
	p.entered[i] = true
	s := p.schemaOfReference(ref, where)
	delete(p.entered, i)
	p.parsed[i] = s
	return s
}

// schemaOfReference returns the schema to which the reference at ref refers.
func (p *schemaParser) schemaOfReference(ref int, where *location) *Schema {
	text, ok := p.str(ref)
	to, found := target{}, false
	if ok {
		to, found = p.resolve(text)
	}
	if !found {
		s := new(Schema)
		p.problem(s, where, unresolvedMessage(text, ok, p.excerpt(ref)))
		return s
	}
	return p.schema(to.at, to.where)
}

// unresolvedMessage returns the message for a reference that cannot be resolved.
func unresolvedMessage(text string, isText bool, shown string) string {
	switch {
	case !isText:
		return "$ref must be a string, got " + shown
	case strings.HasPrefix(text, "#"):
		return "the document has no schema at " + shown + ": add it, for example under $defs"
	}
	return "the reference " + shown + " refers to another document, which is not read: copy the schema to $defs and refer to it by #/$defs/NAME"
}

// resolve returns the target of a reference.
func (p *schemaParser) resolve(ref string) (target, bool) {
	if to, ok := p.targets[ref]; ok {
		return to, true
	}
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok && p.id != "" {
		fragment, ok = strings.CutPrefix(ref, p.id)
		fragment = strings.TrimPrefix(fragment, "#")
		ok = ok && (fragment == "" || strings.HasPrefix(ref, p.id+"#"))
	}
	if !ok {
		return target{}, false
	}
	to := target{at: space(p.text, 0)}
	switch fragment = unescapedURI(fragment); {
	case fragment == "":
	case fragment[0] == '/':
		to, ok = p.walk(to, strings.Split(fragment[1:], "/"))
	default:
		to, ok = p.anchorTarget(fragment)
	}
	if ok {
		p.targets[ref] = to
	}
	return to, ok
}

// walk follows the steps of a JSON Pointer.
func (p *schemaParser) walk(from target, steps []string) (to target, ok bool) {
	for _, step := range steps {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch p.text[from.at] {
		case '{':
			from.at, ok = p.index(from.at)[step]
			from.where = from.where.member(step)
		case '[':
			n, err := strconv.Atoi(step)
			ok = false
			for index, item := range p.items(from.at) {
				if err == nil && index == n {
					from, ok = target{item, from.where.item(n)}, true
					break
				}
			}
		default:
			ok = false
		}
		if !ok {
			return target{}, false
		}
	}
	return from, true
}

// index returns the indexes of the members of the object at i by name. It is stored,
// because the paths of many references can have the same object.
func (p *schemaParser) index(i int) map[string]int {
	if p.members[i] == nil {
		index := make(map[string]int)
		for name, value := range p.each(i) {
			index[name] = value
		}
		p.members[i] = index
	}
	return p.members[i]
}

// anchorTarget returns the schema with that anchor.
func (p *schemaParser) anchorTarget(name string) (target, bool) {
	if p.anchors == nil {
		p.anchors = make(map[string]target)
		p.findAnchors(target{at: space(p.text, 0)})
	}
	to, ok := p.anchors[name]
	return to, ok
}

// isDataKeyword reports whether the values of a keyword are data, in which there are no schemas.
func isDataKeyword(name string) bool {
	switch name {
	case "const", "default", "enum", "example", "examples":
		return true
	}
	return false
}

// findAnchors stores the anchors in a value.
func (p *schemaParser) findAnchors(in target) {
	switch p.text[in.at] {
	case '[':
		for n, item := range p.items(in.at) {
			p.findAnchors(target{item, in.where.item(n)})
		}
	case '{':
		for name, value := range p.each(in.at) {
			text, isText := p.str(value)
			switch {
			case isDataKeyword(name):
			case isText && (name == "$anchor" || name == "$dynamicAnchor"):
				p.anchors[text] = in
			case isText && name == "$id" && strings.HasPrefix(text, "#"):
				p.anchors[text[1:]] = in
			default:
				p.findAnchors(target{value, in.where.member(name)})
			}
		}
	}
}

// unescapedURI replaces each percent sign of a URI and the two hexadecimal digits
// after it by the byte that they encode.
func unescapedURI(s string) string {
	if !strings.Contains(s, "%") || !isEscaped(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
		b.WriteByte(byte(n))
		i += 2
	}
	return b.String()
}
