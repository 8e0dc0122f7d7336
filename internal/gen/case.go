package gen

import (
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// refuseEqualFolds reports generated files whose paths differ in case only: a system that
// compares names without case has one of them, and the go command refuses a build with
// both packages on all systems.
func refuseEqualFolds(all []output) {
	first := make(map[string]int)
	for i := range all {
		if !needsFile(&all[i]) {
			continue
		}
		folded := strings.ToLower(all[i].pkg.Path)
		other, known := first[folded]
		if !known {
			first[folded] = i
			continue
		}
		for _, pair := range [][2]int{{other, i}, {i, other}} {
			o := &all[pair[0]]
			o.problems = append(o.problems, equalFoldDiagnostic(o.pkg.Dir, all[pair[1]].pkg.Dir))
		}
	}
}

// equalFoldDiagnostic reports that two directories differ in case only.
func equalFoldDiagnostic(dir, other string) diag.Diagnostic {
	return diag.Diagnostic{
		Pos:     token.Position{Filename: fileName(dir)},
		Code:    diag.EqualFold,
		Message: "the paths of two generated files differ in case only, so that they are one file on systems that compare names without case",
		Related: []diag.Related{{Pos: token.Position{Filename: fileName(other)}, Message: "the other file"}},
		Fix:     "rename one of the directories",
	}
}
