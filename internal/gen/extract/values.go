package extract

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// valueText returns the JSON text of a value in a tag. It does not check whether
// it is a value of the type: see [judge].
func valueText(t *model.Type, written string) (string, error) {
	if !utf8.ValidString(written) {
		return "", fmt.Errorf("%q is not UTF-8", written)
	}
	switch t.Kind {
	case model.KindString, model.KindText, model.KindBytes, model.KindDuration, model.KindTime:
		return model.Quote(written), nil
	case model.KindBool:
		if written == "true" || written == "false" {
			return written, nil
		}
		return model.Quote(written), nil // not a boolean: the decoder refuses it
	case model.KindInt, model.KindUint, model.KindFloat, model.KindNumber:
		return keyword.NumberFor(t, written)
	}
	return "", fmt.Errorf("a value of type %s cannot be given in a tag: choose it in the function", t.Go)
}

// judge returns the first problem that the decoder has with a JSON text as a
// value of a constrained type, or nil.
func judge(t *model.Type, c *model.Constraints, written string) *arguments.Problem {
	problems := describe.Value(describe.Once(t, c), written)
	if len(problems) == 0 {
		return nil
	}
	return &problems[0]
}

// problemError returns a problem of the decoder as an error, without its path.
func problemError(problem *arguments.Problem) error {
	if problem == nil {
		return nil
	}
	return errors.New(problem.Message)
}

// isSameValue reports whether two JSON texts are the same value of a type.
func isSameValue(t *model.Type, a, b string) bool {
	return describe.AreEqual(keyword.Round(t, a), keyword.Round(t, b))
}

// refusedValue returns why a value in a tag is refused: it is the name of a
// constant, or else the given reason.
func refusedValue(t *model.Type, written string, reason error) error {
	if t.Enum != nil {
		i := slices.IndexFunc(t.Enum.Constants, func(c *model.Constant) bool { return c.Name == written })
		if i >= 0 {
			return fmt.Errorf("%s is the name of a constant: write its value %s", written, model.Unquote(t.Enum.Constants[i].Value))
		}
	}
	return reason
}
