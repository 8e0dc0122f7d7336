package terminal

import "mvdan.cc/sh/v3/syntax"

// forkBomb is the danger of a function that starts itself without end.
const forkBomb = "starts itself again and again (a fork bomb)"

// inspectFunction finds a function that calls itself in a pipeline or in the
// background.
func (i *inspector) inspectFunction(f *syntax.FuncDecl) {
	if f.Name == nil || f.Body == nil {
		return
	}
	for node := range syntax.Preorder(f.Body) {
		switch node := node.(type) {
		case *syntax.BinaryCmd:
			if node.Op == syntax.Pipe && i.hasCall(node, f.Name.Value) {
				i.add(forkBomb)
			}
		case *syntax.Stmt:
			if node.Background && i.hasCall(node, f.Name.Value) {
				i.add(forkBomb)
			}
		}
	}
}

// hasCall reports whether a node has a call of the function of that name.
func (i *inspector) hasCall(node syntax.Node, name string) bool {
	for inner := range syntax.Preorder(node) {
		if !i.spend(1) {
			return false
		}
		if call, ok := inner.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == name {
			return true
		}
	}
	return false
}
