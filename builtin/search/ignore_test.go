package search_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
)

// search_files reads and list_files lists exactly the files that "git ls-files
// -co --exclude-standard" names.
func TestIgnoredFilesEqualGit(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.reason, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, c.ignore)
			for _, name := range c.files {
				writeFiles(t, dir, map[string]string{name: "x\n"})
			}
			checkIgnored(t, dir)
		})
	}
}

// ignoreCases are .gitignore files, and the other files of a directory.
var ignoreCases = []struct {
	reason string
	ignore map[string]string
	files  []string
}{
	{"names at any depth", map[string]string{".gitignore": "foo\n"}, []string{"foo", "a/foo", "a/foo2", "b/foo/c"}},
	{"anchored by a leading slash", map[string]string{".gitignore": "/foo\n"}, []string{"foo", "a/foo"}},
	{"anchored by a slash in the middle", map[string]string{".gitignore": "a/foo\n"}, []string{"a/foo", "b/a/foo"}},
	{"directories only", map[string]string{".gitignore": "foo/\n"}, []string{"a/foo", "b/foo/c", "foo/d/e"}},
	{"a negation", map[string]string{".gitignore": "*.log\n!keep.log\n"}, []string{"a.log", "keep.log", "d/keep.log"}},
	{"a negation has no effect in an ignored directory", map[string]string{".gitignore": "d/\n!d/keep\n"}, []string{"d/keep", "e"}},
	{"another rule ignores files in a negated directory", map[string]string{".gitignore": "*.log\n!d/\n"}, []string{"d/a.log", "d/a.txt"}},
	{"only one file type, in all directories", map[string]string{".gitignore": "*\n!*/\n!*.go\n"}, []string{"a.go", "a.txt", "d/a.go", "d/a.txt", "d/e/f.go", "d/e/f"}},
	{"only the files below one directory", map[string]string{".gitignore": "/*\n!/d\n/d/*\n!/d/e\n"}, []string{"a", "d/a", "d/e/a", "f/g"}},
	{"a .gitignore in a subdirectory has priority", map[string]string{".gitignore": "*.log\n", "d/.gitignore": "!*.log\n", "d/e/.gitignore": "a.log\n"}, []string{"a.log", "d/a.log", "d/e/a.log", "d/e/b.log"}},
	{"a .gitignore in a subdirectory is anchored there", map[string]string{"d/.gitignore": "/a\ne/b\n"}, []string{"a", "d/a", "d/e/a", "d/e/b", "e/b", "d/d/e/b"}},
	{"two stars at the beginning", map[string]string{".gitignore": "**/foo/bar\n"}, []string{"foo/bar", "a/foo/bar", "a/b/foo/bar", "foo/b/bar"}},
	{"two stars in the middle", map[string]string{".gitignore": "a/**/b\n"}, []string{"a/b", "a/x/b", "a/x/y/b", "c/a/b", "a/xb"}},
	{"two stars at the end", map[string]string{".gitignore": "a/**\n!a/keep\n"}, []string{"a/b", "a/keep", "a/c/d"}},
	{"two stars alone", map[string]string{".gitignore": "**\n!keep\n"}, []string{"a", "keep", "d/keep"}},
	{"two stars and a slash", map[string]string{".gitignore": "**/\n"}, []string{"a", "d/a"}},
	{"two stars within a name", map[string]string{".gitignore": "a**b\nc/d**e\n"}, []string{"ab", "axb", "a/b", "c/dxe", "c/d/e"}},
	{"one star does not match a slash", map[string]string{".gitignore": "a/*/c\n"}, []string{"a/b/c", "a/b/d/c", "a/c"}},
	{"bracket expressions", map[string]string{".gitignore": "[a-c]x\n[!0-9]y\n[[:digit:]]z\n[]]w\n[^[:alpha:]_]v\n"}, []string{"ax", "dx", "1y", "ay", "5z", "az", "]w", "aw", "1v", "_v", "bv"}},
	{"an open bracket matches nothing", map[string]string{".gitignore": "a[bc\n*[\n"}, []string{"a[bc", "ab", "x["}},
	{"an unknown class matches nothing", map[string]string{".gitignore": "a[[:nope:]]\n"}, []string{"an", "a:"}},
	{"escapes", map[string]string{".gitignore": "\\#a\n\\!b\n\\*c\nd\\\n\\e\n"}, []string{"#a", "!b", "*c", "xc", "d", "d\\", "e"}},
	{"a comment and empty lines", map[string]string{".gitignore": "# foo\n\n   \n"}, []string{"# foo", "a"}},
	{"unescaped spaces at the end are ignored", map[string]string{".gitignore": "a  \nb\\ \nc \\ d\n"}, []string{"a", "a  ", "b", "b ", "c  d"}},
	{"a tab at the end is not ignored", map[string]string{".gitignore": "a\t\n"}, []string{"a", "a\t"}},
	{"Windows line ends", map[string]string{".gitignore": "a\r\nb/\r\n"}, []string{"a", "b/c", "d"}},
	{"a byte order mark", map[string]string{".gitignore": "\ufeffa\n"}, []string{"a", "b"}},
	{"no line end after the last line", map[string]string{".gitignore": "a"}, []string{"a", "b"}},
	{"braces are literal", map[string]string{".gitignore": "{a,b}\n"}, []string{"a", "{a,b}"}},
	{"non-ASCII characters are matched as bytes", map[string]string{".gitignore": "ä*\n?x\n??y\n"}, []string{"äb", "öx", "öy", "ax"}},
	{"only slashes", map[string]string{".gitignore": "/\n//\n!\n!/\n"}, []string{"a", "b/c"}},
	{"a slash at both ends", map[string]string{".gitignore": "/a/\n"}, []string{"a/b", "c/a/b"}},
	{"the .gitignore file itself", map[string]string{".gitignore": ".gitignore\n", "d/.gitignore": "a\n"}, []string{"d/a", "d/b"}},
	{"a .gitignore in an ignored directory has no effect", map[string]string{".gitignore": "d\n", "d/.gitignore": "!*\n"}, []string{"d/a"}},
	{"an escaped slash", map[string]string{".gitignore": "a\\/b\nc\\\\/d\n"}, []string{"a/b", "c/a/b", "c/d", "c\\/d"}},
	{"a dash in a class", map[string]string{".gitignore": "[a-]x\n[+--]y\n[z-a]w\n"}, []string{"-x", "ax", "bx", ",y", "-y", "aw", "zw"}},
}

