package gitref

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// mover changes files of modules that were copied from one directory to another.
type mover struct{ from, to string }

// moveTo returns the path that a path of the original files has in the copy: the same
// path for files outside of the original directory.
func (m mover) moveTo(path string) string {
	relative, err := filepath.Rel(m.from, path)
	if err != nil || !filepath.IsLocal(relative) {
		return path
	}
	return filepath.Join(m.to, relative)
}

// originalPath returns the path that a file of the copy has in the original directory.
func (m mover) originalPath(path string) string { return mover{m.to, m.from}.moveTo(path) }

// modules changes the relative paths of go.mod and go.work that lead out of the
// directory.
func (m mover) modules() error {
	return filepath.WalkDir(m.to, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "vendor" || entry.Name() == "testdata" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.Name() == "go.mod" && entry.Type().IsRegular():
			return m.rewrite(path, m.module)
		case entry.Name() == "go.work" && entry.Type().IsRegular():
			return m.rewrite(path, m.work)
		}
		return nil
	})
}

// rewrite replaces the content of a file if change returns another one. The go command
// reports a file that cannot be parsed.
func (m mover) rewrite(path string, change func(path string, content []byte) ([]byte, bool)) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if changed, ok := change(path, content); ok {
		return os.WriteFile(path, changed, 0o600)
	}
	return nil
}

// target returns the absolute path of a relative path in a file of the copy, if it
// leads out of the copy.
func (m mover) target(file, path string) (string, bool) {
	if !strings.HasPrefix(path, "./") && !strings.HasPrefix(path, "../") {
		return "", false
	}
	target := filepath.Join(filepath.Dir(m.originalPath(file)), filepath.FromSlash(path))
	return target, m.moveTo(target) == target
}

// module returns the content of a go.mod with other paths. It reports false if
// nothing changes.
func (m mover) module(path string, content []byte) ([]byte, bool) {
	file, err := modfile.Parse(path, content, nil)
	if err != nil {
		return nil, false
	}
	changed := false
	for _, r := range file.Replace {
		if target, ok := m.target(path, r.New.Path); ok {
			if file.AddReplace(r.Old.Path, r.Old.Version, target, "") != nil {
				return nil, false
			}
			changed = true
		}
	}
	content, err = file.Format()
	return content, changed && err == nil
}

// work returns the content of a go.work with other paths. It reports false if the
// file cannot be parsed.
func (m mover) work(path string, content []byte) ([]byte, bool) {
	file, err := modfile.ParseWork(path, content, nil)
	if err != nil {
		return nil, false
	}
	return m.workFile(path, file), true
}

// workFile returns the content of a go.work with the modules of the copy.
func (m mover) workFile(path string, file *modfile.WorkFile) []byte {
	original := filepath.Dir(m.originalPath(path))
	locate := func(name string) string {
		name = filepath.FromSlash(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(original, name)
		}
		return m.moveTo(name)
	}
	for _, use := range append([]*modfile.Use{}, file.Use...) {
		if file.DropUse(use.Path) == nil {
			_ = file.AddUse(filepath.ToSlash(locate(use.Path)), use.ModulePath) // never fails
		}
	}
	for _, r := range append([]*modfile.Replace{}, file.Replace...) {
		if modfile.IsDirectoryPath(r.New.Path) {
			_ = file.AddReplace(r.Old.Path, r.Old.Version, filepath.ToSlash(locate(r.New.Path)), "") // never fails
		}
	}
	file.Cleanup()
	return modfile.Format(file.Syntax)
}

// workspace returns the value of GOWORK for the copy: the file in the copy, a changed
// file in temp if the workspace is outside of the directory, or off.
func (m mover) workspace(ctx context.Context, dir, temp string) (string, error) {
	command := exec.CommandContext(ctx, "go", "env", "GOWORK")
	command.Dir = dir
	output, err := command.Output()
	path := strings.TrimSpace(string(output))
	if err != nil || path == "" || path == "off" {
		return "off", nil // the go command reports the error when it loads the module
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	if inside := m.moveTo(path); inside != path {
		if _, err := os.Stat(inside); err != nil {
			return "off", nil // the commit has no workspace
		}
		return inside, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	file, err := modfile.ParseWork(path, content, nil)
	if err != nil {
		return "", err
	}
	copied := filepath.Join(temp, "go.work")
	return copied, os.WriteFile(copied, m.workFile(path, file), 0o600)
}
