package styles

import "github.com/tdewolff/parse/v2/css"

// declaration sets one property that can hide text.
type declaration struct {
	property    property
	value       value
	isImportant bool
}

// value is the value of a property.
type value struct {
	// hides says that the value hides text: by itself or, for sizes and overflow,
	// together with another property.
	hides bool
	// color is a colour in a normalized form; empty for other properties.
	color string
}

// maxTokens is the maximum number of tokens of a declaration. Longer ones are
// ignored.
const maxTokens = 500

// appendDeclaration appends the declarations of the text of one declaration; a
// shorthand has several. It appends none for other properties and for unknown
// values.
func appendDeclaration(list []declaration, text string) []declaration {
	all := tokens(text)
	if len(all) < 3 || len(all) > maxTokens || all[0].kind != css.IdentToken || all[1].kind != css.ColonToken {
		return list
	}
	found, known := properties[all[0].text]
	if !known {
		return list
	}
	all, isImportant := cutImportant(all[2:])
	for i, p := range found.longhands {
		part := all
		if found.isBox {
			part = side(all, i)
		}
		if v, ok := readValue(part, found.read); ok && p != noProperty {
			list = append(list, declaration{p, v, isImportant})
		}
	}
	return list
}

// cutImportant removes "!important" from the end of a value.
func cutImportant(value []token) ([]token, bool) {
	end := len(value) - 2
	if end >= 0 && value[end].text == "!" && value[end+1] == (token{css.IdentToken, "important"}) {
		return value[:end], true
	}
	return value, false
}

// side returns the value of one side of a box, with the sides in the order top,
// right, bottom, left. A side without a value has the value of the opposite
// side, or else the first value. Boxes have one to four values.
func side(values []token, i int) []token {
	if i >= len(values) {
		i -= 2
	}
	if i >= len(values) || i < 0 {
		i = 0
	}
	if len(values) == 0 || len(values) > 4 {
		return nil
	}
	return values[i : i+1]
}

// defaults are the values of all properties that do not hide text.
var defaults = map[string]bool{"initial": true, "unset": true, "revert": true, "inherit": true}

// readValue reads a value with the reader of its property. It reads a number
// inside calc as that number.
func readValue(list []token, read reader) (v value, ok bool) {
	if len(list) == 3 && list[0] == (token{css.FunctionToken, "calc"}) {
		list = list[1:2]
	}
	if len(list) == 1 && defaults[list[0].text] {
		return v, true
	}
	if len(list) == 0 {
		return v, false
	}
	return read(list)
}

// readInline returns the declarations of a style attribute.
func readInline(style string) (list []declaration) {
	var nested brackets
	start, lex := 0, newLexer(style)
	for {
		from := lex.offset
		kind, _ := lex.next()
		inside := nested.add(kind)
		switch {
		case kind == css.ErrorToken:
			return appendDeclaration(list, style[start:])
		case kind == css.LeftBraceToken && !inside:
			nested = append(nested, css.RightBraceToken)
		case kind == css.SemicolonToken && !inside:
			list = appendDeclaration(list, style[start:from])
			start = lex.offset
		}
	}
}
