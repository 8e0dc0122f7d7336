package project_test
import ("testing";"os";"fmt";"path/filepath";"strings"
"github.com/toolgen/toolgen/builtin/project")
func TestDump(t *testing.T) {
	for _, g := range []struct{dir, f string}{{"gotest/*json","gotest"},{"gobuild/*","go"},{"cargo/test*","cargo libtest"},{"cargo/build*","cargo"},{"cargo/check*","cargo"},{"jest/*","tap spec jest vitest tsc"},{"vitest/*","tap spec jest vitest tsc"},{"node/*","tap spec jest vitest tsc"},{"eslint/*","eslint script"},{"tsc/*","script"},{"pytest/*","pytest"},{"pytest/unit*","unittest"}} {
		all,_ := filepath.Glob("../../reducers/testdata/"+g.dir+".out")
		for _, f := range all {
			b,_ := os.ReadFile(f)
			fs, c, left := project.Parse(g.f, string(b))
			fmt.Printf("#### %s %v %d findings %d left\n", strings.TrimPrefix(f,"../../reducers/testdata/"), c, len(fs), left)
			for i, x := range fs { if i>14 {break}; s := x.String(); if len(s)>330 {s=s[:330]+"…"}; fmt.Println("  * "+s) }
		}
	}
}
