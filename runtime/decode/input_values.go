package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
)

// hasReferences reports whether the document can have a reference.
func (p *schemaParser) hasReferences() bool { return strings.Contains(p.text, `"$ref"`) }

// typeNamed returns the JSON type with a name in JSON Schema; zero if there is none. It is
// no map, because a program initializes maps when it starts.
func typeNamed(name string) Types {
	switch name {
	case "null":
		return TypeNull
	case "boolean":
		return TypeBoolean
	case "integer":
		return TypeInteger
	case "number":
		return TypeNumber
	case "string":
		return TypeString
	case "array":
		return TypeArray
	case "object":
		return TypeObject
	}
	return 0
}

// types reads the keyword type: one name or a list of names.
func (u keywordUse) types() {
	names, ok := u.names(u.at)
	if name, isText := u.str(u.at); isText {
		names, ok = []string{name}, true
	}
	for _, name := range names {
		bit := typeNamed(name)
		ok = ok && bit != 0
		u.b.schema.Types |= bit
	}
	if !ok || len(names) == 0 {
		u.b.schema.Types = 0
		u.reportMalformed(`"null", "boolean", "integer", "number", "string", "array", "object" or an array of these`)
	}
}

// enum reads the keyword enum.
func (u keywordUse) enum() {
	if !u.isArray() {
		return
	}
	u.b.enumValues = []string{}
	for _, item := range u.schemaParser.items(u.at) {
		u.b.enumValues = append(u.b.enumValues, u.raw(item))
	}
}

func (u keywordUse) constant() { u.b.constants = []string{u.raw(u.at)} }

// bound reads a bound of a number. In some schemas of old drafts, exclusiveMinimum
// and exclusiveMaximum are booleans that change the meaning of minimum and maximum.
func (u keywordUse) bound() {
	raw := u.raw(u.at)
	if raw == "true" || raw == "false" {
		switch u.name {
		case "exclusiveMinimum":
			u.b.minimumExcluded = raw == "true"
			return
		case "exclusiveMaximum":
			u.b.maximumExcluded = raw == "true"
			return
		}
	}
	if classOf(raw, 0) != '0' {
		u.reportMalformed("a number")
		return
	}
	switch r := &u.b.number; u.name {
	case "minimum":
		r.Min = raw
	case "maximum":
		r.Max = raw
	case "exclusiveMinimum":
		r.ExclusiveMin = raw
	case "exclusiveMaximum":
		r.ExclusiveMax = raw
	default:
		u.step(raw)
	}
}

// step reads the number of which values must be multiples.
func (u keywordUse) step(raw string) {
	switch d := parseDecimal(raw); {
	case d.sign() <= 0:
		u.reportMalformed("a number greater than 0")
	case d.size() > stepDigits:
		u.problem("a " + u.name + " with more than " + strconv.Itoa(stepDigits) + " digits cannot be checked: round it")
	default:
		u.b.number.Step = raw
	}
}

// size reads a bound of a length, or of a number of items or members.
func (u keywordUse) size() {
	n, ok := countOf(u.raw(u.at))
	if !ok {
		u.reportMalformed("an integer that is not negative")
		return
	}
	bounds := map[string]**Bounds{"Length": &u.b.text.Length, "Items": &u.b.array.Count, "Properties": &u.b.object.Count}[u.name[3:]]
	if *bounds == nil {
		*bounds = &Bounds{Max: Unbounded}
	}
	if u.name[:3] == "min" {
		(*bounds).Min = n
	} else {
		(*bounds).Max = n
	}
}

// countOf returns the value of a JSON text if it is an integer that is not negative.
// It returns [Unbounded] for an integer that is larger than any length.
func countOf(raw string) (n int, ok bool) {
	if classOf(raw, 0) != '0' || !isIntegral(raw) {
		return 0, false
	}
	d := parseDecimal(raw)
	switch {
	case d.sign() < 0:
		return 0, false
	case d.sign() == 0:
		return 0, true
	case d.point > 9:
		return Unbounded, true
	}
	digits := d.integer + d.fraction
	n, err := strconv.Atoi(digits + strings.Repeat("0", int(d.point)-len(digits)))
	return n, err == nil
}

// pattern reads the keyword pattern.
func (u keywordUse) pattern() {
	source, ok := u.str(u.at)
	if !ok {
		u.reportMalformed("a string")
		return
	}
	if check := u.compilePattern(source); check != nil {
		u.b.text.Checks = append(u.b.text.Checks, check)
	}
}

// compilePattern returns the check of a pattern. If the pattern cannot be checked, it
// reports a problem and returns nil.
func (u keywordUse) compilePattern(source string) Check {
	check, err := newECMAPattern(source)
	if err != nil {
		u.problem("the pattern " + wording.Excerpt(strconv.Quote(source)) + " cannot be checked: " + err.Error())
		return nil
	}
	if u.patterns += check.size; u.patterns > maxPatterns {
		u.fail(u.where, "the patterns of the schema take too much memory together: use fewer or shorter ones")
	}
	return check
}

// numberFormat returns the bounds of a number format that OpenAPI and generators of schemas
// use; none for another name.
func numberFormat(name string) Range {
	switch name {
	case "int8":
		return Range{Min: "-128", Max: "127"}
	case "int16":
		return Range{Min: "-32768", Max: "32767"}
	case "int32":
		return Range{Min: "-2147483648", Max: "2147483647"}
	case "int64", "int":
		return Range{Min: "-9223372036854775808", Max: "9223372036854775807"}
	case "uint8":
		return Range{Min: "0", Max: "255"}
	case "uint16":
		return Range{Min: "0", Max: "65535"}
	case "uint32":
		return Range{Min: "0", Max: "4294967295"}
	case "uint64", "uint":
		return Range{Min: "0", Max: "18446744073709551615"}
	case "float":
		return Range{Min: "-3.4028234663852886e38", Max: "3.4028234663852886e38"}
	case "double":
		return Range{Min: "-1.7976931348623157e308", Max: "1.7976931348623157e308"}
	}
	return Range{}
}

// format reads the keyword format.
func (u keywordUse) format() {
	name, _ := u.str(u.at)
	check, bounds := u.formats[name], numberFormat(name)
	switch {
	case check != nil:
		u.b.text.Checks = append(u.b.text.Checks, check)
	case bounds.Min != "":
		u.b.width = bounds
	case name == "byte":
		u.b.text.Checks = append(u.b.text.Checks, base64Text{})
	case name != "binary" && name != "password": // which allow all strings
		u.problem("the format " + u.excerpt(u.at) + " cannot be checked: remove it, or use a pattern")
	}
}

// contentEncoding reads the keyword contentEncoding.
func (u keywordUse) contentEncoding() {
	if encoding, _ := u.str(u.at); !strings.EqualFold(encoding, "base64") {
		u.problem("the content encoding " + u.excerpt(u.at) + " cannot be checked: remove it, or use base64")
		return
	}
	u.b.text.Checks = append(u.b.text.Checks, base64Text{})
}

// base64Text is the [Check] that a text is base64 with padding.
type base64Text struct{}

// Check implements [Check].
func (base64Text) Check(text string) (want string, ok bool) {
	return "be " + kindNames[KindBytes], isBase64(text)
}
