package emit

import (
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// literal is an incomplete composite literal. It has no members with zero values.
type literal struct {
	*file
	items []code
}

// member adds a member.
func (l *literal) member(name string, value code) {
	l.items = append(l.items, l.line("%s: %s", name, value))
}

// text adds a member with a text, unless the text is empty.
func (l *literal) text(name, value string) {
	if value != "" {
		l.member(name, l.line("%s", strconv.Quote(value)))
	}
}

// texts adds a member with a list of texts, unless the list is empty.
func (l *literal) texts(name string, values []string) {
	if len(values) > 0 {
		l.member(name, l.line("[]string{%s}", strings.Join(quoteAll(values), ", ")))
	}
}

// number adds a member with a number, unless the number is zero.
func (l *literal) number(name string, value int) {
	if value != 0 {
		l.member(name, l.line("%d", value))
	}
}

// duration adds a member with a duration, unless the duration is zero.
func (l *literal) duration(name string, value time.Duration) {
	if value != 0 {
		l.member(name, l.file.duration(value))
	}
}

// flag adds a member with the value true, if it is set.
func (l *literal) flag(name string, set bool) {
	if set {
		l.member(name, l.line("true"))
	}
}

// list adds a slice of a type of package decode, if it has items.
func (l *literal) list(name, typeName string, items []code) {
	if len(items) > 0 {
		l.member(name, compact(l.line("[]%s", l.decode(typeName)), items...))
	}
}

// group adds the address of a literal of package decode, if that has members.
func (l *literal) group(name, typeName string, fill func(*literal)) {
	g := &literal{file: l.file}
	if fill(g); len(g.items) > 0 {
		l.member(name, l.line("&%s", compact(l.decode(typeName), g.items...)))
	}
}

// bounds adds a minimum and a maximum count, if there are any.
func (l *literal) bounds(name string, b *decode.Bounds) {
	if b == nil {
		return
	}
	l.group(name, "Bounds", func(g *literal) {
		g.number("Min", b.Min)
		largest := g.line("%d", b.Max)
		if b.Max == decode.Unbounded {
			largest = g.decode("Unbounded")
		}
		g.member("Max", largest)
	})
}

// numberRange adds the bounds of a number.
func (l *literal) numberRange(r *decode.Range) {
	l.text("Min", r.Min)
	l.text("Max", r.Max)
	l.text("ExclusiveMin", r.ExclusiveMin)
	l.text("ExclusiveMax", r.ExclusiveMax)
	l.text("Step", r.Step)
}

// quoteAll returns texts as Go literals.
func quoteAll(texts []string) []string {
	literals := make([]string, len(texts))
	for i, text := range texts {
		literals[i] = strconv.Quote(text)
	}
	return literals
}
