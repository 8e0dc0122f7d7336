package contract

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// annotations are the texts of a location in a schema, and the order of its parts.
type annotations struct {
	node               json.RawMessage
	required           bool
	title, description string
	defaultValue       string
	examples           string
	deprecated         bool
	properties, enum   []string
}

// member is a member of a JSON object, in the order of the text.
type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of a JSON object, or nil if the text is another value.
func members(text json.RawMessage) (list []member) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil
		}
		m := member{name: name.(string)} // the name of a member is a string
		if decoder.Decode(&m.value) != nil {
			return nil
		}
		list = append(list, m)
	}
	return list
}

// find returns the value of a member, or nil.
func find(list []member, name string) json.RawMessage {
	i := slices.IndexFunc(list, func(m member) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return list[i].value
}

// walker collects the annotations of a schema by their paths.
type walker struct {
	definitions []member
	locations   map[string]annotations
	open        []string // the references around the current location
}

// annotationsOf returns the annotations of a schema, by the paths that package values
// uses. The path of a form of a union ends with "|" and its constant.
func annotationsOf(schema json.RawMessage) map[string]annotations {
	w := &walker{definitions: members(find(members(schema), "$defs")), locations: make(map[string]annotations)}
	w.walk("", schema, true)
	return w.locations
}

// walk adds the annotations of a schema and of its parts.
func (w *walker) walk(path string, schema json.RawMessage, required bool) {
	list := members(schema)
	if reference := text(find(list, "$ref")); reference != "" {
		if slices.Contains(w.open, reference) {
			return
		}
		w.open = append(w.open, reference)
		defer func() { w.open = w.open[:len(w.open)-1] }()
		w.walk(path, find(w.definitions, strings.TrimPrefix(reference, "#/$defs/")), required)
		return
	}
	a := annotations{node: schema, required: required}
	for _, m := range list {
		w.keyword(&a, path, m, list)
	}
	if _, known := w.locations[path]; !known {
		w.locations[path] = a
	}
}

// keyword adds a keyword of a schema.
func (w *walker) keyword(a *annotations, path string, m member, list []member) {
	switch m.name {
	case "title":
		a.title = text(m.value)
	case "description":
		a.description = text(m.value)
	case "default":
		a.defaultValue = string(m.value)
	case "examples":
		a.examples = string(m.value)
	case "deprecated":
		a.deprecated = string(m.value) == "true"
	case "enum":
		a.enum = items(m.value)
	case "items":
		w.walk(path+"[]", m.value, true)
	case "additionalProperties":
		w.walk(path+"{}", m.value, true)
	case "properties":
		required := items(find(list, "required"))
		for _, property := range members(m.value) {
			a.properties = append(a.properties, property.name)
			w.walk(join(path, property.name), property.value, slices.Contains(required, strconv.Quote(property.name)))
		}
	case "anyOf", "oneOf", "allOf":
		for i, form := range items(m.value) {
			w.walk(path+"|"+formName(json.RawMessage(form), i), json.RawMessage(form), true)
		}
	}
}

// formName returns the first constant of a form of a union, or its index.
func formName(form json.RawMessage, index int) string {
	for _, property := range members(find(members(form), "properties")) {
		if constant := text(find(members(property.value), "const")); constant != "" {
			return constant
		}
	}
	return strconv.Itoa(index)
}

// text returns a JSON string as a text, and an empty text for another value.
func text(value json.RawMessage) (s string) {
	_ = json.Unmarshal(value, &s) // another value leaves s empty
	return s
}

// items returns the JSON texts of the items of an array.
func items(value json.RawMessage) (list []string) {
	var all []json.RawMessage
	_ = json.Unmarshal(value, &all) // another value has no items
	for _, item := range all {
		list = append(list, string(compact(item)))
	}
	return list
}

// join appends a name to a path.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
