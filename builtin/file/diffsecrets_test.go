package file_test

import (
	"strings"
	"testing"
)

// The diff of a change inside a private key has no lines of the key. The change is made.
func TestDiffInsidePrivateKey(t *testing.T) {
	line := strings.Repeat("MIIEabcd", 8) + "\n"
	key := "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat(line, 10) + "the changed line\n" + strings.Repeat(line, 10) + "-----END PRIVATE KEY-----\n"
	w := newFixture(t)
	w.writeFile("a", "before\n"+key)
	patched := w.call("patch_file", args{"path": "a", "old_text": "the changed line", "new_text": "another line"})
	if !patched.OK || strings.Contains(patched.Value+string(patched.Structured), "MIIE") || !strings.Contains(patched.Value, "have a secret") {
		t.Errorf("%+v", patched)
	}
	w.writeFile("b", "before\n"+key)
	w.turn.DryRun = true
	preview := w.call("write_file", args{"path": "b", "content": strings.Replace(key, "changed", "other", 1)})
	if strings.Contains(preview.Value, "MIIE") {
		t.Errorf("%+v", preview)
	}
}

// A secret on one line is replaced in the diff.
func TestDiffWithToken(t *testing.T) {
	w := newFixture(t)
	w.writeFile("a", "one\ntoken = ghp_abcdefghijklmnopqrstuvwxyz0123456789\ntwo\n")
	got := w.call("patch_file", args{"path": "a", "old_text": "two", "new_text": "three"})
	if !got.OK || strings.Contains(got.Value, "ghp_") || !strings.Contains(got.Value, "REDACTED") || !strings.Contains(got.Value, "+three") {
		t.Errorf("%+v", got)
	}
}
