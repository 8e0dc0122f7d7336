package runtime

import "cmp"

// An ApprovalRule returns the approval that an application requires for the
// calls of a tool, in addition to Tool.Approval; nil if it requires none. It
// gets a copy of the tool, and may decide from its name, its hints and its
// capabilities. It must be safe for concurrent use and return quickly. If it
// panics, every call of the tool needs approval.
type ApprovalRule func(tool Tool) *Approval

// withApprovalRule returns the tool, or a copy of it with the approval that the
// application requires.
func (o *Options) withApprovalRule(tool *Tool) *Tool {
	if o.ApprovalRule == nil {
		return tool
	}
	required := o.requiredApproval(tool)
	if required == nil {
		return tool
	}
	c := *tool
	c.Approval = combineApprovals(tool.Approval, required)
	return &c
}

// combineApprovals returns an approval that is needed if one of the two is
// needed. Either may be nil.
func combineApprovals(a, b *Approval) *Approval {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &Approval{Condition: cmp.Or(a.Condition, b.Condition), When: func(args any) (why string, needed bool) {
		if why, needed = a.evaluate(args); needed {
			return why, true
		}
		return b.evaluate(args)
	}}
}

// requiredApproval returns the result of the application's rule.
func (o *Options) requiredApproval(tool *Tool) *Approval {
	answer := make(chan *Approval, 1)
	if err := runIsolated(hookTimeout, func() { answer <- o.ApprovalRule(*tool) }); err != nil {
		return &Approval{Reason: "the application's rule for approvals failed"}
	}
	return <-answer
}
