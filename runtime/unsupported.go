package runtime

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// UnsupportedError says that something asked for is not supported by this
// version, and so refused rather than ignored.
type UnsupportedError struct {
	// Feature is what is not supported, such as "Options.Backends".
	Feature string
}

// Error says what is not supported.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("runtime: %s is not supported by this version of toolgen", e.Feature)
}

// unsupportedTool lists the properties that the executor must honour and does
// not yet. A tool that carries one answers not_available. Making a property
// work means removing its row.
var unsupportedTool = []struct {
	feature string
	carried func(*Tool) bool
}{
	{"untrusted-output", func(t *Tool) bool { return t.Untrusted != nil }},
	{"capabilities", func(t *Tool) bool { return t.Needs != nil && t.Needs.Kinds != 0 }},
}

// unsupportedOptions lists the options that a registry must honour and does
// not yet. Registering a tool under one of them fails.
var unsupportedOptions = []struct {
	feature string
	set     func(*Options) bool
}{
	{"Options.Backends", func(o *Options) bool { return o.Backends.Configured() != capability.Kind(0) }},
}

// isUnsupported reports whether the tool carries any of them.
func (t *Tool) isUnsupported() bool {
	for i := range unsupportedTool {
		if unsupportedTool[i].carried(t) {
			return true
		}
	}
	return false
}

// unsupported names the properties of the tool that are not honoured yet,
// separated by commas; empty for none.
func (t *Tool) unsupported() string {
	var features []string
	for _, row := range unsupportedTool {
		if row.carried(t) {
			features = append(features, row.feature)
		}
	}
	return strings.Join(features, ", ")
}

// unsupported is an *UnsupportedError for the first option that is not
// honoured yet, or nil.
func (o *Options) unsupported() error {
	for _, row := range unsupportedOptions {
		if row.set(o) {
			return &UnsupportedError{row.feature}
		}
	}
	return nil
}
