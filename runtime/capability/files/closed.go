package files

import "slices"

// ClosedPath is a rule that closes paths to tools. The rules are a list of names that are known: they do not
// find files that hold secrets, or that other programs run, under other names.
type ClosedPath struct {
	// Pattern is a path of one or more components, together with everything below it. It matches at
	// any depth, or only from the root if it starts with a slash. The last component can contain
	// the wildcards * and ? of path.Match. Upper and lower case are the same, unless MatchCase is set.
	// White space and dots at the end, and invisible characters, are ignored, as on some file systems.
	Pattern string
	// MatchCase means that the spelling of the pattern is the only one that is closed, in directories
	// that distinguish upper and lower case.
	MatchCase bool
	// WriteOnly means that the paths can be read.
	WriteOnly bool
	// UnlessNamed means that the paths are open if FilePolicy.Read (to read) or FilePolicy.Write names
	// the path that matches the pattern, or a path below it, and not only a directory that contains it.
	// Without it, the paths are closed under every policy.
	UnlessNamed bool
	// Reason says why the paths are closed, for people and models.
	Reason string
}

// The reasons of the rules.
const (
	holdsKeys     = "it contains keys or passwords"
	holdsTokens   = "it contains access tokens"
	holdsHistory  = "it is a history of input, which can contain passwords"
	isSystem      = "it belongs to the operating system"
	isKernel      = "it is an interface of the kernel and not a file"
	runsAtLogin   = "a shell or desktop runs it automatically"
	runsWithTools = "other programs automatically run the commands in it"
	mayHoldKeys   = "it often contains keys or passwords, and the policy does not name it"
	runsInProject = "an editor, a container or a development tool runs it automatically, and the policy does not name it"
	runsWithGit   = "git hooks run it automatically, and the policy does not name it"
	runsInCI      = "a CI service runs it automatically, and the policy does not name it"
	instructs     = "it instructs agents, and the policy does not name it"
	belongsToVCS  = "version control uses it, and runs the hooks and filters that it names"
	isInWriting   = "it is a temporary file of a write"
)

// ClosedPaths returns the rules that apply without [Options.Close] and [Options.Reopen], for a security
// review.
func ClosedPaths() []ClosedPath { return slices.Clone(closedPaths) }

// closedRules returns a rule for each pattern.
func closedRules(rule ClosedPath, patterns ...string) []ClosedPath {
	rows := make([]ClosedPath, len(patterns))
	for i, pattern := range patterns {
		rows[i], rows[i].Pattern = rule, pattern
	}
	return rows
}
