package schema

import (
	"fmt"
	"slices"
	"strings"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// leaves appends the problems without causes. If the discriminator selects a
// variant of a union, it appends only the problems of that variant.
func leaves(problems []string, err error) []string {
	failure, ok := err.(*validator.ValidationError) //nolint:errorlint // Validate returns nothing else
	if !ok {
		return append(problems, err.Error())
	}
	causes := failure.Causes
	switch reason := failure.ErrorKind.(type) {
	case *kind.PropertyNames: // the validator does not return the location
		failure.InstanceLocation = properties(failure.SchemaURL)
		for _, problem := range leaves(nil, causes[0]) {
			problems = append(problems, withLocation(failure, fmt.Sprintf("the name %q: %s", reason.Property, problem)))
		}
		return problems
	case *kind.AnyOf, *kind.OneOf:
		if meant := slices.DeleteFunc(slices.Clone(causes), contradictsConst); len(meant) > 0 {
			causes = meant
		}
	}
	for _, cause := range causes {
		problems = leaves(problems, cause)
	}
	if len(causes) > 0 {
		return problems
	}
	return append(problems, withLocation(failure, reasonText(failure.ErrorKind)))
}

// properties returns the names of the properties in the path to a schema.
func properties(location string) []string {
	_, fragment, _ := strings.Cut(location, "#")
	steps := strings.Split(fragment, "/")
	var names []string
	for i := 1; i < len(steps); i++ {
		if steps[i-1] == "properties" {
			names = append(names, steps[i])
			i++
		}
	}
	return names
}

// withLocation adds the location of a failure to a text.
func withLocation(failure *validator.ValidationError, text string) string {
	if at := pathText(failure.InstanceLocation); at != "" {
		return at + ": " + text
	}
	return text
}

// reasonText returns the validator's text. The decoder has accepted the value, so
// that the value can miss a bound of a number only before it is rounded to its Go
// type.
func reasonText(reason validator.ErrorKind) string {
	name := strings.Join(reason.KeywordPath(), "/")
	if k := keyword.Find(name); k != nil && k.IsNumber() {
		return name + ": the number misses the bound of the schema, which is exact, and satisfies it only after rounding to the Go type"
	}
	return reason.LocalizedString(message.NewPrinter(language.English))
}

// contradictsConst reports whether a variant fails because the discriminator has
// another value or the value is not an object.
func contradictsConst(variant *validator.ValidationError) bool {
	switch variant.ErrorKind.(type) {
	case *kind.Const:
		return true
	case *kind.AnyOf, *kind.OneOf:
		return false
	}
	return slices.ContainsFunc(variant.Causes, contradictsConst)
}
