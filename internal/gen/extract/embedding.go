package extract

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// property is a field that encoding/json reads: its position and its json tag.
type property struct {
	name   string
	tagged bool
	// path is the path to the field, through the embedded structs; index has the
	// index of each step in its struct.
	path  []*types.Var
	index []int
	tag   *fieldTag
	options
}

// options are the options of a json tag.
type options struct {
	omitEmpty, omitZero, asString bool
	// unknown are all other options.
	unknown []string
}

func (p *property) field() *types.Var { return p.path[len(p.path)-1] }

// properties returns the fields of a struct that encoding/json reads and writes,
// with embedded structs flattened, in the order of declaration. The rules are
// those of encoding/json: breadth first; of the fields with a name, the one with
// the smallest depth is used, then the one with a tag; several equal ones hide
// each other and all deeper ones.
func (e *extractor) properties(root types.Type) []property {
	var found []property
	var count, nextCount map[types.Type]int
	visited := make(map[types.Type]bool)
	for next := []embeddedStruct{{of: e.canonical(root)}}; len(next) > 0; {
		current := next
		next, count, nextCount = nil, nextCount, make(map[types.Type]int)
		for _, level := range current {
			if visited[level.of] {
				continue
			}
			visited[level.of] = true
			fields, deeper := e.level(level)
			if found == nil {
				found = fields
			} else {
				found = append(found, fields...)
			}
			if count[level.of] > 1 {
				found = append(found, fields...) // twice, so that they hide each other
			}
			for _, embedded := range deeper {
				nextCount[embedded.of]++
				if nextCount[embedded.of] == 1 {
					next = append(next, embedded)
				}
			}
		}
	}
	return dominant(found)
}

// embeddedStruct is a struct to flatten, with the path to it.
type embeddedStruct struct {
	of    types.Type
	path  []*types.Var
	index []int
}

// level separates the properties of a struct from the structs embedded in it.
func (e *extractor) level(of embeddedStruct) (fields []property, deeper []embeddedStruct) {
	structure := of.of.Underlying().(*types.Struct)
	fields = make([]property, 0, structure.NumFields())
	depth := len(of.path) + 1
	path, index := make([]*types.Var, 0, depth*structure.NumFields()), make([]int, 0, depth*structure.NumFields())
	for i := range structure.NumFields() {
		field := structure.Field(i)
		p, embedded, ok := e.property(field, structure.Tag(i))
		if !ok {
			continue
		}
		path, index = append(append(path, of.path...), field), append(append(index, of.index...), i)
		p.path, p.index = slices.Clip(path[len(path)-depth:]), slices.Clip(index[len(index)-depth:])
		if embedded != nil {
			deeper = append(deeper, embeddedStruct{e.canonical(embedded), p.path, p.index})
			continue
		}
		fields = append(fields, p)
	}
	return fields, deeper
}

// property reads the json tag of a field. It reports false for a field that
// encoding/json ignores, and returns the struct to flatten for an embedded field.
func (e *extractor) property(field *types.Var, tag string) (p property, embedded types.Type, ok bool) {
	pointee := types.Unalias(field.Type())
	if pointer, ok := pointee.(*types.Pointer); ok {
		pointee = types.Unalias(pointer.Elem())
	}
	_, isStruct := pointee.Underlying().(*types.Struct)
	if !field.Exported() && (!field.Embedded() || !isStruct) {
		return p, nil, false
	}
	p.tag = e.tagOf(field, tag)
	json, _ := p.tag.get("json")
	if json.value == "-" {
		return p, nil, false
	}
	p.parseJSON(json.value)
	p.tagged = p.name != ""
	if !p.tagged && field.Embedded() && isStruct {
		return p, pointee, true
	}
	if p.name == "" {
		p.name = field.Name()
	}
	return p, nil, true
}

// parseJSON reads a json tag: a name and options. A name that is empty or invalid
// means that there is no name.
func (p *property) parseJSON(tag string) {
	name, rest, _ := strings.Cut(tag, ",")
	if validName(name) {
		p.name = name
	}
	for option := range strings.SplitSeq(rest, ",") {
		switch option {
		case "omitempty":
			p.omitEmpty = true
		case "omitzero":
			p.omitZero = true
		case "string":
			p.asString = true
		case "":
		default:
			p.unknown = append(p.unknown, option)
		}
	}
}

// validName reports whether encoding/json accepts the name of a tag.
func validName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// dominant keeps one property of each name, or none.
func dominant(found []property) []property {
	byIndex := func(a, b property) int { return slices.Compare(a.index, b.index) }
	if !hasDuplicates(found) {
		if !slices.IsSortedFunc(found, byIndex) {
			slices.SortFunc(found, byIndex)
		}
		return found
	}
	byName := make(map[string][]property)
	for _, p := range found {
		byName[p.name] = append(byName[p.name], p)
	}
	var kept []property
	for _, group := range byName {
		slices.SortStableFunc(group, compareDominance)
		if len(group) == 1 || compareDominance(group[0], group[1]) != 0 {
			kept = append(kept, group[0])
		}
	}
	slices.SortFunc(kept, byIndex)
	return kept
}

// hasDuplicates reports whether two properties have the same name.
func hasDuplicates(found []property) bool {
	names := make(map[string]bool, len(found))
	for i := range found {
		names[found[i].name] = true
	}
	return len(names) < len(found)
}

// compareDominance orders by depth, then tagged ones first.
func compareDominance(a, b property) int {
	tagged := func(p property) int {
		if p.tagged {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(len(a.index), len(b.index)), cmp.Compare(tagged(a), tagged(b)))
}
