package extract

import (
	"encoding/base64"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
)

// jsonNumber is the syntax of JSON numbers. The exponent is short, so that no
// tag can ask for a number that fills the memory.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`)

// numberText checks a number in a tag against its type and gives its JSON
// text: for integers, without a fraction or an exponent.
func numberText(t *model.Type, value string) (string, error) {
	if !jsonNumber.MatchString(value) {
		return "", fmt.Errorf("%q is not a number as JSON writes it", value)
	}
	number := rational(value)
	switch t.Kind {
	case model.KindNumber:
		return value, nil
	case model.KindFloat:
		if _, err := strconv.ParseFloat(value, t.Bits); err != nil {
			return "", fmt.Errorf("%s is out of the range of %s", value, t.Go)
		}
		return value, nil
	}
	if !number.IsInt() {
		return "", fmt.Errorf("%s is not an integer, as %s needs", value, t.Go)
	}
	low, high := integerRange(t)
	if number.Num().Cmp(low) < 0 || number.Num().Cmp(high) > 0 {
		return "", fmt.Errorf("%s is out of the range of %s, %v to %v", value, t.Go, low, high)
	}
	return number.Num().String(), nil
}

// rational is the exact value of a number that has been checked.
func rational(text string) *big.Rat {
	number, _ := new(big.Rat).SetString(text)
	return number
}

// integerRange is what a Go integer type holds.
func integerRange(t *model.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	if t.Kind == model.KindUint {
		high = new(big.Int).Lsh(one, uint(t.Bits))
		return new(big.Int), high.Sub(high, one)
	}
	high = new(big.Int).Lsh(one, uint(t.Bits-1))
	low = new(big.Int).Neg(high)
	return low, high.Sub(high, one)
}

// valueText checks a value in a tag against its type and gives its JSON text.
func valueText(t *model.Type, value string) (string, error) {
	switch t.Kind {
	case model.KindString, model.KindText:
		if !utf8.ValidString(value) {
			return "", fmt.Errorf("%q is not UTF-8", value)
		}
		return jsonString(value), nil
	case model.KindBool:
		if value != "true" && value != "false" {
			return "", fmt.Errorf("%q is neither true nor false", value)
		}
		return value, nil
	case model.KindInt, model.KindUint, model.KindFloat, model.KindNumber:
		return numberText(t, value)
	case model.KindBytes:
		if _, err := base64.StdEncoding.DecodeString(value); err != nil {
			return "", fmt.Errorf("%q is not base64", value)
		}
		return jsonString(value), nil
	case model.KindDuration:
		if _, err := time.ParseDuration(value); err != nil {
			return "", fmt.Errorf("%q is not a duration such as 1m30s", value)
		}
		return jsonString(value), nil
	case model.KindTime:
		if _, err := time.Parse(time.RFC3339, value); err != nil {
			return "", fmt.Errorf("%q is not a time such as 2006-01-02T15:04:05Z", value)
		}
		return jsonString(value), nil
	}
	return "", fmt.Errorf("a value of type %s cannot be given in a tag: choose it in the function", t.Go)
}

// sameValue reports whether two JSON texts of a type are one value.
func sameValue(t *model.Type, a, b string) bool {
	if slices.Contains(onNumbers, t.Kind) {
		return rational(a).Cmp(rational(b)) == 0
	}
	return a == b
}

// checkEnum reports a value that a type's constants do not have.
func checkEnum(t *model.Type, written string) error {
	if t.Enum == nil || slices.ContainsFunc(t.Enum.Values, func(v *model.EnumValue) bool { return v.JSON == written }) {
		return nil
	}
	var values []string
	for _, v := range t.Enum.Values {
		values = append(values, v.JSON)
	}
	return fmt.Errorf("%s is none of the constants of the type: %s", written, strings.Join(values, ", "))
}

// constantNamed is the constant of a type with that name; nil for none.
func constantNamed(t *model.Type, name string) *model.Constant {
	if t.Enum == nil {
		return nil
	}
	i := slices.IndexFunc(t.Enum.Constants, func(c *model.Constant) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return t.Enum.Constants[i]
}

// tagText is a JSON text as a tag has it: a string without quotes.
func tagText(written string) string {
	if value, err := unquoteJSON(written); err == nil {
		return value
	}
	return written
}

// checkValue reports the first constraint that a JSON text of that type does
// not meet.
func checkValue(t *model.Type, c *model.Constraints, written string) error {
	if err := checkEnum(t, written); err != nil {
		return err
	}
	if len(c.Enum) > 0 && !slices.ContainsFunc(c.Enum, func(allowed string) bool { return sameValue(t, allowed, written) }) {
		return fmt.Errorf("%s is none of %s", written, strings.Join(c.Enum, ", "))
	}
	return checkBounds(t, c, written)
}

// checkBounds is checkValue without enums.
func checkBounds(t *model.Type, c *model.Constraints, written string) error {
	switch t.Kind {
	case model.KindInt, model.KindUint, model.KindFloat, model.KindNumber:
		return checkNumber(c, written)
	case model.KindString, model.KindText:
		value, err := unquoteJSON(written)
		if err != nil {
			return err
		}
		if !reads(t, value) {
			return fmt.Errorf("%q is not what %s reads", value, t.Go)
		}
		return checkString(c, value)
	}
	return nil
}

// reads reports whether a type reads a text, as far as that is known.
func reads(t *model.Type, text string) bool {
	check := standard.Of(t.Go.String()).Check
	if check == nil {
		return true
	}
	_, ok := check.Check(text)
	return ok
}

func checkNumber(c *model.Constraints, written string) error {
	value := rational(written)
	order := func(bound string) int { return value.Cmp(rational(bound)) }
	switch {
	case c.Minimum != "" && order(c.Minimum) < 0:
		return fmt.Errorf("%s is less than the minimum %s", written, c.Minimum)
	case c.Maximum != "" && order(c.Maximum) > 0:
		return fmt.Errorf("%s is more than the maximum %s", written, c.Maximum)
	case c.ExclusiveMinimum != "" && order(c.ExclusiveMinimum) <= 0:
		return fmt.Errorf("%s is not more than the exclusiveMinimum %s", written, c.ExclusiveMinimum)
	case c.ExclusiveMaximum != "" && order(c.ExclusiveMaximum) >= 0:
		return fmt.Errorf("%s is not less than the exclusiveMaximum %s", written, c.ExclusiveMaximum)
	case c.MultipleOf != "" && !new(big.Rat).Quo(value, rational(c.MultipleOf)).IsInt():
		return fmt.Errorf("%s is not a multiple of %s", written, c.MultipleOf)
	}
	return nil
}

func checkString(c *model.Constraints, value string) error {
	length := utf8.RuneCountInString(value)
	switch {
	case c.MinLength != nil && length < *c.MinLength:
		return fmt.Errorf("%q is shorter than minLength %d", value, *c.MinLength)
	case c.MaxLength != nil && length > *c.MaxLength:
		return fmt.Errorf("%q is longer than maxLength %d", value, *c.MaxLength)
	case c.Pattern != "" && !regexp.MustCompile(c.Pattern).MatchString(value):
		return fmt.Errorf("%q does not match the pattern %s", value, c.Pattern)
	case c.Format != "" && !hasFormat(c.Format, value):
		return fmt.Errorf("%q is not of the format %s", value, c.Format)
	}
	return nil
}
