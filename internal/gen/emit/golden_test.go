package emit_test

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen/emit"
)

var update = flag.Bool("update", false, "write the golden files anew")

// compareGolden compares a text with a golden file; with -update, it writes the
// file.
func compareGolden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s differs (-golden +now); run go test -update:\n%s", path, diff)
	}
}

func TestPackageGoldens(t *testing.T) {
	for name, p := range testdataModels(t) {
		t.Run(name, func(t *testing.T) {
			text, err := emit.Package(p)
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, name+".golden", string(text))
			formatted, err := format.Source(text)
			if err != nil || !bytes.Equal(formatted, text) {
				t.Errorf("not as gofmt writes it: %v", err)
			}
		})
	}
}

// Package returns equal bytes for equal models.
func TestPackageIsDeterministic(t *testing.T) {
	again := extractModels(t, newModule(t, sourceFiles(t)), packages...)
	for name, p := range testdataModels(t) {
		first, err := emit.Package(p)
		if err != nil {
			t.Fatal(err)
		}
		second, err := emit.Package(again[name])
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s differs from run to run: %v", name, err)
		}
	}
}

// Generated files compile together with their sources, and go vet reports no
// problem.
func TestGoldensCompile(t *testing.T) {
	files := sourceFiles(t)
	for _, name := range packages {
		files[name+"/zz_toolgen.go"] = source(t, name+".golden")
	}
	m := newModule(t, files)
	if output, err := m.run("vet", "./..."); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	narrow := &module{dir: m.dir, env: append(m.env, "GOARCH=386", "CGO_ENABLED=0")}
	if output, err := narrow.run("build", "./..."); err != nil {
		t.Fatalf("where int has 32 bits: %v\n%s", err, output)
	}
	output, err := m.run("run", "./wiring")
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if diff := cmp.Diff(wiringOutput, output); diff != "" {
		t.Errorf("what the program prints (-want +got):\n%s", diff)
	}
}

// wiringOutput is the output of testdata/wiring: the error for a missing
// receiver, the registered tools, and then keys, sources and conditions.
const wiringOutput = "ToolDeps.Store is nil: NewToolRegistry needs the receiver of get, peek\n" +
	"plain\nswitch\npointer\nscalars\nanything\nchecked\ndefaults\nembedded\nnested\ntrees\nwide\nnothing\nfails\ncounts\nwhole\ntells\ntells_nothing\nget\npeek\nping\n" +
	`"s","a\",\"b","red",-1,2,0.5,true,2024-02-29T11:00:00Z,2024-02-29T11:00:00Z,1000000000
"a\",\"b"
source "a\",\"b", "s"
approval false "" "touches \"/\""
approval false "" ""
,"/","",0,0,0,false,0001-01-01T00:00:00Z,,0
"/"
source "/", ""
approval true "" "touches \"/\""
approval true "switches /" ""
true true always true Ready true true true
`
