package terminal

import "mvdan.cc/sh/v3/syntax"

// leavesBackground reports whether a command line starts a process in the background
// and has no command wait, so that the process can still run when the command ends.
func leavesBackground(command string) bool {
	file, err := parse(command)
	if err != nil {
		return false
	}
	hasBackground, waits := false, false
	for node := range syntax.Preorder(file) {
		switch node := node.(type) {
		case *syntax.Stmt:
			hasBackground = hasBackground || node.Background
		case *syntax.CallExpr:
			waits = waits || len(node.Args) > 0 && node.Args[0].Lit() == "wait"
		}
	}
	return hasBackground && !waits
}
