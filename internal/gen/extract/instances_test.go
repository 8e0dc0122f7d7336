package extract

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomGenerics returns the declarations of generic types whose fields refer to
// each other with random type arguments.
func randomGenerics(random *rand.Rand) string {
	var b strings.Builder
	count := 1 + random.IntN(4)
	parameters := make([]int, count)
	for i := range parameters {
		parameters[i] = 1 + random.IntN(2)
	}
	var written func(own, depth int) string
	written = func(own, depth int) string {
		switch n := random.IntN(9); {
		case depth > 3 || n < 3:
			return []string{"T", "U"}[random.IntN(parameters[own])]
		case n == 3:
			return "int"
		case n == 4:
			return "[]" + written(own, depth+1)
		case n == 5:
			return "*" + written(own, depth+1)
		case n == 6:
			return "map[string]" + written(own, depth+1)
		}
		of := random.IntN(count)
		arguments := make([]string, parameters[of])
		for i := range arguments {
			arguments[i] = written(own, depth+2)
		}
		return fmt.Sprintf("*G%d[%s]", of, strings.Join(arguments, ", "))
	}
	for i := range count {
		fmt.Fprintf(&b, "type G%d[%s any] struct {\n", i, []string{"T", "T, U"}[parameters[i]-1])
		for field := range 1 + random.IntN(2) {
			fmt.Fprintf(&b, "\tF%d %s\n", field, written(i, 0))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// checkGenerics runs the type checker on declarations. It returns the package, and
// whether the type checker reports an instantiation cycle.
func checkGenerics(t *testing.T, declarations string) (pkg *types.Package, cycle bool) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "generics.go", "package generics\n"+declarations, 0)
	if err != nil {
		t.Fatalf("%v in\n%s", err, declarations)
	}
	config := types.Config{Error: func(err error) {
		var problem types.Error
		if !errors.As(err, &problem) || !strings.HasPrefix(problem.Msg, "instantiation cycle") && !strings.HasPrefix(problem.Msg, "\t") {
			t.Fatalf("%v in\n%s", err, declarations)
		}
		cycle = true
	}}
	pkg, _ = config.Check("generics", fset, []*ast.File{file}, nil)
	return pkg, cycle
}

// growingTypes returns the names of the generic types of a package that have an
// instantiation cycle.
func growingTypes(pkg *types.Package) (names []string) {
	for _, name := range pkg.Scope().Names() {
		named := pkg.Scope().Lookup(name).Type().(*types.Named)
		g := instanceGraph{visited: make(map[*types.Named]bool)}
		g.add(named)
		if g.growingReference(named) != nil {
			names = append(names, name)
		}
	}
	return names
}

// FuzzInstances compares the instantiation cycles of random generic types with those
// that the type checker finds.
func FuzzInstances(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		declarations := randomGenerics(rand.New(rand.NewPCG(seed, 0)))
		pkg, cycle := checkGenerics(t, declarations)
		if got := growingTypes(pkg); (len(got) > 0) != cycle {
			t.Errorf("cycles %v, but the type checker finds one: %v, in\n%s", got, cycle, declarations)
		}
	})
}

// TestInstancesOfBoth checks that the random types of FuzzInstances are of both
// kinds.
func TestInstancesOfBoth(t *testing.T) {
	cycles := 0
	for seed := range uint64(200) {
		if _, cycle := checkGenerics(t, randomGenerics(rand.New(rand.NewPCG(seed, 0)))); cycle {
			cycles++
		}
	}
	if cycles < 40 || cycles > 160 {
		t.Errorf("%d of 200 random packages have a cycle", cycles)
	}
}
