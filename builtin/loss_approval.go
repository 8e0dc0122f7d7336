package builtin

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/builtin/file"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
)

// LossApproval makes command lines need approval that remove files, discard changes or
// publish commits, also in the working directory: see [terminal.Losses]. Without it,
// only those of [terminal.Dangers] do.
type LossApproval struct {
	// Exempt are directories, relative to the working directory, below which
	// files are removed and replaced without approval, such as "build" and "node_modules".
	Exempt []string
	// Dir is the working directory of the turns. With it, write_file and commands that
	// replace existing files which are not in version control need approval too. Git's index
	// in the directory, or above it, says which files are.
	Dir string
}

// rule returns the rule for approvals of the tools that run command lines and of write_file, in
// addition to the rule of the application, which may be nil.
func (a *LossApproval) rule(other runtime.ApprovalRule) runtime.ApprovalRule {
	return func(tool runtime.Tool) *runtime.Approval {
		var given *runtime.Approval
		if other != nil {
			given = other(tool)
		}
		isWriter := tool.Name == "write_file" && a.Dir != ""
		if tool.Name != "terminal" && tool.Name != "terminal_start" && !isWriter || given != nil && given.When == nil {
			return given // a rule without a condition applies to every call
		}
		return &runtime.Approval{Condition: "Losses", When: func(args any) (why string, needed bool) {
			if given != nil {
				if why, needed = given.When(args); needed {
					return why, true
				}
			}
			losses := a.lossesOf(args)
			return strings.Join(losses, "; "), len(losses) > 0
		}}
	}
}

// lossesOf returns what a call removes, discards, publishes or replaces.
func (a *LossApproval) lossesOf(args any) (losses []string) {
	var targets []string
	switch args := args.(type) {
	case *terminal.RunArgs:
		losses, targets = terminal.Losses(args.Command, args.Dir, a.Exempt), terminal.Overwrites(args.Command, args.Dir)
	case *terminal.StartArgs:
		losses, targets = terminal.Losses(args.Command, args.Dir, a.Exempt), terminal.Overwrites(args.Command, args.Dir)
	case *file.WriteArgs:
		targets = []string{args.Path}
	}
	if a.Dir == "" {
		return losses
	}
	for _, name := range targets {
		at := filepath.FromSlash(name)
		if !filepath.IsAbs(at) {
			at = filepath.Join(a.Dir, at)
		}
		if found := a.untrackedAt(at); found != "" {
			losses = append(losses, "replaces a file that is not in version control: "+cmp.Or(strings.TrimPrefix(found, a.Dir+string(filepath.Separator)), name))
		}
	}
	return losses
}

// untrackedAt returns the first file at a path, which may have pattern characters, that git does
// not know and that is not exempt; empty if there is none.
func (a *LossApproval) untrackedAt(name string) string {
	files := []string{name}
	if strings.ContainsAny(name, "*?[") {
		matches, _ := filepath.Glob(name) // a pattern that is not valid is the name of a file
		files = append(files, matches...)
	}
	for _, each := range files {
		if !a.isExempt(each) && isUntracked(each) {
			return each
		}
	}
	return ""
}

// isExempt reports whether a path is below one of the directories Exempt.
func (a *LossApproval) isExempt(name string) bool {
	for _, dir := range a.Exempt {
		relative, err := filepath.Rel(filepath.Join(a.Dir, dir), name)
		if err == nil && filepath.IsLocal(relative) {
			return true
		}
	}
	return false
}
