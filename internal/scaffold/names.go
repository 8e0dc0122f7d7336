package scaffold

import (
	"cmp"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/snake"
)

// toolName matches names in snake_case that are shorter than the limit of providers.
var toolName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// maxToolName is the maximum length of the name of a tool.
const maxToolName = 64

// generatedNames are functions of the generated file for the tools of a package.
var generatedNames = []string{"Tools"}

// Check returns an error for names that are not valid, and nil for a path of a module
// that is missing: Dir can have a go.mod.
func (o *Options) Check() error {
	return cmp.Or(o.CheckModule(), o.CheckPackage(), o.CheckTool(), o.CheckDialects())
}

// CheckModule returns an error for a path that a module cannot have.
func (o *Options) CheckModule() error {
	if o.Module == "" {
		return nil
	}
	if err := module.CheckImportPath(o.Module); err != nil {
		return fmt.Errorf("%q is not a path for a module: write --module example.com/NAME: %w", o.Module, err)
	}
	return nil
}

// CheckPackage returns an error for a directory that cannot have a package.
func (o *Options) CheckPackage() error {
	for element := range strings.SplitSeq(o.Package, "/") {
		if !token.IsIdentifier(element) || element != strings.ToLower(element) || element[0] == '_' {
			return fmt.Errorf("%q is not a name for a package: write lower-case letters and digits, such as tools or internal/tools", o.Package)
		}
	}
	if name := o.Name(); name == "main" || name == "testdata" || name == "vendor" || name == "internal" {
		return fmt.Errorf("%q is not a name for a package: the go command has another use for %s", o.Package, name)
	}
	return nil
}

// CheckDialects returns an error for a dialect that a package cannot request.
func (o *Options) CheckDialects() error {
	for _, name := range o.Dialects {
		if !slices.Contains(dialect.Projections(), name) {
			return fmt.Errorf("%q is not a dialect that a package can request: they are %s", name, strings.Join(dialect.Projections(), ", "))
		}
	}
	return nil
}

// CheckTool returns an error for a name that a tool cannot have.
func (o *Options) CheckTool() error {
	if !toolName.MatchString(o.Tool) || len(o.Tool) > maxToolName {
		return fmt.Errorf("%q is not a name for a tool: write at most %d lower-case letters and digits, with underscores between words, such as find_notes", o.Tool, maxToolName)
	}
	for _, name := range generatedNames {
		if o.Function() == name {
			return fmt.Errorf("%q is not a name for a first tool: its function would have the name of a generated one; choose another name", o.Tool)
		}
	}
	return nil
}

// Name returns the name of the package of the registry.
func (o *Options) Name() string { return path.Base(o.Package) }

// ToolPackage returns the name of the package of the tool: the name of the tool without
// underscores.
func (o *Options) ToolPackage() string {
	name := strings.ReplaceAll(o.Tool, "_", "")
	if !token.IsIdentifier(name) || name == "main" || name == "testdata" || name == "vendor" || name == "internal" {
		name += "tool"
	}
	return name
}

// Function returns the name of the function of the tool.
func (o *Options) Function() string {
	var b strings.Builder
	for word := range strings.SplitSeq(o.Tool, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// Derived returns the name that toolgen derives from that of the function.
func (o *Options) Derived() string { return snake.Case(o.Function()) }
