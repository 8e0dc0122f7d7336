package toolgen_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/dialect"
)

// checkedDocuments are the documents whose paths and test names must exist.
var checkedDocuments = []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"}

// maxLines has the maximum number of lines of some documents.
var maxLines = map[string]int{"ARCHITECTURE.md": 300, "CONTRIBUTING.md": 150, "SECURITY.md": 120}

// notPaths are words with a slash that are not paths in this repository.
var notPaths = []string{"../..", "crypto/sha256", "encoding/json", "go/types", "net/http", "os/exec"}

var (
	// codeSpan matches a text between two backquotes in one line.
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	// shellBlock matches a block of shell commands.
	shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")
	// pathWord matches a word that has only characters of paths.
	pathWord = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)
	// fileName matches the name of a file without a directory.
	fileName = regexp.MustCompile(`^[A-Za-z0-9_.-]+\.(go|md|mod|s|sh|txt|txtar|work|yml)$`)
	// testName matches the name of a test or a fuzz target.
	testName = regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w*`)
	// testDeclaration matches the declaration of a test or a fuzz target.
	testDeclaration = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// placeholder is the part of a path that a reader replaces. Only the directories
// before it are checked.
const placeholder = "NAME"

// repository has what the documents can mention.
type repository struct {
	paths     map[string]bool // files and directories, relative to the root
	fileNames map[string]bool // files, without their directories
	tests     map[string]bool
}

func TestDocumentsNameWhatExists(t *testing.T) {
	r := readRepository(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range testName.FindAllString(string(readme), -1) {
		if !r.tests[name] {
			t.Errorf("README.md: no module has the test %s", name)
		}
	}
	for _, document := range checkedDocuments {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range r.unknownNames(string(content)) {
			t.Errorf("%s: %s", document, problem)
		}
		if lines, limit := strings.Count(string(content), "\n"), maxLines[document]; limit > 0 && lines > limit {
			t.Errorf("%s has %d lines, more than %d", document, lines, limit)
		}
	}
}

// TestUnknownNamesAreFound checks that the scan of the documents finds names that do not exist.
func TestUnknownNamesAreFound(t *testing.T) {
	r := repository{
		paths:     map[string]bool{"runtime": true, "runtime/fit.go": true},
		fileNames: map[string]bool{"fit.go": true},
		tests:     map[string]bool{"TestFit": true},
	}
	tests := []struct {
		reason, text string
		unknown      int
	}{
		{"existing names", "`runtime/fit.go`, `./runtime/...`, `fit.go`, `runtime/`, TestFit, `runtime/NAME/NAME_test.go`", 0},
		{"words that are no paths", "`Policy.Files`, `read=a/b`, `net/http`, `https://example.org/a.go`", 0},
		{"a file that does not exist", "`runtime/cut.go`", 1},
		{"a directory that does not exist", "`internal/NAME/NAME.go`", 1},
		{"a file name that does not exist", "`cut.go`", 1},
		{"a test that does not exist", "the test TestCut", 1},
		{"a command", "```sh\ngo test ./intern -run TestFit\n```", 1},
	}
	for _, test := range tests {
		if got := r.unknownNames(test.text); len(got) != test.unknown {
			t.Errorf("%s: %q, want %d unknown names", test.reason, got, test.unknown)
		}
	}
}

