package reducers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/reducers"
)

func TestLargeDiff(t *testing.T) {
	var diff strings.Builder
	for i, lines := range []int{1, 2, 900, 3} {
		fmt.Fprintf(&diff, "diff --git a/f%[1]d.go b/f%[1]d.go\nindex 1..2 100644\n--- a/f%[1]d.go\n+++ b/f%[1]d.go\n@@ -1 +1,%[2]d @@\n the same as before\n", i, 1+lines)
		for j := range lines {
			fmt.Fprintf(&diff, "+added %d.%d\n", i, j)
		}
	}
	diff.WriteString("diff --git a/go.sum b/go.sum\n--- a/go.sum\n+++ b/go.sum\n@@ -0,0 +1,99 @@\n" + strings.Join(strings.SplitAfter(repeatNumbered("+golang.org/x/mod v0.%d.0 h1:x\n", 9000), "\n")[:99], "") +
		"diff --git a/old.go b/new.go\nsimilarity index 100%\nrename from old.go\nrename to new.go\n")
	got := checkContract(t, reducers.Terminal(), fullResult(true, diff.String()), terminalCall("./show-changes.sh"))
	want := []string{"b/f0.go\n@@ -1 +1,2 @@\n the same as before\n", "+added 0.0\n", "+added 1.1\n", "+added 2.113\n[786 more lines omitted]\ndiff", "+added 3.2\n", "b/go.sum\n[100 lines of a lock file omitted]\n", "rename to new.go\n"}
	if lost := missingLines(got, want); lost != nil {
		t.Errorf("lost %q in\n%s", lost, got)
	}
	small := diff.String()[:4000]
	if got := reduceTerminal("./show-changes.sh", small); got != small {
		t.Error("a small diff changed")
	}
	for _, command := range []string{"git diff", "git show HEAD~3", "git diff --stat; git diff main | head -n 2000", "cat a.diff", "sed -n 1,2000p a.diff", "cd a && git --no-pager diff"} {
		if got := reduceTerminal(command, "\x1b[31m"+diff.String()); got != diff.String() {
			t.Errorf("%s: the text that the command names changed", command)
		}
	}
}

// changesWithContext returns a diff of one file of that many changes with a line of context before each.
func changesWithContext(changes int) string {
	var lines strings.Builder
	for i := range changes {
		fmt.Fprintf(&lines, " \t\t}\n-\t\ti += %d\n+\t\ti += %d // both halves of the pair\n", i, i+1)
	}
	return fmt.Sprintf("diff --git a/wire/text.go b/wire/text.go\nindex 1a2b..3c4d 100644\n--- a/wire/text.go\n+++ b/wire/text.go\n@@ -90,%[1]d +90,%[1]d @@ func text() {\n", 2*changes) + lines.String()
}

// The lines after a diff are not lines of the diff, although they begin as such lines do.
func TestTextAfterDiff(t *testing.T) {
	rows := func(format string) string { return repeatNumbered(format, 30_000) }
	tests := []struct{ reason, command, after string }{
		{"a loop", "git diff wire/text.go; for i in $(seq 1 900); do echo \"row $i of the second command\"; done; echo the answer is 42; ls", rows("row %d of the second command\n")},
		{"numbers", "git diff; seq 1 4000; ls", rows("%d\n")},
		{"indented lines", "git diff; ./show.sh", rows("  row %d\n")},
		{"lines with signs", "git diff; ./show.sh", rows("+ row %d\n- row\n")},
		{"an indented log", "./show.sh", rows("    row %d\n")},
	}
	for _, test := range tests {
		for _, changes := range []int{2, 40, 400} {
			diff := changesWithContext(changes)
			text := diff + test.after + "the answer is 42\nmain.go\ntext.go\n"
			got := checkContract(t, reducers.Terminal(), fullResult(true, text), terminalCall(test.command))
			if strings.Contains(got, "unchanged lines omitted") && changes < 400 || !strings.HasSuffix(got, "the answer is 42\nmain.go\ntext.go\n") {
				t.Errorf("%s, %d changes: %s", test.reason, changes, got)
			}
			_, after, _ := strings.Cut(got, "// both halves of the pair\n[")
			lines := strings.Count(test.after, "\n")
			if changes == 2 && !strings.HasPrefix(got, "diff --git a/wire/text.go b/wire/text.go\n"+diff[strings.Index(diff, "@@"):]) {
				t.Errorf("%s: the diff changed: %s", test.reason, got)
			}
			if changed := strings.Count(got, "i += "); changed != min(2*changes, 120) {
				t.Errorf("%s: %d changed lines of %d", test.reason, changed, 2*changes)
			}
			if changes == 40 && !strings.HasPrefix(after, cut.Group(lines-17)+" more lines omitted]") {
				t.Errorf("%s: %d lines, the mark is [%.40s", test.reason, lines, after)
			}
		}
	}
}

