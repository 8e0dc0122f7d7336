//go:build unix

package files_test

import (
	"errors"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestClosedPaths creates every closed path below the working directory, and tries to use it under a
// policy that allows everything.
func TestClosedPaths(t *testing.T) {
	w := newFixture(t)
	f := w.open(files.New(&files.Options{Mounts: true}), w.request(capability.FilePolicy{Write: []string{"/"}}))
	for _, c := range files.ClosedPaths() {
		name := strings.NewReplacer("*", "x", "?", "y").Replace(c.Pattern)
		if c.Reason == "" || c.Pattern != path.Clean(c.Pattern) {
			t.Errorf("%+v", c)
		}
		if path.IsAbs(name) {
			if _, err := f.Open(name); err == nil && !c.WriteOnly {
				t.Errorf("%s can be opened", name)
			}
			if err := f.WriteFile(name+"/toolgen-test", nil); err == nil {
				t.Errorf("%s can be written", name)
			}
			continue
		}
		w.write("ws/below/"+name+"/file", "F")
		for _, file := range []string{"below/" + name, "below/" + name + "/file", "below/" + strings.ToUpper(name)} {
			_, err := f.Stat(file)
			if exists := file != "below/"+strings.ToUpper(name) || name == strings.ToUpper(name); isMissing(err) != (!c.WriteOnly || !exists) {
				t.Errorf("%s: %v", file, err)
			}
			err = f.WriteFile(file, nil)
			if isOtherName := c.MatchCase && file != "below/"+name && file != "below/"+name+"/file"; isOtherName {
				if err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s: %v", file, err)
				}
			} else if err == nil {
				t.Errorf("%s can be written", file)
			}
		}
	}
	for _, name := range []string{".env.example", ".ENV.Sample", ".env.local.example", ".env.test.example", ".env.development.sample"} { // made to be shared
		if err := f.WriteFile(name, []byte("x")); err != nil {
			t.Error(err)
		}
		if got, err := f.ReadFile(name); err != nil || string(got) != "x" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := f.WriteFile(".env", nil); err == nil || !strings.HasSuffix(err.Error(), "it contains access tokens") {
		t.Errorf("the reason is %v", err)
	}
	// Names that are similar to closed ones are open.
	for _, name := range []string{"ssh/config", ".sshd", "id_rsa.pub", ".environment", "env", ".gitignore", ".github/CODEOWNERS", ".github/dependabot.yml", "git/config", ".config/app.toml", ".docker/Dockerfile",
		"npmrc", "etc/shadow", "proc/self", "dev/null", "history", "key.pem", "certificate.key", "Library/x", "x.writing", "package.json", "package-lock.json", "Makefile", "main.go", "go.mod", "go.sum", "Cargo.toml", "pyproject.toml", "setup.py",
		"conftest.py", "Dockerfile", "docker-compose.yml", "README.md", "CONTRIBUTING.md", ".editorconfig", ".prettierrc", ".eslintrc.json", "tsconfig.json", "vite.config.ts", "build.gradle", "pom.xml", "gradlew", "CMakeLists.txt", ".gitattributes", ".golangci.yml", ".dockerignore",
		"example.env", "sample.env", "template.env", "example.tfvars",
		"chart/templates/secrets.yaml", "chart/templates/sub/secrets.yaml", "locales/en/auth.json", "src/i18n/en/credentials.json", "model.pth", "checkpoints/epoch.pth", ".RDatas", "azure.yml", "cloud.yaml", "state.json", "lefthook.md", "mise.md",
		"agents/main.go", "claude.go", "docs/claude.md", "docs/gemini.md", "agents.md", "Claude.md", ".Cursor/x.md", "docs/agents/x.md", "head/x.go", "HEAD", "objects/x", "secrets/main.go", "secrets.go", "auth.go", "credentials.go", "workflows/x.go", "rules/x", "husky/x", "env.go", "tfvars", "config/database.yml", "hooks/x.go"} {
		w.mkdir(path.Join("ws/near", path.Dir(name)))
		w.checkWorks(f, "near/"+name)
	}
}

// TestClosedPathsReturnsCopy changes the result: the rules stay the same.
func TestClosedPathsReturnsCopy(t *testing.T) {
	rules := files.ClosedPaths()
	if i := slices.IndexFunc(rules, func(c files.ClosedPath) bool { return c.Pattern == ".ssh" }); i < 0 {
		t.Fatal("no .ssh")
	} else {
		rules[i] = files.ClosedPath{}
	}
	if files.ClosedPaths()[0] == (files.ClosedPath{}) {
		t.Error("the rules were changed")
	}
}

// TestNamedPaths uses the paths that are open if the policy names them.
func TestNamedPaths(t *testing.T) {
	w := newFixture(t)
	for i, c := range files.ClosedPaths() {
		if !c.UnlessNamed || racetest.Enabled && i%4 > 0 {
			continue
		}
		name := strings.NewReplacer("*", "x", "?", "y").Replace(c.Pattern)
		w.write("ws/sub/"+name+"/deep/file", "F")
		for _, named := range []string{"sub/" + name, "sub/" + name + "/deep", "sub/" + name + "/deep/file"} {
			f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{".", named}}))
			if err := f.WriteFile("sub/"+name+"/deep/file", []byte("new")); err != nil {
				t.Errorf("%s is named: %v", named, err)
			}
			if _, err := f.ReadFile("sub/" + name + "/deep/file"); err != nil {
				t.Errorf("%s is named: %v", named, err)
			}
			if err := f.WriteFile("other/"+name+"/deep/file", nil); err == nil {
				t.Errorf("%s is named, and another one can be written", named)
			}
		}
		f := w.open(files.New(nil), w.request(capability.FilePolicy{Read: []string{"sub/" + name}, Write: []string{"sub", "."}}))
		if _, err := f.ReadFile("sub/" + name + "/deep/file"); err != nil {
			t.Errorf("%s is named for reading: %v", name, err)
		}
		if err := f.WriteFile("sub/"+name+"/deep/file", nil); err == nil {
			t.Errorf("%s is named for reading only, and can be written", name)
		}
		// Missing directories of a named path can be created.
		f = w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{".", "new/" + name + "/deep"}}))
		if err := f.MkdirAll("new/" + name + "/deep"); err != nil {
			t.Errorf("creating %s: %v", name, err)
		}
	}
}