// readRepository reads the paths and the names of the tests of all modules.
func readRepository(t *testing.T) repository {
	t.Helper()
	r := repository{paths: map[string]bool{}, fileNames: map[string]bool{}, tests: map[string]bool{}}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		r.paths[filepath.ToSlash(name)] = true
		if entry.IsDir() {
			return nil
		}
		r.fileNames[entry.Name()] = true
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(name)
		for _, match := range testDeclaration.FindAllStringSubmatch(string(source), -1) {
			r.tests[match[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// unknownNames returns a problem for each path and each test name in a document that does not exist.
func (r *repository) unknownNames(document string) (problems []string) {
	for _, name := range testName.FindAllString(document, -1) {
		if !r.tests[name] {
			problems = append(problems, "no module has the test "+name)
		}
	}
	var code []string
	for _, block := range shellBlock.FindAllStringSubmatch(document, -1) {
		code = append(code, block[1])
	}
	for _, span := range codeSpan.FindAllStringSubmatch(shellBlock.ReplaceAllString(document, ""), -1) {
		code = append(code, span[1])
	}
	for _, word := range strings.Fields(strings.Join(code, "\n")) {
		if !r.exists(word) {
			problems = append(problems, "there is no file or directory "+word)
		}
	}
	return problems
}

// exists reports whether a word is not a path or is a path that exists.
func (r *repository) exists(word string) bool {
	if slices.Contains(notPaths, word) || !pathWord.MatchString(word) || strings.HasPrefix(word, "github.com/") || testName.MatchString(word) {
		return true
	}
	if fileName.MatchString(word) {
		return r.fileNames[word] || strings.Contains(word, placeholder)
	}
	if !strings.Contains(word, "/") {
		return true
	}
	name := path.Clean(strings.TrimSuffix(word, "..."))
	if before, _, found := strings.Cut(name, placeholder); found {
		name = path.Dir(before + "x")
	}
	return name == "." || r.paths[name]
}

// goBlock matches a block of Go code in a document. After go, it has the file that the
// code is from.
var goBlock = regexp.MustCompile("(?s)```go ?([^\n]*)\n(.*?)```")

// completeDocuments are the documents all of whose Go code is from files.
var completeDocuments = []string{"docs/tools.md"}

// TestGoCodeInDocs checks that the Go code of documents is in the files that it is
// from, which the compiler and tests check.
func TestGoCodeInDocs(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, document := range documents {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range goBlock.FindAllStringSubmatch(string(content), -1) {
			switch file, code := block[1], block[2]; {
			case file == "" && slices.Contains(completeDocuments, document):
				t.Errorf("%s: write the file after ```go for this code:\n%s", document, code)
			case file != "":
				count++
				if err := findCode(file, code); err != nil {
					t.Errorf("%s: %v", document, err)
				}
			}
		}
	}
	if count < 10 {
		t.Errorf("the documents have %d blocks of code from files, want at least 10", count)
	}
}

// findCode returns an error unless the file has the code, at any indentation.
func findCode(file, code string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for indent := ""; len(indent) < 5; indent += "\t" {
		text := "\n" + indent + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n"+indent) + "\n"
		if strings.Contains(string(content), strings.ReplaceAll(text, "\n"+indent+"\n", "\n\n")) {
			return nil
		}
	}
	return fmt.Errorf("%s does not have this code:\n%s", file, code)
}

// TestDialectsInDocs checks that the documents have all dialects.
func TestDialectsInDocs(t *testing.T) {
	names := dialect.Names()
	wanted := map[string][]string{"README.md": {"`" + strings.Join(names, "`, `") + "`"}}
	for _, name := range names {
		wanted["docs/dialects.md"] = append(wanted["docs/dialects.md"], "\n| `"+name+"` |")
	}
	for document, texts := range wanted {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if !strings.Contains(string(content), text) {
				t.Errorf("%s does not have the dialects: write %q", document, text)
			}
		}
	}
}

// packageTests matches the tests of one package in a row of the table of SECURITY.md: "`a`, `b`: TestX, TestY".
var packageTests = regexp.MustCompile("((?:`[a-z/]+`, )*`[a-z/]+`): ((?:(?:Test|Fuzz)\\w+(?:, )?)+)")

// TestSecurityPromisesHaveTests checks that each row of the table of SECURITY.md has tests, in the packages that it
// names.
func TestSecurityPromisesHaveTests(t *testing.T) {
	content, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(content), "| promise | tests |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) < 20 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		cell := strings.Split(row, " | ")
		groups := packageTests.FindAllStringSubmatch(cell[len(cell)-1], -1)
		named := 0
		for _, group := range groups {
			for name := range strings.SplitSeq(strings.TrimSuffix(group[2], ", "), ", ") {
				named++
				for _, dir := range codeSpan.FindAllStringSubmatch(group[1], -1) {
					if !hasTest(t, dir[1], name) {
						t.Errorf("the package %s has no test %s", dir[1], name)
					}
				}
			}
		}
		if all := len(testName.FindAllString(row, -1)); named == 0 || named != all {
			t.Errorf("%d of %d tests belong to a package: %s", named, all, row)
		}
	}
}

// hasTest reports whether a package has a test.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		source, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(source), "\nfunc "+name+"(")
	})
}
