package reducers_test

import (
	"strings"
	"testing"
)

func TestStatusOfModifiedTreeIsNotClean(t *testing.T) {
	for _, r := range recordings(t) {
		if !strings.HasPrefix(r.name, "git/status_") || strings.Contains(r.text, "clean") {
			continue
		}
		got := reduceTerminal(r.command, r.text)
		if strings.Contains(got, "clean") || strings.TrimSpace(got) == "" {
			t.Errorf("%s: the text says that the tree is clean:\n%s", r.name, got)
		}
		for line := range strings.Lines(r.text) {
			if file, ok := strings.CutPrefix(line, "\t"); ok && strings.Count(r.text, "\n\t") < 20 && !strings.Contains(got, file) {
				t.Errorf("%s: %q is not named", r.name, file)
			}
		}
	}
}

func TestTextsWithoutStatusAreUnchanged(t *testing.T) {
	for _, text := range []string{"", "(command completed with no output)", "fatal: not a git repository", "total 8\ndrwxr-xr-x 2 root root 4096 Jan 1 00:00 .\n", "git status"} {
		for _, command := range []string{"git status", "git status -s", `echo "git status"`} {
			if got := reduceTerminal(command, text); got != text {
				t.Errorf("%s of %q: %q", command, text, got)
			}
		}
	}
}

func TestStatusCountsOtherFiles(t *testing.T) {
	got := reduceTerminal("cd /repo && git status -s && ls", "UU a.go\n"+repeatNumbered(" M b%d.go\n", 2000)+repeatNumbered("?? c%d.go\n", 2000)+"total 8\nREADME\n")
	for _, want := range []string{"UU a.go\n", " M b0.go\n", "more files omitted]\n?? c0.go\n", "more files omitted]\ntotal 8\nREADME\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	human := reduceTerminal("git status", "On branch main\n\nChanges not staged for commit:\n  (use \"git add <file>...\" to update)\n"+repeatNumbered("\tmodified:   b%d.go\n", 2000)+
		"\nUnmerged paths:\n"+repeatNumbered("\tboth modified:   u%d.go\n", 1800)+"\nno changes added to commit\n")
	for _, want := range []string{"On branch main\nChanges not staged for commit:\n\tmodified:   b0.go\n", "\tmodified:   b24.go\n[", " more files omitted]\nUnmerged paths:\n\tboth modified:   u0.go\n", ".go\nno changes added"} {
		if !strings.Contains(human, want) {
			t.Errorf("no %q in\n%s", want, human)
		}
	}
	if strings.Count(human, "both modified") < 60 || strings.Count(human, " omitted") != 1 {
		t.Errorf("conflicts were left out of\n%s", human)
	}
	if conflicts := reduceTerminal("git status -s", repeatNumbered("UU a%d.go\n", 2000)); strings.Contains(conflicts, " omitted") {
		t.Error("conflicts were left out")
	}
}
