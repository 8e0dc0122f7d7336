package search_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/internal/racetest"
)

// The results are equal to those of grep, for the sources of this repository
// and for a tree of 20 000 files.
func TestResultsEqualGrep(t *testing.T) {
	if _, err := exec.LookPath("grep"); err != nil {
		t.Skip("the test needs grep")
	}
	sources, tree := t.TempDir(), t.TempDir()
	copySources(t, "../..", sources)
	makeTree(t, tree)
	for _, c := range []struct {
		query   string
		options string // of grep
		dirs    []string
	}{
		{"func Test", "-F", []string{sources}},
		{"capability.FS", "-F", []string{sources}},
		{"e", "-F", []string{tree}},
		{"needle in file", "-F", []string{tree}},
		{"text that no file has", "-F", []string{sources, tree}},
		{"RUNTIME", "-F -i", []string{sources}},
		{"Needle", "-F -i", []string{tree}},
		{"–", "-F", []string{sources}},
		{"}", "-F -C1", []string{tree}},
		{"context.Context", "-F -C2", []string{sources}},
		{"return nil", "-F -C10", []string{sources}},
		{"func [A-Z][a-z]+\\(", "-E", []string{sources}},
		{"^package [a-z_]+$", "-E", []string{sources, tree}},
		{"^$", "-E -C1", []string{tree}},
		{"(needle|line) (1|2)[0-9]{2}$", "-E", []string{tree}},
		{"errors?\\.(is|as)", "-E -i -C1", []string{sources}},
		{"\\bskip[a-z]*\\b", "-E -i", []string{sources}},
		{".", "-E", []string{tree}},
		{"x*", "-E", []string{tree}},
		{"a", "-F --include=*.txt", []string{tree}},
		{"needle", "-F -i --include=g?3.[gt]*", []string{tree}},
		{"func", "-F -C2 --include=*_test.go", []string{sources}},
		{"[^ -~]", "-E", []string{tree}},
	} {
		for _, dir := range c.dirs {
			got, want := searchLines(t, dir, c.query, c.options), grepLines(t, dir, c.query, c.options)
			if i := firstDifference(got, want); i >= 0 {
				t.Errorf("%q %s: %d lines, grep has %d; line %d is\n%s\nthe line of grep is\n%s", c.query, c.options, len(got), len(want), i+1,
					lineAt(got, i), lineAt(want, i))
			}
		}
	}
}

// shownLine is an output line of grep. It can be sorted by directory, in the
// order of search_files.
type shownLine struct {
	path []string
	text string
}

// searchLines returns the lines of a search without limits, in the form of grep.
func searchLines(t *testing.T, dir, query, options string) (lines []string) {
	t.Helper()
	args := search.Args{Query: query, Path: ".", MaxResults: 1 << 30, Regexp: strings.Contains(options, "-E"), IgnoreCase: slices.Contains(strings.Fields(options), "-i")}
	_, glob, _ := strings.Cut(options, "--include=")
	args.Glob, _, _ = strings.Cut(glob, " ")
	_, context, _ := strings.Cut(options, "-C")
	_, _ = fmt.Sscan(context, &args.ContextLines)
	result := search.SearchDir(t, dir, args)
	for _, m := range result.Matches {
		for i, text := range m.Before {
			lines = append(lines, fmt.Sprintf("%s-%d-%s", m.Path, m.Line-len(m.Before)+i, text))
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%s", m.Path, m.Line, m.Text))
		for i, text := range m.After {
			lines = append(lines, fmt.Sprintf("%s-%d-%s", m.Path, m.Line+1+i, text))
		}
	}
	return lines
}

// grepLines returns the lines of grep in the order of search_files.
func grepLines(t *testing.T, dir, query, options string) []string {
	t.Helper()
	args := append([]string{"-rnIZ", "--no-group-separator"}, strings.Fields(options)...)
	c := exec.Command("grep", append(args, "-e", query, ".")...)
	c.Dir, c.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	output, err := c.Output()
	if failed, ok := err.(*exec.ExitError); err != nil && (!ok || failed.ExitCode() != 1) {
		t.Fatalf("grep: %v\n%s", err, &stderr)
	}
	var all []shownLine
	for line := range strings.Lines(string(output)) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
		name = strings.TrimPrefix(name, "./")
		mark := rest[len(rest)-len(strings.TrimLeft(rest, "0123456789")):][:1]
		number, text, _ := strings.Cut(rest, mark)
		all = append(all, shownLine{strings.Split(name, "/"), name + mark + number + mark + text})
	}
	slices.SortStableFunc(all, func(a, b shownLine) int { return slices.Compare(a.path, b.path) })
	lines := make([]string, len(all))
	for i, l := range all {
		lines[i] = l.text
	}
	return lines
}

// firstDifference returns the index of the first different line, or -1. A line
// that search_files has cut is not compared.
func firstDifference(got, want []string) int {
	for i := range max(len(got), len(want)) {
		if g, w := lineAt(got, i), lineAt(want, i); g != w && !strings.Contains(g, "…") || g == "" {
			return i
		}
	}
	return -1
}

// lineAt returns a line, or an empty string after the last line.
func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// copySources copies the text files of this repository.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	extensions := []string{".go", ".md", ".mod", ".sum", ".txtar", ".json", ".yml", ".yaml"}
	requireNoError(t, filepath.WalkDir(from, func(at string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() && (e.Name() == ".git" || e.Name() == "node_modules" || e.Name() == "bin") {
			return filepath.SkipDir
		}
		if !e.Type().IsRegular() || !slices.Contains(extensions, filepath.Ext(at)) {
			return nil
		}
		name, err := filepath.Rel(from, at)
		requireNoError(t, err)
		content, err := os.ReadFile(at)
		if err == nil { // another process may have removed it
			writeFiles(t, to, map[string]string{name: string(content)})
		}
		return nil
	}))
}

// makeTree creates 20 000 small files in 200 directories, on several levels.
// With the race detector or in a short test, it creates a tenth of them.
func makeTree(t testing.TB, dir string) {
	t.Helper()
	directories := racetest.Fewer(200, 10)
	if testing.Short() {
		directories = 20
	}
	for d := range directories {
		at := filepath.Join(dir, fmt.Sprintf("d%d", d%10), fmt.Sprintf("e%d", d/10%5), fmt.Sprintf("f%d", d))
		requireNoError(t, os.MkdirAll(at, 0o755))
		for f := range 100 {
			text := fmt.Sprintf("package f%d\n\n// line %d\nvar a = []int{\n\t%d,\n}\n", d, f, d*f)
			if f%10 == 3 {
				text += fmt.Sprintf("// Needle ä %d\n// needle in file %d", d, d*100+f)
			}
			if f%50 == 7 {
				text = "\x00binary\n// needle in file\n" + text
			}
			requireNoError(t, os.WriteFile(filepath.Join(at, fmt.Sprintf("g%d.%s", f, []string{"go", "txt"}[f%2])), []byte(text), 0o644))
		}
	}
}
