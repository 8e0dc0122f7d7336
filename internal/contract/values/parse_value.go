package values

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// words returns a reader for a keyword whose value is a string.
func words(set func(*Schema, string)) keywordReader {
	return func(_ *document, s *Schema, value any) error {
		text, err := stringOf(value)
		set(s, text)
		return err
	}
}

// count returns a reader for a keyword whose value is a count.
func count(set func(*Schema, int)) keywordReader {
	return func(_ *document, s *Schema, value any) error {
		r, err := rationalOf(value)
		if err != nil {
			return err
		}
		if !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
			return errors.New("it is not a count")
		}
		set(s, int(r.Num().Int64()))
		return nil
	}
}

// rational returns a reader for a keyword whose value is a number.
func rational(set func(*Schema, *big.Rat)) keywordReader {
	return func(_ *document, s *Schema, value any) error {
		r, err := rationalOf(value)
		if err == nil {
			set(s, r)
		}
		return err
	}
}

// maxExponent is the maximum exponent of a number, because its digits are written
// out.
const maxExponent = 5000

// rationalOf returns the value of a JSON number.
func rationalOf(value any) (*big.Rat, error) {
	text, ok := value.(json.Number)
	if !ok {
		return nil, errors.New("it is not a number")
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text.String()), "e"); ok {
		if e, err := strconv.Atoi(exponent); err != nil || max(e, -e) > maxExponent {
			return nil, fmt.Errorf("the exponent of %s is too large", text)
		}
	}
	r, ok := new(big.Rat).SetString(text.String())
	if !ok {
		return nil, fmt.Errorf("%s is not a number", text)
	}
	return r, nil
}
