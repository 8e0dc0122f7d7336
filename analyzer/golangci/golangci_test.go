package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	_ "github.com/toolgen/toolgen/analyzer/golangci"
)

// TestPlugin gets the linter as golangci-lint does.
func TestPlugin(t *testing.T) {
	build, err := register.GetPlugin("toolgen")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason   string
		settings any
		vet      string
	}{
		{"no settings", nil, "false"},
		{"the settings of a configuration", map[string]any{"vet": true, "disable": []any{"snake-case"}}, "true"},
	} {
		plugin, err := build(test.settings)
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		analyzers, err := plugin.BuildAnalyzers()
		if err != nil || len(analyzers) != 1 || analyzers[0].Name != "toolgen" || plugin.GetLoadMode() != register.LoadModeTypesInfo {
			t.Fatalf("%s: the plugin has the analyzers %v in the mode %s: %v", test.reason, analyzers, plugin.GetLoadMode(), err)
		}
		if got := analyzers[0].Flags.Lookup("vet").Value.String(); got != test.vet {
			t.Errorf("%s: vet is %s, want %s", test.reason, got, test.vet)
		}
	}
	if _, err := build(map[string]any{"vte": true}); err == nil {
		t.Error("an unknown setting is not refused")
	}
}
