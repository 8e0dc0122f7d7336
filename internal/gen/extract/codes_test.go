package extract_test

import (
	"bytes"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// TestEveryCode checks that each kind of problem that the extractor reports
// has a scenario.
func TestEveryCode(t *testing.T) {
	var golden bytes.Buffer
	for _, s := range readScenarios(t) {
		golden.Write(s.want())
	}
	for _, e := range diag.Explanations() {
		// The extractor reports the codes TG12 to TG15, and type errors.
		own := e.Code >= "TG1200" && e.Code < "TG1600" || e.Code == diag.TypeError
		if own && !bytes.Contains(golden.Bytes(), []byte("["+string(e.Code)+"]")) {
			t.Errorf("no scenario for %s, %s", e.Code, e.Title)
		}
	}
}

// TestDeterministic extracts all packages twice, with two loaders, and compares
// the results.
func TestDeterministic(t *testing.T) {
	scenarios, root := readScenarios(t), writeModule(t)
	unpack(t, root, scenarios)
	run(t, root, scenarios)
	again := readScenarios(t)
	run(t, root, again)
	for i, s := range again {
		if first, second := scenarios[i].got.String(), s.got.String(); first != second {
			t.Errorf("%s: first\n%s\nthen\n%s", s.name, first, second)
		}
	}
}
