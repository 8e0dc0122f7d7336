package search

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

const (
	ignoreFile = ".gitignore"
	// maxIgnoreBytes is the maximum total size of the .gitignore files that
	// apply to one directory. It limits the time to check an entry against all
	// rules.
	maxIgnoreBytes = 128 << 10
)

// ignoreRules has the rules of one .gitignore file, and of the files in its
// parent directories, which have a lower priority. nil has no rules.
type ignoreRules struct {
	parent *ignoreRules
	// dir is the directory of the file with a slash at its end; it is empty for
	// the working directory.
	dir   string
	rules []rule
	// size is the total size of the file and of the files of parent, in bytes.
	size int
}

// ignores reports whether the last matching rule excludes a path, which must
// be below dir. It does not check whether a parent directory is ignored,
// because the walk does not enter ignored directories.
func (s *ignoreRules) ignores(name string, isDir bool) bool {
	base := path.Base(name)
	for ; s != nil; s = s.parent {
		var parts []string
		for i := len(s.rules) - 1; i >= 0; i-- {
			r := &s.rules[i]
			if r.dirOnly && !isDir {
				continue
			}
			if !r.anchored {
				if r.parts[0].matches(base) {
					return !r.negated
				}
				continue
			}
			if parts == nil {
				parts = strings.Split(name[len(s.dir):], "/")
			}
			if matchParts(r.parts, parts) {
				return !r.negated
			}
		}
	}
	return false
}

// withFile returns the rules with those of the .gitignore file in dir added.
// It reads at most limit bytes. If it returns an error, the returned rules
// contain the rules that could be read.
func (s *ignoreRules) withFile(files capability.FS, dir string, limit int) (*ignoreRules, error) {
	text, err := readIgnoreFile(files, path.Join(dir, ignoreFile), min(limit, maxIgnoreBytes-s.totalBytes()))
	if err != nil && !errors.Is(err, errTooManyRules) {
		err = errors.New("its rules are not used: " + errorWithoutPath(err).Error())
	}
	if rules := parseRules(text); len(rules) > 0 {
		s = &ignoreRules{parent: s, dir: pathPrefix(dir), rules: rules, size: s.totalBytes() + len(text)}
	}
	return s, err
}

// totalBytes returns the size of all .gitignore files of the rules.
func (s *ignoreRules) totalBytes() int {
	if s == nil {
		return 0
	}
	return s.size
}

// pathPrefix returns the prefix of all paths below a directory.
func pathPrefix(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}

// parentRules returns the rules of the directories from the working directory
// to the parent of dir. It leaves out files that cannot be read.
func parentRules(files capability.FS, dir string) (s *ignoreRules) {
	if dir == "." || path.IsAbs(dir) {
		return nil
	}
	parent := "."
	for part := range strings.SplitSeq(dir, "/") {
		info, err := fs.Lstat(files, path.Join(parent, ignoreFile))
		if err == nil && info.Mode().IsRegular() {
			s, _ = s.withFile(files, parent, maxIgnoreBytes)
		}
		parent = path.Join(parent, part)
	}
	return s
}

// errTooManyRules reports that only a part of a .gitignore file was read.
var errTooManyRules = errors.New("this file and the .gitignore files in its parent directories have too many rules: the rules above the limit are not used")

// readIgnoreFile reads the lines of a .gitignore file that fit into limit
// bytes.
func readIgnoreFile(files capability.FS, name string, limit int) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err == nil && len(text) > limit {
		text, err = text[:bytes.LastIndexByte(text[:limit], '\n')+1], errTooManyRules
	}
	return text, err
}

// rule is one line of a .gitignore file.
type rule struct {
	negated  bool
	dirOnly  bool
	anchored bool // parts match a path; otherwise the only part matches a name
	parts    []glob
}

// parseRules parses a .gitignore file. It leaves out lines that cannot match.
func parseRules(text []byte) (rules []rule) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range bytes.Lines(text) {
		if r, ok := parseRule(string(trimRule(line))); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// trimRule returns a line without its line end and without unescaped spaces at
// its end. A NUL byte ends the line.
func trimRule(line []byte) []byte {
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if i := bytes.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	kept := 0 // the length without the spaces at the end
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
		} else if line[i] == ' ' {
			continue
		}
		kept = min(i+1, len(line))
	}
	return line[:kept]
}

// parseRule parses a line without its line end. ok is false for a comment and
// for a rule that cannot match.
func parseRule(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	r.anchored = strings.Contains(line, "/")
	r.parts, ok = parseGlobs(strings.TrimPrefix(line, "/"))
	return r, ok && line != ""
}
