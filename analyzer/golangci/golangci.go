// Package golangci makes the analyzer of toolgen a linter of golangci-lint, as a module
// plugin. A program that golangci-lint custom builds imports it.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/analyzer"
)

func init() {
	register.Plugin("toolgen", func(any) (register.LinterPlugin, error) { return plugin{}, nil })
}

// plugin is the linter. It has no settings.
type plugin struct{}

// BuildAnalyzers returns the analyzer.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{analyzer.Analyzer}, nil
}

// GetLoadMode says that the analyzer needs the syntax only.
func (plugin) GetLoadMode() string { return register.LoadModeSyntax }
