package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// Expectation is the expected result for a file: the first letter of its name.
type Expectation byte

// The expectations.
const (
	Accept Expectation = 'y' // valid JSON, which must be accepted
	Refuse Expectation = 'n' // invalid JSON, which must be refused
	Either Expectation = 'i' // JSON that an implementation may accept or refuse
)

// onPurpose has the reasons for which valid JSON is refused, because parsers read it
// differently.
var onPurpose = map[arguments.Code]string{
	arguments.CodeDuplicate: "a name that is given twice",
}

// File is the result for one file.
type File struct {
	Name     string
	Expected Expectation
	Verdict  Verdict
}

// RefusalReason returns the reason for which valid JSON was refused on purpose, or "".
func (f File) RefusalReason() string {
	if f.Expected != Accept || f.Verdict.Accepted {
		return ""
	}
	return onPurpose[f.Verdict.Problem.Code]
}

// IsWrong reports whether the verdict is not the expected one.
func (f File) IsWrong() bool {
	switch f.Expected {
	case Accept:
		return !f.Verdict.Accepted && f.RefusalReason() == ""
	case Refuse:
		return f.Verdict.Accepted
	}
	return false
}

// Directory returns the results for the files y_*.json, n_*.json and i_*.json of a
// directory, in the order of their names. It is an error if there are none.
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
