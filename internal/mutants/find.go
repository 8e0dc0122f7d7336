package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// location is a location in a source that may match a pattern.
type location struct {
	declaration
	start, end int // byte offsets
	bindings
}

// find returns the location that p means in the declarations of that name. Its error
// lists the locations that match p, or those that are most like it.
func (s sources) find(name string, p pattern) (location, error) {
	declarations := s.declarations()
	named := slices.DeleteFunc(slices.Clone(declarations), func(d declaration) bool { return d.name != name })
	found := matches(named, p)
	switch {
	case len(found) == p.count:
		return found[p.index], nil
	case len(found) > 0:
		return location{}, fmt.Errorf("the pattern %q matches %d locations instead of %d:%s", p.text, len(found), p.count, listLocations(found))
	}
	elsewhere := ""
	if locations := matches(declarations, p); len(locations) > 0 {
		elsewhere = "; the pattern matches elsewhere:" + listLocations(firstThree(locations))
	}
	if len(named) == 0 {
		return location{}, fmt.Errorf("there is no such declaration; similar names are %s%s", strings.Join(similarNames(declarations, name), ", "), elsewhere)
	}
	nearest := ""
	if locations := similar(named, p); len(locations) > 0 {
		nearest = "; the most similar source is:" + listLocations(locations)
	}
	return location{}, fmt.Errorf("the pattern %q matches nothing in it%s%s", p.text, nearest, elsewhere)
}

// matches returns the locations in the declarations that match p.
func matches(declarations []declaration, p pattern) []location {
	var found []location
	for _, d := range declarations {
		d.walk(len(p.nodes), func(nodes []ast.Node) {
			if b, ok := p.match(nodes); ok {
				found = append(found, d.newLocation(nodes, b))
			}
		})
	}
	return found
}

// walk calls visit for each node of d, and for each list of n consecutive
// statements.
func (d declaration) walk(n int, visit func([]ast.Node)) {
	ast.Inspect(d.node, func(node ast.Node) bool {
		if _, isStatement := node.(ast.Stmt); node != nil && n == 1 && !isStatement {
			visit([]ast.Node{node})
		}
		list := statementList(node)
		for i := range max(len(list)-n+1, 0) {
			nodes := make([]ast.Node, n)
			for j := range nodes {
				nodes[j] = list[i+j]
			}
			visit(nodes)
		}
		return true
	})
}

// statementList returns the statements that a node contains directly.
func statementList(node ast.Node) []ast.Stmt {
	switch node := node.(type) {
	case *ast.BlockStmt:
		return node.List
	case *ast.CaseClause:
		return node.Body
	case *ast.CommClause:
		return node.Body
	}
	return nil
}

// newLocation returns the location of nodes in d.
func (d declaration) newLocation(nodes []ast.Node, b bindings) location {
	return location{d, d.source.file.Offset(nodes[0].Pos()), d.source.file.Offset(nodes[len(nodes)-1].End()), b}
}

// fill returns the replacement with the wildcards of the location filled in.
func (p location) fill(replacement string) string {
	return p.bindings.fill(replacement, func(x ast.Expr) string {
		return p.source.text[p.source.file.Offset(x.Pos()):p.source.file.Offset(x.End())]
	})
}

// text returns the source of the location in one line.
func (p location) text() string {
	return strings.Join(strings.Fields(p.source.text[p.start:p.end]), " ")
}

// similar returns the locations in the declarations that are most like p: nodes of the
// same kinds, which lack the fewest tokens of p and have the least edit distance.
func similar(declarations []declaration, p pattern) []location {
	var all []location
	for _, d := range declarations {
		d.walk(len(p.nodes), func(nodes []ast.Node) {
			for i := range nodes {
				if reflect.TypeOf(nodes[i]) != reflect.TypeOf(p.nodes[i]) {
					return
				}
			}
			all = append(all, d.newLocation(nodes, nil))
		})
	}
	slices.SortStableFunc(all, func(a, b location) int {
		return cmp.Or(
			cmp.Compare(missingTokens(p.text, a.text()), missingTokens(p.text, b.text())),
			cmp.Compare(edit.Distance(p.text, a.text(), 1<<20), edit.Distance(p.text, b.text(), 1<<20)),
		)
	})
	return firstThree(all)
}

// missingTokens counts the tokens of pattern, without its wildcards, that text does
// not have.
func missingTokens(pattern, text string) int {
	has := map[string]bool{}
	eachToken(text, func(_ int, literal string, _ token.Token) { has[literal] = true })
	missing := 0
	eachToken(pattern, func(_ int, literal string, _ token.Token) {
		if !isWildcard(literal) && !has[literal] {
			missing++
		}
	})
	return missing
}

// similarNames returns the names with the least edit distance from name.
func similarNames(declarations []declaration, name string) []string {
	var names []string
	for _, d := range declarations {
		names = append(names, d.name)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(edit.Distance(name, a, 1<<20), edit.Distance(name, b, 1<<20))
	})
	return firstThree(names)
}

// firstThree returns the first three items, or all if there are fewer.
func firstThree[T any](list []T) []T { return list[:min(len(list), 3)] }

// listLocations lists locations, each on a line of its own.
func listLocations(locations []location) string {
	var b strings.Builder
	for _, p := range locations {
		position := p.source.file.Position(p.source.file.Pos(p.start))
		fmt.Fprintf(&b, "\n\t%s:%d: in %s: %s", filepath.Base(position.Filename), position.Line, p.name, p.text())
	}
	return b.String()
}
