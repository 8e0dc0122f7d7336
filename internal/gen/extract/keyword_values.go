package extract

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// enum adds a value of an enum.
func (k *keywordUse) enum() error {
	if k.value.value == "" {
		return errors.New("an enum needs a value")
	}
	written, err := valueText(k.of, k.value.value)
	if err == nil && k.of.Enum != nil { // the other constraints may follow: see conflictOf
		err = problemError(judge(k.of, &model.Constraints{}, written))
	}
	if err != nil {
		return refusedValue(k.of, k.value.value, err)
	}
	if slices.ContainsFunc(k.to.Enum, func(other string) bool { return isSameValue(k.of, other, written) }) {
		return fmt.Errorf("the value %s is given twice", written)
	}
	k.to.Enum = append(k.to.Enum, written)
	return nil
}

// anchorName matches the anchors that JSON Schema allows.
var anchorName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9._-]*$`)

// anchor reads the key anchor of a tag: the name of a field in references.
func (k *keywordUse) anchor() error {
	if !anchorName.MatchString(k.value.value) {
		return fmt.Errorf("%q cannot be an anchor: it must be a letter or underscore, then letters, digits, underscores, hyphens and dots", k.value.value)
	}
	k.field.Anchor = k.value.value
	return nil
}