// The lines of a hunk are counted, also in the diff of a merge, without a space in empty lines, and after a fold.
func TestEndOfHunk(t *testing.T) {
	head := "diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n"
	long := strings.Repeat("x", 40)
	context := strings.Repeat(" "+long+"\n", 3)
	for reason, test := range map[string]struct{ diff, want string }{
		"two hunks":     {head + "@@ -1,3 +1,4 @@\n" + context + "+new\n@@ -10 +11 @@ func f()\n-a\n+b\n", "[3 unchanged lines omitted]\n+new\n@@ -10 +11 @@ func f()\n-a\n+b\n"},
		"no line feed":  {head + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		"empty line":    {head + "@@ -1,2 +1,3 @@\n\n+new\n \n", "+new\n \n"},
		"a merge":       {"diff --cc a.go\nindex 1,2..3\n--- a/a.go\n+++ b/a.go\n@@@ -1,5 -1,4 +1,5 @@@\n" + strings.ReplaceAll(context, " ", "  ") + "- one\n -two\n++three\n+ four\n", "[3 unchanged lines omitted]\n- one\n -two\n++three\n+ four\n"},
		"folded lines":  {head + "@@ -0,0 +1,9 @@\n" + strings.Repeat("+the same line\n", 9), "+the same line\n[the line above 8 more times]\n"},
		"a signature":   {head + "@@ -1 +1 @@\n-a\n+b\n-- \n2.43.0\n", "+b\n-- \n2.43.0\n"},
		"a cut diff":    {head + "@@ -1,3 +1,300 @@\n-a\n+b\n", "-a\n+b\n"},
		"a binary file": {"diff --git a/a.png b/a.png\nindex 1..2\nBinary files a/a.png and b/a.png differ\n", "diff --git a/a.png b/a.png\nBinary files a/a.png and b/a.png differ\n"},
	} {
		rows := "row 0\n" + repeatNumbered("  row %d\n", 20_000)
		got := checkContract(t, reducers.Terminal(), fullResult(true, test.diff+rows+"the end\n"), terminalCall("./show.sh"))
		diff, after, ok := strings.Cut(got, "row 0\n")
		shown := strings.Count(after, "  row ")
		lines := "[" + cut.Group(strings.Count(rows, "  row ")-shown) + " more lines omitted]"
		if !ok || !strings.HasSuffix(diff, test.want) || !strings.HasSuffix(after, "the end\n") || !strings.Contains(after, lines) {
			t.Errorf("%s: %s, want %s", reason, got, lines)
		}
	}
}

// The lines after a log are not details of its last commit.
func TestTextAfterLog(t *testing.T) {
	log := "commit " + strings.Repeat("a1", 20) + "\nAuthor: A <a@b>\nDate:   Mon\n\n    subject %d\n\n    the body\n"
	text := repeatNumbered(log+"\n", 9000) + "package a\n\nDate: today\n    indented\n    text\n"
	got := checkContract(t, reducers.Terminal(), fullResult(true, text), terminalCall("git log; ./show.sh"))
	if !strings.Contains(got, "\npackage a\n\nDate: today\n    indented\n    text\n") || strings.Contains(got, "the body") {
		t.Errorf("got %s", got)
	}
}

// A small diff after other output stays as it is.
func TestSmallDiffAfterOutput(t *testing.T) {
	diff := "diff --git a/notes.txt b/notes.txt\n--- a/notes.txt\n+++ b/notes.txt\n@@ -1,4 +1,5 @@\n    Collecting a\n Downloading b\n?? c\n"
	diff = strings.Replace(diff, "?? c\n", " ?? c\n+d\n npm warn deprecated e\n", 1)
	got := checkContract(t, reducers.Terminal(), fullResult(true, repeatNumbered("Collecting package-%d\n", 2000)+diff), terminalCall("pip install a; git diff"))
	if !strings.Contains(got, diff) || strings.Contains(got, "package-9") {
		t.Errorf("got %s", got)
	}
}
