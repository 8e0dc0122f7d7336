package project_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/project"
)

// A secret in several lines of an output that is cut is not shown in part.
func TestSecretsInLinesThatAreCut(t *testing.T) {
	const secret = "swordfish-0123456789-abcdefghij-klmnopqrst-uvwxyz-ABCDEFGHIJ-KLMNOPQRST-UVWXYZ-9876543210-zyxwvutsrq"
	encoded := base64.StdEncoding.EncodeToString([]byte(secret))
	wrapped := encoded[:40] + "\n" + encoded[40:80] + "\n" + encoded[80:]
	for _, format := range []struct{ name, before, line, after string }{
		{"gotest", `{"Action":"run","Package":"p","Test":"TestA"}` + "\n", `{"Action":"output","Package":"p","Test":"TestA","Output":%q}`, `{"Action":"fail","Package":"p","Test":"TestA"}` + "\n" + `{"Action":"fail","Package":"p"}`},
		{"pytest", "=== FAILURES ===\n____ test_a ____\n", "E       %s", "=== short test summary info ===\nFAILED a.py::test_a - x"},
		{"unittest", "======\nFAIL: test_a (a.A.test_a)\n------\n", "%s", ""},
	} {
		// The cut is at another part of the secret each time.
		for lines := range 8 {
			var output strings.Builder
			output.WriteString(format.before)
			for range 60 {
				for line := range strings.Lines(strings.Repeat("x\n", lines) + wrapped + "\n") {
					if format.name != "gotest" {
						line = strings.TrimSuffix(line, "\n")
					}
					fmt.Fprintf(&output, format.line+"\n", line)
				}
			}
			output.WriteString(format.after + "\n")
			findings, shown := project.ParseWithSecret(format.name, output.String(), secret)
			if len(findings) == 0 {
				t.Fatalf("%s: no findings in %.300s", format.name, output.String())
			}
			for _, part := range []string{encoded[:16], encoded[20:36], encoded[44:60], encoded[84:100]} {
				if strings.Contains(findings[0].Message, part) {
					t.Errorf("%s, %d lines between: the message has the part %s:\n%s", format.name, lines, part, findings[0].Message)
				}
				if format.name == "gotest" && strings.Contains(shown, part) {
					t.Errorf("%s, %d lines between: the output has the part %s:\n%s", format.name, lines, part, shown)
				}
			}
		}
	}
}

// A last line without a line feed may be that of a program that was ended.
func TestLastLineHasNoPartOfSecret(t *testing.T) {
	for _, output := range []string{"ok\ntoken is sword", "ok\nswordfish-01"} {
		if _, shown := project.ParseWithSecret("gotest", output, "swordfish-0123456789"); strings.Contains(shown, "sword") || !strings.Contains(shown, "[REDACTED]") {
			t.Errorf("%q is shown as %q", output, shown)
		}
	}
}
