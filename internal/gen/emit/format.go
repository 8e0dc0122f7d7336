package emit

import (
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"strings"
)

// formatSource returns generated code as gofmt formats it. Its
// error has the first syntax error and the lines around it.
func formatSource(source string) ([]byte, error) {
	if text, ok := layouts.formatted(source); ok {
		return text, nil
	}
	text, err := format.Source([]byte(source))
	if err == nil {
		return text, nil
	}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		err = fmt.Errorf("%w\n%s", list[0], excerpt(source, list[0].Pos.Line))
	}
	return nil, fmt.Errorf("the generated code is not valid Go, which is an error of the generator: %w", err)
}

// linesAround is the number of lines before and after the line of an error.
const linesAround = 2

// excerpt returns a line, which is counted from 1, and the lines around it, with
// their numbers.
func excerpt(source string, line int) string {
	var b strings.Builder
	for n, text := range strings.Split(source, "\n") {
		if n+1 >= line-linesAround && n+1 <= line+linesAround {
			fmt.Fprintf(&b, "%6d  %s\n", n+1, text)
		}
	}
	return b.String()
}
