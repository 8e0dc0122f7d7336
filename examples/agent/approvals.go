package main

import (
	"context"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// asker asks the user to approve a call; nil without a terminal.
type asker func(ctx context.Context, request runtime.ApprovalRequest, remember func()) (runtime.Decision, error)

// byUser is the key of a value in the context of calls that the user makes.
type byUser struct{}

// approvalRule requires approval, in the mode ask, for every tool that can change files, run programs or send data, and
// for the tools of MCP servers.
func approvalRule(mode string) runtime.ApprovalRule {
	if mode != approveAsk {
		return nil
	}
	return func(tool runtime.Tool) *runtime.Approval {
		if why := whyAsked(&tool); why != "" {
			return &runtime.Approval{Reason: why}
		}
		return nil
	}
}

// whyAsked returns why the agent asks before the calls of a tool that requires no approval itself; empty if it does not.
func whyAsked(tool *runtime.Tool) string {
	switch {
	case tool.Hints.ReadOnly:
	case strings.HasPrefix(tool.Name, "mcp__"):
		return "it is a tool of an MCP server"
	case tool.Needs.Has(capability.KindProcess):
		return "it can run programs"
	case tool.Needs.Has(capability.KindWrite):
		return "it can change files"
	case tool.Needs.Has(capability.KindNetwork):
		return "it can reach the network"
	}
	return ""
}

// canRemember reports whether an approval can be valid for all further calls of the tool: the tool is not destructive,
// and the reason is not one that the tool gave for this call.
func canRemember(r *runtime.ApprovalRequest) bool {
	return r.Tool != nil && !r.Tool.Hints.Destructive && r.Why == whyAsked(r.Tool)
}

// approver returns the approver of a mode. It does not ask again for a tool whose further calls the user approved.
func (a *app) approver(mode string) runtime.Approver {
	var approved sync.Map
	return func(ctx context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		_, known := approved.Load(r.ToolName)
		switch {
		case mode == approveNone || known && canRemember(&r) || ctx.Value(byUser{}) != nil:
			return runtime.Decision{Approved: true}, nil
		case a.ask == nil:
			return runtime.Decision{Reason: "without a terminal no person can approve it; the user can allow such calls with --approve none, or with --approve risky those that are not destructive"}, nil
		}
		var remember func()
		if canRemember(&r) {
			remember = func() { approved.Store(r.ToolName, true) }
		}
		return a.ask(ctx, r, remember)
	}
}
