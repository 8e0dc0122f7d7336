package extract

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// number stores a bound of a number.
func (k *keywordUse) number(to *string) error {
	written, err := numberText(k.of, k.value.value)
	if err != nil {
		return err
	}
	*to = written
	return nil
}

// multipleOf stores what a number must be a multiple of.
func (k *keywordUse) multipleOf() error {
	if err := k.number(&k.to.MultipleOf); err != nil {
		return err
	}
	return checkStep(k.to.MultipleOf)
}

// maxStepDigits is how many digits the decoder can divide by.
const maxStepDigits = 19

// checkStep refuses what nothing can be told to be a multiple of.
func checkStep(number string) error {
	if rational(number).Sign() <= 0 {
		return fmt.Errorf("%s is not greater than 0", number)
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
	digits := strings.Trim(strings.ReplaceAll(mantissa, ".", ""), "0")
	if len(digits) > maxStepDigits {
		return fmt.Errorf("%s has more than %d significant digits", number, maxStepDigits)
	}
	return nil
}

// maxCount is the largest number of characters, items or properties that can
// be asked for.
const maxCount = 1<<31 - 1

// count stores a number of characters or items.
func (k *keywordUse) count(to **int) error {
	n, err := strconv.ParseUint(k.value.value, 10, 31)
	if err != nil {
		return fmt.Errorf("%q is not a count: it must be an integer from 0 to %d", k.value.value, maxCount)
	}
	count := int(n)
	*to = &count
	return nil
}

// pattern stores a regular expression. It must be one of RE2, because that is
// what checks the arguments.
func (k *keywordUse) pattern() error {
	k.to.Pattern = k.value.value
	return checkPattern(k.value)
}

// checkPattern refuses a pattern that RE2 or ECMA-262 does not take.
func checkPattern(pattern text) error {
	if _, err := regexp.Compile(pattern.value); err != nil {
		return fmt.Errorf("the pattern does not compile: %w", err)
	}
	return portable(pattern)
}

// format stores a format. Times have theirs already.
func (k *keywordUse) format() error {
	if k.of.Kind == model.KindTime {
		if k.value.value != "date-time" {
			return errors.New("a time has the format date-time: use a string for another one")
		}
		return nil
	}
	k.to.Format = k.value.value
	return checkFormat(k.value.value)
}

// enum stores one more value of an enum.
func (k *keywordUse) enum() error {
	if k.value.value == "" {
		return errors.New("an enum needs a value")
	}
	written, err := valueText(k.of, k.value.value)
	if err == nil {
		err = checkEnum(k.of, written)
	}
	if constant := constantNamed(k.of, k.value.value); err != nil && constant != nil {
		return fmt.Errorf("%s is the name of a constant: write its value %s", k.value.value, tagText(constant.Value))
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(k.to.Enum, func(other string) bool { return sameValue(k.of, other, written) }) {
		return fmt.Errorf("the value %s is given twice", written)
	}
	k.to.Enum = append(k.to.Enum, written)
	return nil
}

// anchorName is what JSON Schema takes as an anchor.
var anchorName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9._-]*$`)

func (k *keywordUse) anchor() error {
	if !anchorName.MatchString(k.value.value) {
		return fmt.Errorf("%q cannot be an anchor: it must be a letter or underscore, then letters, digits, underscores, hyphens and dots", k.value.value)
	}
	k.field.Anchor = k.value.value
	return nil
}