// The tools and git agree for random rules and random trees of a few hundred files.
func TestRandomIgnoreRules(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 7))
		dir := t.TempDir()
		for _, in := range []string{"", "a/", "ab/", "a/b/"} {
			writeFiles(t, dir, map[string]string{in + ".gitignore": randomRules(random)})
		}
		randomTree(t, random, dir, 3)
		checkIgnored(t, dir)
	}
}

// randomNames are the names in random trees.
var randomNames = []string{"a", "b", "ab", "ba", "a.b", "abc", "c"}

// randomTree creates files and directories with random names.
func randomTree(t *testing.T, random *rand.Rand, dir string, depth int) {
	for _, name := range randomNames {
		if depth > 0 && random.IntN(2) == 0 {
			requireNoError(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
			randomTree(t, random, filepath.Join(dir, name), depth-1)
		} else if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.IsDir() {
			writeFiles(t, dir, map[string]string{name: "x\n"})
		}
	}
}

// randomRules returns a random .gitignore file.
func randomRules(random *rand.Rand) string {
	pieces := []string{"a", "b", "ab", "*", "?", "[ab]", "[!a]", "**", "a*", "*b", "\\a", ".", "a?c"}
	var rules strings.Builder
	for range random.IntN(6) {
		if random.IntN(3) == 0 {
			rules.WriteString("!")
		}
		if random.IntN(4) == 0 {
			rules.WriteString("/")
		}
		for i := range 1 + random.IntN(3) {
			if i > 0 {
				rules.WriteString("/")
			}
			rules.WriteString(pieces[random.IntN(len(pieces))])
		}
		if random.IntN(3) == 0 {
			rules.WriteString("/")
		}
		rules.WriteString("\n")
	}
	return rules.String()
}

// checkIgnored compares the files that the tools find in a directory with
// those that git does not ignore. Each file contains an x.
func checkIgnored(t *testing.T, dir string) {
	t.Helper()
	var all []string
	requireNoError(t, filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, at); err == nil && !e.IsDir() && e.Name() != ".gitignore" {
			all = append(all, name)
		}
		return err
	}))
	ignored := gitIgnored(t, dir, all)
	result, _ := searchFiles(t, dir, map[string]any{"query": "^x$", "regexp": true, "max_results": 1000})
	searched := map[string]bool{}
	for _, m := range result.Matches {
		searched[m.Path] = true
	}
	list := search.ListWithLimits(t, dir, search.ListArgs{Depth: 50}, search.Limits{})
	inList := map[string]bool{}
	for _, e := range list.Entries {
		inList[e.Path] = true
	}
	for _, name := range all {
		if inList[name] == ignored[name] {
			t.Errorf("%s: ignored by git: %v; listed: %v\n%s", name, ignored[name], inList[name], rulesIn(dir))
		}
		if searched[name] == ignored[name] {
			t.Errorf("%s: ignored by git: %v; searched: %v\n%s", name, ignored[name], searched[name], rulesIn(dir))
		}
	}
}

// gitIgnored returns the files that git ignores.
func gitIgnored(t *testing.T, dir string, names []string) map[string]bool {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("the test needs git")
	}
	repository := t.TempDir()
	git := func(args ...string) string {
		c := exec.Command("git", args...)
		c.Dir = dir
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + repository, "XDG_CONFIG_HOME=" + repository, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_DIR=" + filepath.Join(repository, ".git"), "GIT_WORK_TREE=" + dir}
		var stderr bytes.Buffer
		c.Stderr = &stderr
		output, err := c.Output()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, &stderr)
		}
		return string(output)
	}
	git("init", "-q")
	ignored := map[string]bool{}
	for _, name := range names {
		ignored[name] = true
	}
	for name := range strings.SplitSeq(git("ls-files", "-co", "--exclude-standard", "-z"), "\x00") {
		delete(ignored, name)
	}
	return ignored
}

// rulesIn returns the text of all .gitignore files below a directory.
func rulesIn(dir string) string {
	var all []string
	_ = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == ".gitignore" {
			text, _ := os.ReadFile(at)
			all = append(all, fmt.Sprintf("%s: %q", strings.TrimPrefix(at, dir), text))
		}
		return nil
	})
	slices.Sort(all)
	return strings.Join(all, "\n")
}
