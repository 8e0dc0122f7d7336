package contract

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// accessLists are the lists of what a tool may access, with the capability that each
// of them restricts.
var accessLists = []struct {
	capability, what string
	list             func(*Needs) []string
}{
	{"fs:read", "files to read", func(n *Needs) []string { return n.Read }},
	{"fs:write", "files to write", func(n *Needs) []string { return n.Write }},
	{"network", "hosts", func(n *Needs) []string { return n.Hosts }},
	{"process", "programs", func(n *Needs) []string { return n.Binaries }},
	{"secrets", "secrets", func(n *Needs) []string { return n.Secrets }},
	{"attachments", "attachments", func(n *Needs) []string { return n.Attachments }},
}

// access adds the changes of the capabilities and of what the tool may access.
func (c *comparison) access() {
	for _, name := range missing(c.new.Capabilities, c.old.Capabilities) {
		c.add("capability-added", "", "the tool has the capability %s", name)
	}
	for _, name := range missing(c.old.Capabilities, c.new.Capabilities) {
		c.add("capability-removed", "", "the tool no longer has the capability %s", name)
	}
	if c.old.Needs == nil || c.new.Needs == nil {
		return
	}
	for _, a := range accessLists {
		if slices.Contains(c.old.Capabilities, a.capability) && slices.Contains(c.new.Capabilities, a.capability) {
			c.accessList(a.what, a.list(c.old.Needs), a.list(c.new.Needs))
		}
	}
	if before, after := c.old.Needs.Storage, c.new.Needs.Storage; before != nil && after != nil && *before != *after {
		c.add("access-widened", "", "the storage is %s, and was %s", after, before)
	}
}

// String returns the scope and the time to live.
func (s *Storage) String() string { return strings.TrimSpace(s.Scope + " " + s.TTL) }

// accessList adds the changes of a list. An empty list means everything that the
// policy allows.
func (c *comparison) accessList(what string, old, new []string) {
	switch {
	case len(old) > 0 && len(new) == 0:
		c.add("access-widened", "", "%s: everything that the policy allows, and was %s", what, strings.Join(old, ", "))
		return
	case len(old) == 0 && len(new) > 0:
		c.add("access-narrowed", "", "%s: only %s", what, strings.Join(new, ", "))
		return
	}
	if added := missing(new, old); len(added) > 0 {
		c.add("access-widened", "", "%s: also %s", what, strings.Join(added, ", "))
	}
	if removed := missing(old, new); len(removed) > 0 {
		c.add("access-narrowed", "", "%s: no longer %s", what, strings.Join(removed, ", "))
	}
}

// missing returns the words of a list that are not in another one.
func missing(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(others, word) })
}

// behaviour adds the changes of hints and of the execution of calls.
func (c *comparison) behaviour() {
	for _, name := range missing(c.new.Hints, c.old.Hints) {
		c.add("hint-added", "", "the tool is %s", name)
	}
	for _, name := range missing(c.old.Hints, c.new.Hints) {
		c.add("hint-removed", "", "the tool is no longer %s", name)
	}
	if c.old.Approval != c.new.Approval || c.old.Reason != c.new.Reason {
		c.add("approval-changed", "", "approval: %s, and was: %s", approvalText(c.new), approvalText(c.old))
	}
	names := maps.Clone(c.old.Policy)
	if names == nil {
		names = make(map[string]string)
	}
	maps.Copy(names, c.new.Policy)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if before, after := c.old.Policy[name], c.new.Policy[name]; before != after {
			c.add("policy-changed", "", "%s: %s, and was: %s", name, cmp.Or(after, "none"), cmp.Or(before, "none"))
		}
	}
}

// approvalText returns when a tool needs approval.
func approvalText(t *Tool) string {
	switch {
	case t.Approval == "":
		return "never"
	case t.Reason == "":
		return t.Approval
	}
	return t.Approval + " (" + t.Reason + ")"
}
