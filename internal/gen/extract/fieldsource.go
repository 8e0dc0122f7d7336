package extract

import (
	"go/ast"
	"go/types"
	"strconv"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// fieldSource is what the source says about a struct field, which several checks read.
type fieldSource struct {
	syntax     *ast.Field // nil if it is not available
	isOwn      bool       // see extractor.isOwn
	directives annotations.Set
	// lines is the declaration of a field of the author that has one name and lines of its
	// own. It is the zero value for others.
	lines model.Span
	// tag is set by extractor.tagOf, which sets hasTag.
	tag    fieldTag
	hasTag bool
}

// sourceOf returns the source of a field, always the same.
func (e *extractor) sourceOf(field *types.Var) *fieldSource {
	s := e.fields[field]
	if s == nil {
		s = e.newFieldSource(field)
		e.fields[field] = s
	}
	return s
}

// newFieldSource finds the declaration of a field.
func (e *extractor) newFieldSource(field *types.Var) *fieldSource {
	s := &fieldSource{isOwn: e.isOwn(field)}
	d := e.declarationsOf(field)
	switch {
	case d == nil:
		return s
	case s.isOwn:
		found := d.fieldAt(field.Pos())
		if s.syntax = found.syntax; s.syntax != nil && e.isAlone(found) {
			s.lines = e.span(s.syntax)
		}
	default:
		s.syntax = d.foreign[fieldPosition{e.positions.line(field.Pos()), field.Name()}]
	}
	if s.syntax != nil {
		s.directives = e.annotationsOf(e.loader.File(field)).file.DirectivesOf(s.syntax)
	}
	return s
}

// isAlone reports whether a field has one name, and lines that it does not share.
func (e *extractor) isAlone(f fieldDecl) bool {
	return len(f.syntax.Names) == 1 && e.positions.isBelow(f.syntax.Pos(), f.after) && e.positions.isBelow(f.before, f.syntax.End())
}

// tagOf returns the tag of a field.
func (e *extractor) tagOf(field *types.Var, content string) *fieldTag {
	s := e.sourceOf(field)
	if !s.hasTag {
		s.tag, s.hasTag = tagOf(s.syntax, content, field.Pos()), true
	}
	return &s.tag
}

// tagLiteralOf does what tagLiteral does. It returns the text of the source if it is the same.
func (e *extractor) tagLiteralOf(field *types.Var, tag string) string {
	s := e.sourceOf(field)
	if s.syntax != nil && s.syntax.Tag != nil {
		literal := s.syntax.Tag.Value
		if len(literal) == len(tag)+2 && literal[0] == '`' && literal[1:len(literal)-1] == tag && strconv.CanBackquote(tag) {
			return literal
		}
	}
	return tagLiteral(tag)
}

// fieldDoc returns the description of a field, without its tags.
func (p *packageExtractor) fieldDoc(field *types.Var) string {
	s := p.sourceOf(field)
	if s.syntax == nil {
		return ""
	}
	doc, _ := p.describedBy(s.directives, withoutLinks(firstText(s.syntax.Doc, s.syntax.Comment), field.Pkg()))
	return doc
}

// tagSpan returns the position of a field's tag. It returns the zero value if
// there is no tag or the source is not available.
func (p *packageExtractor) tagSpan(s *fieldSource) model.Span {
	if s.syntax == nil || s.syntax.Tag == nil || !s.isOwn {
		return model.Span{}
	}
	return p.span(s.syntax.Tag)
}
