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
	// maxIgnoreBytes is how long the .gitignore files are together that count
	// for one directory: each entry is held against all of their rules.
	maxIgnoreBytes = 128 << 10
)

// scope is the rules of one .gitignore file, and of those above it, which give
// way to them. A nil scope has none.
type scope struct {
	above *scope
	// dir is the directory of the file with a slash at its end; empty for the
	// top.
	dir   string
	rules []rule
	// size is how long the file is, and those above it.
	size int
}

// ignores reports whether the last rule that matches excludes what stands at
// the path, which is below the scope's directory. Whatever is in an ignored
// directory is ignored too: that is for the walk to see to.
func (s *scope) ignores(name string, isDir bool) bool {
	base := path.Base(name)
	for ; s != nil; s = s.above {
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

// below is the scope with the rules of a directory's .gitignore file added, as
// far as it can be read and fits into so many bytes.
func (s *scope) below(files capability.FS, dir string, room int) (*scope, error) {
	text, err := readIgnore(files, path.Join(dir, ignoreFile), min(room, maxIgnoreBytes-s.length()))
	if err != nil && !errors.Is(err, errManyRules) {
		err = errors.New("its rules do not count: " + cause(err).Error())
	}
	if rules := parseRules(text); len(rules) > 0 {
		s = &scope{above: s, dir: prefix(dir), rules: rules, size: s.length() + len(text)}
	}
	return s, err
}

func (s *scope) length() int {
	if s == nil {
		return 0
	}
	return s.size
}

// prefix is what the paths below a directory begin with.
func prefix(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}

// around is the scope of the directories from the top down to the one above a
// directory. Files that cannot be read do not count.
func around(files capability.FS, dir string) (s *scope) {
	if dir == "." || path.IsAbs(dir) {
		return nil
	}
	above := "."
	for part := range strings.SplitSeq(dir, "/") {
		info, err := fs.Lstat(files, path.Join(above, ignoreFile))
		if err == nil && info.Mode().IsRegular() {
			s, _ = s.below(files, above, maxIgnoreBytes)
		}
		above = path.Join(above, part)
	}
	return s
}

// errManyRules says that not all rules count.
var errManyRules = errors.New("there are too many rules in it and in the .gitignore files above it: the rest of them does not count")

// readIgnore reads a .gitignore file, up to the last line that fits.
func readIgnore(files capability.FS, name string, room int) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(room)+1))
	if err == nil && len(text) > room {
		text, err = text[:bytes.LastIndexByte(text[:room], '\n')+1], errManyRules
	}
	return text, err
}

// rule is one line of a .gitignore file.
type rule struct {
	negated  bool
	dirOnly  bool
	anchored bool // the parts are those of a path; else there is one, for a name
	parts    []glob
}

// parseRules reads a .gitignore file. Lines that can never match are left out.
func parseRules(text []byte) (rules []rule) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range bytes.Lines(text) {
		if r, ok := parseRule(string(ruleText(line))); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// ruleText is a line without its end and the spaces before it.
func ruleText(line []byte) []byte {
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if i := bytes.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	kept := 0 // up to here no space can be taken off
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
