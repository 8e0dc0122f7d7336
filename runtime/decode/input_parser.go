package decode

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// schemaParser reads one schema document. Its text is well-formed JSON.
type schemaParser struct {
	text    string
	dialect dialect
	id      string // the URI of the document, which references can name
	*parserTables

	parsed   map[int]*Schema // the schemas by their indexes in the text
	entered  map[int]bool    // the references that are being followed
	targets  map[string]target
	members  map[int]map[string]int // the members of the objects on the paths of references
	anchors  map[string]target      // nil before the first reference to an anchor
	nodes    []schemaNode
	count    int // the number of schemas and references
	depth    int // the number of schemas that are being read
	patterns int // the number of instructions of all patterns

	defaults map[*SchemaObject][]string // the defaults of the properties as JSON text; "" for none
	declared []declaredDefault

	problems  []arguments.SchemaProblem
	total     int
	unchecked map[*Schema]bool // the schemas with keywords that are not checked
	failed    bool             // the document cannot be used at all
}

// parserTables are the tables that all parsers share. Nothing changes them.
type parserTables struct {
	keywords map[string]keyword
	formats  map[string]Check
}

// storedTables has the tables after the first call of the function tables. It has
// no initializer, so that programs that read no schemas do not link the code of the
// keywords.
var storedTables atomic.Pointer[parserTables]

// tables returns the tables. Only the first call makes them, because this can take
// a tenth of the time for reading a schema.
func tables() *parserTables {
	t := storedTables.Load()
	if t == nil {
		t = &parserTables{newKeywords(), Formats()}
		storedTables.Store(t)
	}
	return t
}

// schemaNode is a schema and its location in the document.
type schemaNode struct {
	schema *Schema
	where  *location
}

// The limits of the recursion of the parser and of schemaChecker.
const (
	maxParserDepth  = 1000 // nested schemas and references
	maxInPlaceDepth = 64   // nested combinations of schemas for one value
)

// parseDocument reads a schema document.
func parseDocument(text string) (*schemaParser, *Schema) {
	p := &schemaParser{
		text: text, parserTables: tables(),
		parsed: make(map[int]*Schema), entered: make(map[int]bool), targets: make(map[string]target),
		members: make(map[int]map[string]int), defaults: make(map[*SchemaObject][]string), unchecked: make(map[*Schema]bool),
	}
	if !p.isReadable() {
		return p, nil
	}
	start := space(text, 0)
	p.readDialect(start)
	root := p.schema(start, nil)
	if !p.failed {
		p.link(root)
	}
	if !p.failed {
		p.checkDefaults()
	}
	return p, root
}

// isReadable checks the size and the syntax of the document.
func (p *schemaParser) isReadable() bool {
	if len(p.text) > arguments.MaxSchemaBytes {
		p.fail(nil, "the schema must be at most "+strconv.Itoa(arguments.MaxSchemaBytes)+" bytes long, got "+strconv.Itoa(len(p.text)))
		return false
	}
	if fault := findFault(p.text, 0); fault != nil {
		p.fail(nil, "the schema is "+fault.problem(p.text).Message)
		return false
	}
	d := D{text: p.text}
	if d.skip(space(p.text, 0)) < 0 {
		p.fail(nil, "the schema has an object with two members of one name: remove one of them")
		return false
	}
	return true
}

// refuses reports whether the document cannot be used with the options.
func (p *schemaParser) refuses(o SchemaOptions) bool {
	return p.failed || p.total > 0 && !o.AcceptUnchecked
}

// err returns the problems as an error.
func (p *schemaParser) err() error {
	return &arguments.SchemaError{Problems: p.problems, Total: p.total}
}

// problem reports a keyword of the schema s that cannot be checked.
func (p *schemaParser) problem(s *Schema, where *location, message string) {
	p.unchecked[s] = true
	p.report(where, message)
}

