package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// applyDefault stores the default, which must be a valid value. On a slice or
// array, the defaults given are its items.
func (p *packageExtractor) applyDefault(given []*keywordUse, required bool, at use) bool {
	if len(given) == 0 {
		return true
	}
	first := given[0]
	of := pointee(first.field.Type)
	written, place, err := "", first.key, error(nil)
	switch {
	case required:
		err = errors.New("a required field has no use for a default")
	case !slices.Contains(onLists, of.Kind) && len(given) > 1:
		place, err = given[1].key, errors.New("default is given twice")
	default:
		written, place, err = value(of, &first.field.Constraints, given)
		if err != nil {
			err = fmt.Errorf("default: %w", err)
		}
	}
	if err != nil {
		p.report(diagnostic(diag.InvalidDefault, p.tagPlace(place, at), "%s: %v", at.what, err))
		return false
	}
	first.field.Default = written
	return true
}

// applyExamples stores the examples, which must be valid values. On a slice or
// array, those given are the items of one.
func (p *packageExtractor) applyExamples(given []*keywordUse, at use) bool {
	if len(given) == 0 {
		return true
	}
	of := pointee(given[0].field.Type)
	groups := slices.Collect(slices.Chunk(given, 1))
	if slices.Contains(onLists, of.Kind) {
		groups = [][]*keywordUse{given}
	}
	valid := true
	for _, group := range groups {
		f := group[0].field
		written, place, err := value(of, &f.Constraints, group)
		if err != nil {
			p.report(diagnostic(diag.InvalidTagExample, p.tagPlace(place, at), "%s: example: %v", at.what, err))
			valid = false
			continue
		}
		f.Examples = append(f.Examples, written)
	}
	return valid
}

// value is the JSON text of what is given for a type, of which a list takes
// all and any other one the first. What is wrong is said of one of them.
func value(of *model.Type, c *model.Constraints, given []*keywordUse) (written string, place text, err error) {
	if !slices.Contains(onLists, of.Kind) {
		written, err = oneValue(of, c, given[0].value.value)
		return written, given[0].key, err
	}
	items := c.Items
	if items == nil {
		items = &model.Constraints{}
	}
	var texts []string
	for _, k := range given {
		item, err := oneValue(pointee(of.Elem), items, k.value.value)
		if err == nil && c.UniqueItems && slices.ContainsFunc(texts, func(other string) bool { return sameValue(pointee(of.Elem), other, item) }) {
			err = fmt.Errorf("the item %s is given twice, against uniqueItems", item)
		}
		if err != nil {
			return "", k.key, err
		}
		texts = append(texts, item)
	}
	return "[" + strings.Join(texts, ",") + "]", given[0].key, checkItems(of, c, len(texts))
}

func oneValue(of *model.Type, c *model.Constraints, text string) (string, error) {
	if of == nil {
		return "", errors.New("a type that is part of itself has no values in a tag")
	}
	written, err := valueText(of, text)
	if err == nil {
		err = checkValue(of, c, written)
	}
	if constant := constantNamed(of, text); err != nil && constant != nil {
		err = fmt.Errorf("%s is the name of a constant: write its value %s", text, tagText(constant.Value))
	}
	return written, err
}

// checkItems reports a number of items that a list cannot have.
func checkItems(of *model.Type, c *model.Constraints, count int) error {
	switch {
	case of.Kind == model.KindArray && count != of.Length:
		return fmt.Errorf("%s has %d items, not %d", of.Go, of.Length, count)
	case c.MinItems != nil && count < *c.MinItems:
		return fmt.Errorf("%d items are fewer than minItems %d", count, *c.MinItems)
	case c.MaxItems != nil && count > *c.MaxItems:
		return fmt.Errorf("%d items are more than maxItems %d", count, *c.MaxItems)
	}
	return nil
}

// pointee is what a pointer leads to, or else the type itself. It is nil for a
// part that is not known yet.
func pointee(t *model.Type) *model.Type {
	if t != nil && t.Kind == model.KindPointer {
		return t.Elem
	}
	return t
}
