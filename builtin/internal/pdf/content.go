package pdf

import (
	"bytes"
	"math"
	"strings"
)

// matrix is a transformation of coordinates (ISO 32000-2, section 8.3).
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times returns the transformation m followed by n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// state is the graphics state, as far as text needs it.
type state struct {
	ctm                    matrix
	font                   *font
	size, leading, rise    float64
	charSpace, wordSpace   float64
	horizontal             float64
	textMatrix, lineMatrix matrix
}

// content runs the operators of a page or form.
type content struct {
	state
	reader *reader
	writer *writer
	saved  []state
}

// maxOperands is the number of operands that are kept: no operator has more.
const maxOperands = 64

// run runs the operators.
func (c *content) run(data []byte, resources dict, depth int) {
	l := &lexer{reader: c.reader, data: data}
	var operands []any
	for {
		v := l.value(0)
		operator, ok := v.(keyword)
		switch {
		case v == atEnd:
			return
		case !ok:
			if len(operands) < maxOperands {
				operands = append(operands, v)
			}
			continue
		}
		c.reader.left.values += len(operands) + 1 // they are not kept
		c.reader.spend(&c.reader.left.operators, 1)
		switch operator {
		case "ID":
			skipImage(l)
		case "Do":
			c.form(operands, resources, depth)
		case "Tf":
			c.setFont(operands, resources)
		default:
			c.apply(operator, operands)
		}
		operands = operands[:0]
		if c.writer.left <= 0 {
			return
		}
	}
}

// skipImage skips the data of an image in the page.
func skipImage(l *lexer) {
	for l.at < len(l.data) {
		end := bytes.Index(l.data[l.at:], []byte("EI"))
		if end < 0 {
			l.at = len(l.data)
			return
		}
		l.at += end + 2
		if isSpace(l.data[l.at-3]) && (l.at == len(l.data) || isSpace(l.data[l.at])) {
			return
		}
	}
}

// form runs a form, which is a part of a page with its own operators.
func (c *content) form(operands []any, resources dict, depth int) {
	r := c.reader
	if len(operands) == 0 || depth >= maxFormDepth {
		return
	}
	key, _ := operands[0].(name)
	s, ok := r.resolve(r.dict(resources["XObject"])[string(key)]).(*stream)
	if !ok || r.name(s.dict["Subtype"]) != "Form" {
		return
	}
	if own := r.dict(s.dict["Resources"]); own != nil {
		resources = own
	}
	before, saved := c.state, c.saved
	if m := r.array(s.dict["Matrix"]); len(m) == 6 {
		c.ctm = matrixOf(m).times(c.ctm)
	}
	c.saved = nil
	c.run(r.decode(s), resources, depth+1)
	c.state, c.saved = before, saved
}

// matrixOf returns six operands as a matrix.
func matrixOf(operands []any) matrix {
	var m matrix
	for i := range m {
		m[i] = operandAt(operands, i)
	}
	return m
}

// operandAt returns an operand that is a number; 0 for others.
func operandAt(operands []any, i int) float64 {
	if i >= len(operands) {
		return 0
	}
	f, _ := operands[i].(float64)
	return f
}

// setFont sets the font and its size.
func (c *content) setFont(operands []any, resources dict) {
	if len(operands) < 2 {
		return
	}
	key, _ := operands[0].(name)
	c.size = operandAt(operands, 1)
	c.font = c.reader.fontOf(c.reader.dict(resources["Font"])[string(key)])
}

// apply runs an operator.
func (c *content) apply(operator keyword, operands []any) {
	first := operandAt(operands, 0)
	switch operator {
	case "q":
		if len(c.saved) < 256 {
			c.saved = append(c.saved, c.state)
		}
	case "Q":
		if n := len(c.saved); n > 0 {
			c.state, c.saved = c.saved[n-1], c.saved[:n-1]
		}
	case "cm":
		c.ctm = matrixOf(operands).times(c.ctm)
	case "BT":
		c.textMatrix, c.lineMatrix = identity, identity
	case "Tm":
		c.lineMatrix = matrixOf(operands)
		c.textMatrix = c.lineMatrix
	case "Td":
		c.move(first, operandAt(operands, 1))
	case "TD":
		c.leading = -operandAt(operands, 1)
		c.move(first, operandAt(operands, 1))
	case "T*":
		c.move(0, -c.leading)
	case "TL":
		c.leading = first
	case "Tc":
		c.charSpace = first
	case "Tw":
		c.wordSpace = first
	case "Tz":
		c.horizontal = first / 100
	case "Ts":
		c.rise = first
	case "Tj", "TJ", "'", `"`:
		c.showOperator(operator, operands)
	}
}

// showOperator runs an operator that shows text.
func (c *content) showOperator(operator keyword, operands []any) {
	switch operator {
	case `"`:
		c.wordSpace, c.charSpace = operandAt(operands, 0), operandAt(operands, 1)
		c.move(0, -c.leading)
	case "'":
		c.move(0, -c.leading)
	}
	if len(operands) == 0 {
		return
	}
	switch v := operands[len(operands)-1].(type) {
	case text:
		c.show(v)
	case []any:
		c.reader.left.values += len(v)
		for _, part := range v {
			switch part := part.(type) {
			case text:
				c.show(part)
			case float64:
				c.advance(-part / 1000 * c.size * c.horizontal)
			}
		}
	}
}

// move begins a line at a distance from the beginning of the current one.
func (c *content) move(x, y float64) {
	c.lineMatrix = matrix{1, 0, 0, 1, x, y}.times(c.lineMatrix)
	c.textMatrix = c.lineMatrix
}

// advance moves to the right.
func (c *content) advance(x float64) {
	c.textMatrix = matrix{1, 0, 0, 1, x, 0}.times(c.textMatrix)
}

// show writes a string and moves to its end.
func (c *content) show(s text) {
	if c.font == nil {
		c.font = c.reader.fontOf(nil)
	}
	c.reader.spend(&c.reader.left.operators, len(s))
	var shown strings.Builder
	width := 0.0
	for _, g := range c.font.glyphs(s) {
		if g.text == "" {
			c.reader.unreadable++
		}
		shown.WriteString(g.text)
		width += g.width/1000*c.size + c.charSpace
		if g.isSpace {
			width += c.wordSpace
		}
	}
	raised := matrix{1, 0, 0, 1, 0, c.rise}
	at := raised.times(c.textMatrix).times(c.ctm)
	c.advance(width * c.horizontal)
	to := raised.times(c.textMatrix).times(c.ctm)
	height := math.Hypot(at[2], at[3]) * math.Abs(c.size)
	c.writer.write(shown.String(), point{at[4], at[5]}, point{to[4], to[5]}, height)
}
