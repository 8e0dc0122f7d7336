// Package golangci makes the analyzer of toolgen a linter of golangci-lint, as a module
// plugin. A program that golangci-lint custom builds imports it.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/analyzer"
)

func init() { register.Plugin("toolgen", newPlugin) }

// settings are those under linters.settings.custom.toolgen.settings.
type settings struct {
	Vet     bool     `json:"vet"`
	Disable []string `json:"disable"`
}

// newPlugin returns the linter with its settings, which may be nil.
func newPlugin(given any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](given)
	if err != nil {
		return nil, err
	}
	return plugin{analyzer.New(analyzer.Options(s))}, nil
}

// plugin is the linter.
type plugin struct{ analyzer *analysis.Analyzer }

// BuildAnalyzers returns the analyzer.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode says that the analyzer needs types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
