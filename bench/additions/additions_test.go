package additions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// TestMeasure measures the program without an adapter, and the smallest program with one.
func TestMeasure(t *testing.T) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []Size
	for _, p := range Programs {
		if p.adapter != "" && p.adapter != "otel" {
			continue
		}
		size, err := p.Measure(absolute)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, size)
	}
	if len(sizes) != 2 || sizes[0].Bytes < 1e6 || sizes[1].Bytes <= sizes[0].Bytes || sizes[1].SumLines <= sizes[0].SumLines {
		t.Errorf("the sizes are %+v", sizes)
	}
}

// TestAgentPrograms checks that the copy of the agent has all that its build needs.
func TestAgentPrograms(t *testing.T) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	directory := t.TempDir()
	p := AgentPrograms[len(AgentPrograms)-1]
	if err := p.writeAgent(directory, absolute); err != nil {
		t.Fatal(err)
	}
	if err := run(directory, []string{"vet", "-mod=mod", "."}); err != nil {
		t.Error(err)
	}
}

// TestUsesExist checks that the adapters have the functions that the programs use,
// because building all programs takes minutes.
func TestUsesExist(t *testing.T) {
	for _, p := range Programs {
		files, err := filepath.Glob(filepath.Join(root, "adapters", p.adapter, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var source strings.Builder
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(content)
		}
		for use := range strings.SplitSeq(p.uses, ", ") {
			if name, ok := strings.CutPrefix(use, p.adapter+"."); ok && !strings.Contains(source.String(), "\nfunc "+name+"(") {
				t.Errorf("adapters/%s has no function %s", p.adapter, name)
			}
		}
	}
}

// TestMeasureReturnsErrors checks that a program that does not build is an error.
func TestMeasureReturnsErrors(t *testing.T) {
	p := Program{Name: "broken", uses: "noSuchName"}
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Measure(absolute); err == nil || !strings.Contains(err.Error(), "noSuchName") {
		t.Errorf("the error is %v", err)
	}
}
