package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// applyDefault sets the default, which must be a valid value. On a slice or
// array, the given defaults are its items.
func (p *packageExtractor) applyDefault(given []*keywordUse, required bool, at use) bool {
	if len(given) == 0 {
		return true
	}
	first := given[0]
	of := pointee(first.field.Type)
	written, part, err := "", first.key, error(nil)
	switch {
	case required:
		err = errors.New("a required field cannot have a default")
	case !slices.Contains(lists, of.Kind) && len(given) > 1:
		part, err = given[1].key, errors.New("default is given twice")
	default:
		written, part, err = value(of, &first.field.Constraints, given)
		if err != nil {
			err = fmt.Errorf("default: %w", err)
		}
	}
	if err != nil {
		p.report(diagnostic(diag.InvalidDefault, p.tagPartSpan(part, at), "%s: %v", at.what, err))
		return false
	}
	first.field.Default = written
	return true
}

// applyExamples sets the examples, which must be valid values. On a slice or
// array, the given examples are the items of one.
func (p *packageExtractor) applyExamples(given []*keywordUse, at use) bool {
	if len(given) == 0 {
		return true
	}
	of := pointee(given[0].field.Type)
	groups := slices.Collect(slices.Chunk(given, 1))
	if slices.Contains(lists, of.Kind) {
		groups = [][]*keywordUse{given}
	}
	valid := true
	for _, group := range groups {
		f := group[0].field
		written, part, err := value(of, &f.Constraints, group)
		if err != nil {
			p.report(diagnostic(diag.InvalidTagExample, p.tagPartSpan(part, at), "%s: example: %v", at.what, err))
			valid = false
			continue
		}
		f.Examples = append(f.Examples, written)
	}
	return valid
}

// value returns the JSON text of the values that are given for a type: all of
// them are the items of a list, and any other type uses the first. The decoder
// judges the result. An error belongs to the key at part.
func value(of *model.Type, c *model.Constraints, given []*keywordUse) (written string, part text, err error) {
	item, isList := of, slices.Contains(lists, of.Kind)
	if isList {
		item = pointee(of.Elem)
	}
	var texts []string
	for _, k := range given {
		if item == nil {
			return "", k.key, errors.New("a type that contains itself cannot have a value in a tag")
		}
		text, err := valueText(item, k.value.value)
		if err != nil {
			return "", k.key, refusedValue(item, k.value.value, err)
		}
		texts = append(texts, text)
	}
	if !isList {
		return texts[0], given[0].key, judgeGiven(of, c, texts[0], given[0])
	}
	written = "[" + strings.Join(texts, ",") + "]"
	problem := judge(of, c, written)
	if problem == nil || problem.Path == "" { // a problem of the list itself
		return written, given[0].key, problemError(problem)
	}
	var n int
	if _, err := fmt.Sscanf(problem.Path, "[%d]", &n); err != nil {
		return "", given[0].key, problemError(problem)
	}
	return "", given[n].key, refusedValue(item, given[n].value.value, problemError(problem))
}

// judgeGiven judges the value of a key.
func judgeGiven(of *model.Type, c *model.Constraints, written string, k *keywordUse) error {
	if problem := judge(of, c, written); problem != nil {
		return refusedValue(of, k.value.value, problemError(problem))
	}
	return nil
}

// lists are the kinds of types whose items are given in a tag.
var lists = []model.Kind{model.KindSlice, model.KindArray}

// pointee returns the type that a pointer points to, or the type itself. It
// returns nil for a type that is not known yet.
func pointee(t *model.Type) *model.Type {
	if t != nil && t.Kind == model.KindPointer {
		return t.Elem
	}
	return t
}
