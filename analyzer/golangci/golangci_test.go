package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/toolgen/toolgen/analyzer"
	_ "github.com/toolgen/toolgen/analyzer/golangci"
)

// TestPlugin gets the linter as golangci-lint does.
func TestPlugin(t *testing.T) {
	build, err := register.GetPlugin("toolgen")
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := build(nil)
	if err != nil {
		t.Fatal(err)
	}
	analyzers, err := plugin.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 || analyzers[0] != analyzer.Analyzer || plugin.GetLoadMode() != register.LoadModeSyntax {
		t.Errorf("the plugin has the analyzers %v in the mode %s: %v", analyzers, plugin.GetLoadMode(), err)
	}
}
