// Package gitref writes the files of a git commit to a temporary directory, so that
// the go command can load them.
//
// The input is a directory of a repository and the name of a commit, the output a
// directory with the same files. The repository, its index and its working tree do
// not change. It needs the program git.
package gitref

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Checkout is a directory with the files of a commit. Close removes it.
type Checkout struct {
	// Root has the files of the root of the repository, and Dir those of the directory
	// that was given to Open.
	Root, Dir string
	// Env is the environment in which the go command loads the module of Dir.
	Env []string

	temp string
}

// Close removes the files.
func (c *Checkout) Close() error { return os.RemoveAll(c.temp) }

// Open writes the files of a commit. Dir is a directory of the repository. An error
// says in one line what is missing: git, a repository, or the commit.
//
// The files of submodules are missing. Relative paths of go.mod and go.work that lead
// out of the repository refer to the same directories as before.
func Open(ctx context.Context, dir, commit string) (c *Checkout, err error) {
	g := git{ctx: ctx, dir: dir}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("comparing with the commit %q needs the program git: %w", commit, err)
	}
	top, err := g.output("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s is not in a git repository; name a directory or a saved list instead of %q", absolute(dir), commit)
	}
	hash, err := g.output("rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("git knows no commit %q, and there is no file or directory of that name", commit)
	}
	temp, err := os.MkdirTemp("", "toolgen-")
	if err != nil {
		return nil, err
	}
	c = &Checkout{Root: filepath.Join(temp, "tree"), temp: temp}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	g.env = append(os.Environ(), "GIT_INDEX_FILE="+filepath.Join(temp, "index"))
	g.dir = top
	if _, err := g.output("read-tree", hash); err != nil {
		return nil, err
	}
	if _, err := g.output("checkout-index", "--all", "--prefix="+c.Root+string(filepath.Separator)); err != nil {
		return nil, err
	}
	return c, c.locate(ctx, dir, top, commit)
}

// locate sets the directory and the environment.
func (c *Checkout) locate(ctx context.Context, dir, top, commit string) error {
	resolved, err := filepath.EvalSymlinks(absolute(dir))
	if err != nil {
		return err
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return err
	}
	inside, err := filepath.Rel(top, resolved)
	if err != nil {
		return err
	}
	c.Dir = filepath.Join(c.Root, inside)
	if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() {
		return fmt.Errorf("the commit %q has no directory %s", commit, filepath.ToSlash(inside))
	}
	if !c.isInside(c.Dir) {
		return fmt.Errorf("in the commit %q, the directory %s is a symbolic link that leads out of the repository", commit, filepath.ToSlash(inside))
	}
	if !c.hasModule() {
		return fmt.Errorf("the commit %q has no go.mod for the directory %s", commit, filepath.ToSlash(inside))
	}
	move := mover{from: top, to: c.Root}
	if err := move.modules(); err != nil {
		return err
	}
	work, err := move.workspace(ctx, dir, c.temp)
	c.Env = append(os.Environ(), "GOWORK="+work)
	return err
}

// isInside reports whether a directory is in Root without symbolic links that lead out of it.
func (c *Checkout) isInside(dir string) bool {
	root, err := filepath.EvalSymlinks(c.Root)
	if err != nil {
		return false
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return false
	}
	relative, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(relative)
}

// hasModule reports whether the directory is in a module. The go command would
// otherwise use a module that contains the temporary directory.
func (c *Checkout) hasModule() bool {
	for dir := c.Dir; len(dir) >= len(c.Root); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

// absolute returns the absolute form of a directory.
func absolute(dir string) string {
	if path, err := filepath.Abs(dir); err == nil {
		return path
	}
	return dir
}

// git runs the program git in a directory.
type git struct {
	ctx context.Context
	dir string
	env []string // nil means that of the process
}

// safeSettings make git start no program that a directory of the checkout names: a directory with the form of a bare
// repository is not used, and neither are hooks and the monitor of the file system.
var safeSettings = []string{"-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}

// output returns what a command prints, without the newline at the end.
func (g *git) output(args ...string) (string, error) {
	command := exec.CommandContext(g.ctx, "git", append(slices.Clip(safeSettings), args...)...)
	command.Dir, command.Env = g.dir, g.env
	var errs bytes.Buffer
	command.Stderr = &errs
	output, err := command.Output()
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, first)
	}
	return strings.TrimSuffix(string(output), "\n"), nil
}
