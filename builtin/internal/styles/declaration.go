package styles

import "github.com/tdewolff/parse/v2/css"

// declaration sets one property that can hide text.
type declaration struct {
	property  property
	value     value
	important bool
}

// value is what a declaration gives to a property.
type value struct {
	// hides says that the value hides text: by itself or, for sizes and overflow,
	// together with another property.
	hides bool
	// color is a colour in one spelling. It is empty for other properties.
	color string
}

// maxValue is the length of the longest declaration that is read, in bytes.
const maxValue = 4000

// appendDeclaration appends the declarations that the text of one declaration
// makes: a shorthand makes several. It appends none where the property is of no
// interest or the value is unknown.
func appendDeclaration(list []declaration, text string) []declaration {
	if len(text) > maxValue {
		return list
	}
	all := tokens(text)
	if len(all) < 3 || all[0].kind != css.IdentToken || all[1].kind != css.ColonToken {
		return list
	}
	found, known := properties[all[0].text]
	if !known {
		return list
	}
	all, important := cutImportant(all[2:])
	for i, p := range found.longhands {
		part := all
		if found.isBox {
			part = side(all, i)
		}
		if v, ok := readValue(part, found.read); ok && p != noProperty {
			list = append(list, declaration{p, v, important})
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

// side returns the value of one side of a box. One to four values are those of
// the top, right, bottom and left side; a side without a value has that of the
// side opposite to it, or else the first.
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

// defaults are the values that every property has and that do not hide.
var defaults = map[string]bool{"initial": true, "unset": true, "revert": true, "inherit": true}

// readValue reads a value with the reader of its property. A number inside calc
// counts as the number.
func readValue(written []token, read reader) (v value, ok bool) {
	if len(written) == 3 && written[0] == (token{css.FunctionToken, "calc"}) {
		written = written[1:2]
	}
	if len(written) == 1 && defaults[written[0].text] {
		return v, true
	}
	if len(written) == 0 {
		return v, false
	}
	return read(written)
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
