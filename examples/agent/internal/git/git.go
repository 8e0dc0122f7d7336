// Package git describes the state of a repository. It starts no program that the repository names: a stranger may have
// written the repository with its configuration.
package git

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// timeout is the time limit of all commands together. A repository can be large.
const timeout = 3 * time.Second

// State returns the branch of the repository that contains a directory, and how many files have changes that are not
// committed: `branch "main", 3 changed files`. It is empty if there is no repository, and if git is not installed.
func State(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	state := "no branch"
	if branch, err := run(ctx, dir, "symbolic-ref", "--short", "HEAD"); err == nil {
		state = fmt.Sprintf("branch %.100q", branch)
	} else if _, err := run(ctx, dir, "rev-parse", "HEAD"); err != nil {
		return ""
	}
	keys, err := run(ctx, dir, "config", "--list", "--name-only", "--show-scope")
	if err != nil || !isHarmless(keys) {
		return state
	}
	changed, err := run(ctx, dir, "status", "--porcelain", "--ignore-submodules=all")
	switch {
	case err != nil:
		return state
	case changed == "":
		return state + ", no changed files"
	}
	return fmt.Sprintf("%s, changed files: %d", state, 1+strings.Count(changed, "\n"))
}

// harmless are the beginnings of the settings that a repository may have, so that git status starts no other program.
// Filters, monitors and others are missing on purpose.
var harmless = []string{
	"branch.", "remote.", "user.", "pull.", "push.",
	"core.repositoryformatversion", "core.filemode", "core.bare", "core.logallrefupdates", "core.ignorecase",
	"core.precomposeunicode", "core.symlinks", "core.autocrlf", "core.eol", "extensions.worktreeconfig",
}

// isHarmless reports whether a list of settings, with their scopes, has only harmless ones of the repository.
func isHarmless(list string) bool {
	for line := range strings.SplitSeq(list, "\n") {
		scope, key, _ := strings.Cut(line, "\t")
		if (scope == "local" || scope == "worktree") && !slices.ContainsFunc(harmless, func(s string) bool { return strings.HasPrefix(key, s) }) {
			return false
		}
	}
	return true
}

// run runs git and returns its output. It changes nothing and uses no network.
func run(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	out, err := cmd.Output()
	return strings.TrimRight(string(out), "\n"), err
}
