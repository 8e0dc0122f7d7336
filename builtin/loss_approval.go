package builtin

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
)

// LossApproval makes command lines need approval that remove files, discard changes or
// publish commits, also in the working directory: see [terminal.Losses]. Without it,
// only those of [terminal.Dangers] do.
type LossApproval struct {
	// Exempt are directories, relative to the working directory, below which
	// commands remove files without approval, such as "build" and "node_modules".
	Exempt []string
}

// rule returns the rule for approvals of the tools that run command lines, in
// addition to the rule of the application, which may be nil.
func (a *LossApproval) rule(other runtime.ApprovalRule) runtime.ApprovalRule {
	return func(tool runtime.Tool) *runtime.Approval {
		var given *runtime.Approval
		if other != nil {
			given = other(tool)
		}
		if tool.Name != "terminal" && tool.Name != "terminal_start" || given != nil && given.When == nil {
			return given // a rule without a condition applies to every call
		}
		return &runtime.Approval{Condition: "Losses", When: func(args any) (why string, needed bool) {
			if given != nil {
				if why, needed = given.When(args); needed {
					return why, true
				}
			}
			command, dir := commandOf(args)
			losses := terminal.Losses(command, dir, a.Exempt)
			return strings.Join(losses, "; "), len(losses) > 0
		}}
	}
}

// commandOf returns the command line of a call and its directory.
func commandOf(args any) (command, dir string) {
	switch args := args.(type) {
	case *terminal.RunArgs:
		return args.Command, args.Dir
	case *terminal.StartArgs:
		return args.Command, args.Dir
	}
	return "", ""
}