// fail reports that the document cannot be used.
func (p *schemaParser) fail(where *location, message string) {
	p.failed = true
	p.report(where, message)
}

// report counts a problem, and stores it unless there are too many.
func (p *schemaParser) report(where *location, message string) {
	p.total++
	if len(p.problems) < maxSchemaProblems {
		p.problems = append(p.problems, arguments.SchemaProblem{Pointer: where.pointer(), Message: message})
	}
}

// schema reads the schema at i. The result is never nil. If the schema is being read
// already, because it refers to itself, the result is incomplete until that is done.
func (p *schemaParser) schema(i int, where *location) *Schema {
	if s := p.parsed[i]; s != nil {
		return s
	}
	p.count++
	p.depth++
	defer func() { p.depth-- }()
	switch {
	case p.failed:
		return new(Schema)
	case p.count > arguments.MaxSchemas:
		p.fail(nil, "the schema must have at most "+strconv.Itoa(arguments.MaxSchemas)+" subschemas and references")
		return new(Schema)
	case p.depth > maxParserDepth:
		p.fail(where, "subschemas and references must be nested at most "+strconv.Itoa(maxParserDepth)+" levels deep")
		return new(Schema)
	}
	if ref := p.reference(i); ref >= 0 {
		return p.follow(i, ref, where)
	}
	s := new(Schema)
	p.parsed[i] = s
	p.nodes = append(p.nodes, schemaNode{s, where})
	switch p.text[i] {
	case 't':
	case 'f':
		s.Never = true
	case '{':
		p.object(i, where, s)
	default:
		p.problem(s, where, "a schema must be an object or a boolean, got "+p.excerpt(i))
		p.failed = p.failed || where == nil
	}
	return s
}

// object reads the keywords of the schema at i.
func (p *schemaParser) object(i int, where *location, s *Schema) {
	b := schemaBuilder{schema: s}
	for name, value := range p.each(i) {
		k, known := p.keywords[name]
		if !known {
			continue
		}
		use := keywordUse{p, &b, name, value, where.member(name)}
		if k.from > p.dialect {
			use.problem("the keyword " + name + " does not exist in " + p.dialect.String() + ": set $schema to " + dialect2020.uri())
			continue
		}
		k.read(use)
	}
	p.complete(&b)
}

// each yields the names and the values of the members of the object at i.
func (p *schemaParser) each(i int) func(yield func(name string, value int) bool) {
	return func(yield func(string, int) bool) {
		i, closed := firstPart(p.text, i)
		for !closed {
			name, value := nameAt(p.text, i)
			if !yield(name, value) {
				return
			}
			i, closed = nextPart(p.text, valueEnd(p.text, value))
		}
	}
}

// items yields the numbers and the indexes of the items of the array at i.
func (p *schemaParser) items(i int) func(yield func(n, item int) bool) {
	return func(yield func(int, int) bool) {
		i, closed := firstPart(p.text, i)
		for n := 0; !closed; n++ {
			if !yield(n, i) {
				return
			}
			i, closed = nextPart(p.text, valueEnd(p.text, i))
		}
	}
}

// raw returns the JSON text of the value at i.
func (p *schemaParser) raw(i int) string { return p.text[i:valueEnd(p.text, i)] }

// excerpt returns an excerpt of the JSON text of the value at i.
func (p *schemaParser) excerpt(i int) string { return wording.Excerpt(p.raw(i)) }

// find returns the index of the value of a member of the object at i, or a
// negative number.
func (p *schemaParser) find(i int, name string) int {
	if p.text[i] != '{' {
		return -1
	}
	for other, value := range p.each(i) {
		if other == name {
			return value
		}
	}
	return -1
}

// str returns the string at i.
func (p *schemaParser) str(i int) (text string, ok bool) {
	if p.text[i] != '"' {
		return "", false
	}
	text, _ = textAt(p.text, i)
	return strings.Clone(text), true
}
