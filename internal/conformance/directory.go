package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// Expectation is what must become of a file, told by the first letter of its
// name.
type Expectation byte

// The expectations.
const (
	Accept Expectation = 'y' // JSON, which must be accepted
	Refuse Expectation = 'n' // not JSON, which must be refused
	Either Expectation = 'i' // an implementation may choose
)

// onPurpose are the reasons for which JSON is refused all the same, because
// one reader would take it otherwise than another.
var onPurpose = map[arguments.Code]string{
	arguments.CodeDuplicate: "a name that is given twice",
}

// File is the outcome of one file.
type File struct {
	Name     string
	Expected Expectation
	Verdict  Verdict
}

// OnPurpose returns why JSON is refused although it is, or "".
func (f File) OnPurpose() string {
	if f.Expected != Accept || f.Verdict.Accepted {
		return ""
	}
	return onPurpose[f.Verdict.Problem.Code]
}

// Wrong reports whether the outcome is not what it must be.
func (f File) Wrong() bool {
	switch f.Expected {
	case Accept:
		return !f.Verdict.Accepted && f.OnPurpose() == ""
	case Refuse:
		return f.Verdict.Accepted
	}
	return false
}

// Directory judges the files y_*.json, n_*.json and i_*.json of a directory, in
// the order of their names. It is an error when there is none.
func Directory(dir string) ([]File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, entry := range entries {
		name := entry.Name()
		if !isCase(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: name, Expected: Expectation(name[0]), Verdict: Judge(text)})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no y_*.json, n_*.json or i_*.json", dir)
	}
	return files, nil
}

func isCase(name string) bool {
	return len(name) > 2 && name[1] == '_' && strings.IndexByte("yni", name[0]) >= 0 && filepath.Ext(name) == ".json"
}
