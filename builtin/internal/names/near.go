package names

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

const (
	// maxNear is the maximum number of names that are suggested for a name that
	// does not exist.
	maxNear = 3
	// maxCompared is the maximum number of names in a directory that are compared.
	maxCompared = 5000
)

// ExplainNear is like [Explain]. If the file does not exist, the message has similar
// names that exist in its directory. name is the name in the file system.
func ExplainNear(files capability.FS, argument, name, written string, err error) error {
	explained := Explain(argument, written, err)
	var failed *runtime.Error
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(explained, &failed) {
		return explained
	}
	near := nearNames(files, name)
	if len(near) == 0 {
		return explained
	}
	failed.Message = Quoted(written) + " does not exist, or is not accessible: did you mean " + strings.Join(near, " or ") + "?"
	failed.OwnText = false // names of files are third-party text
	return failed
}

// nearNames returns the displayed paths that are most similar to a name that does not
// exist. They differ in the first part of the name that does not exist.
func nearNames(files capability.FS, name string) []string {
	dir, rest := path.Dir(name), ""
	base := path.Base(name)
	entries, err := files.ReadDir(dir)
	for err != nil && dir != "." && dir != "/" {
		rest = path.Join(base, rest)
		base, dir = path.Base(dir), path.Dir(dir)
		entries, err = files.ReadDir(dir)
	}
	type candidate struct {
		path     string
		distance int
	}
	var found []candidate
	for _, e := range entries[:min(len(entries), maxCompared)] {
		distance, ok := nameDistance(base, e.Name())
		if !ok {
			continue
		}
		near := path.Join(dir, e.Name(), rest)
		if rest != "" {
			if _, err := files.Stat(near); err != nil {
				continue
			}
		}
		found = append(found, candidate{Quoted(near), distance})
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	var near []string
	for _, c := range found[:min(len(found), maxNear)] {
		near = append(near, c.path)
	}
	return near
}

// nameDistance returns how much two names differ. ok is false if they are not
// similar. Names that differ only in case or in their extension are similar.
func nameDistance(a, b string) (distance int, ok bool) {
	a, b = strings.ToLower(a), strings.ToLower(b)
	stem := func(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
	if len(a) > maxNameLength || len(b) > maxNameLength {
		return 0, false
	}
	if stem(a) != "" && stem(a) == stem(b) {
		return 1, true
	}
	limit := len(stem(a))/3 + 1
	distance = edit.Distance(a, b, limit)
	return distance, distance < limit
}

// maxNameLength is the maximum length of a name that is compared, in bytes.
const maxNameLength = 255