// TestLinksDoNotName opens a directory by a symbolic link of the checkout, which does not name its target.
func TestLinksDoNotName(t *testing.T) {
	w := newFixture(t)
	w.write("ws/.github/workflows/ci.yml", "F")
	w.write("ws/secrets.yaml", "F")
	w.link("ws/docs", ".github/workflows")
	w.link("ws/notes", "secrets.yaml")
	f := w.open(files.New(nil), w.request(capability.FilePolicy{Write: []string{".", "docs"}}))
	for _, name := range []string{"docs/ci.yml", ".github/workflows/ci.yml"} {
		if err := f.WriteFile(name, nil); err == nil {
			t.Errorf("%s can be written", name)
		}
	}
	if f, err := files.New(nil).Open(t.Context(), w.request(capability.FilePolicy{Read: []string{"notes"}})); err == nil {
		if _, err := f.ReadFile("notes"); err == nil {
			t.Error("notes can be read")
		}
	}
}

// TestRulesOfTheApplication closes other paths and opens closed ones.
func TestRulesOfTheApplication(t *testing.T) {
	w := newFixture(t)
	o := &files.Options{
		Close:  []files.ClosedPath{{Pattern: "ledger/*.csv", Reason: "it is signed"}, {Pattern: "plan.txt", WriteOnly: true, UnlessNamed: true, Reason: "it is agreed"}},
		Reopen: []string{"AGENTS.md", ".env.*"},
	}
	w.write("ws/ledger/x.csv", "F")
	w.write("ws/plan.txt", "F")
	f := w.open(files.New(o), w.request(capability.FilePolicy{Write: []string{"."}}))
	w.checkWorks(f, "AGENTS.md")
	w.checkWorks(f, ".env.local")
	if _, err := f.ReadFile("ledger/x.csv"); !isMissing(err) {
		t.Errorf("a closed file: %v", err)
	}
	if err := f.WriteFile("plan.txt", nil); err == nil || !strings.HasSuffix(err.Error(), "it is agreed") {
		t.Errorf("a file that is closed for writing: %v", err)
	}
	for reason, o := range map[string]files.Options{
		"an unknown pattern": {Reopen: []string{"AGENTS.*"}}, "no pattern": {Close: []files.ClosedPath{{Reason: "x"}}}, "no reason": {Close: []files.ClosedPath{{Pattern: "x"}}},
		"a wildcard in a directory": {Close: []files.ClosedPath{{Pattern: "*/x", Reason: "x"}}}, "a path with ..": {Close: []files.ClosedPath{{Pattern: "a/../b", Reason: "x"}}},
		"a malformed pattern": {Close: []files.ClosedPath{{Pattern: "a[", Reason: "x"}}},
	} {
		if _, err := files.New(&o).Open(t.Context(), w.request(capability.FilePolicy{Write: []string{"."}})); err == nil || !strings.Contains(err.Error(), "Options.") {
			t.Errorf("%s: %v", reason, err)
		}
	}
}
