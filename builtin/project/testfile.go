package project

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
)

// testFiles are the names of files with the tests of a source file, by the kind of
// project. NAME is the name of the source file without its extension, and EXT its
// extension with the dot.
var testFiles = map[Kind][]string{
	Python: {"test_NAMEEXT", "NAME_testEXT"},
	NPM:    {"NAME.testEXT", "NAME.specEXT"},
	PNPM:   {"NAME.testEXT", "NAME.specEXT"},
}

// testDirs are the directories, relative to that of the source file or to the root
// of the project, in which the file with its tests can be.
var testDirs = []string{"", "tests", "test", "__tests__"}

// resolveTestFile is resolveTarget for tests: for a source file it returns the file
// with its tests, if there is one, and adds a note.
func (p *project) resolveTestFile(target string) (name string, exists bool) {
	name, exists = p.resolveTarget(target)
	if !exists || !p.isFile(name) || matchesAnyPattern(declarations[p.kind].files, path.Base(name)) {
		return name, exists
	}
	ext := path.Ext(name)
	replacer := strings.NewReplacer("NAME", strings.TrimSuffix(path.Base(name), ext), "EXT", ext)
	for _, from := range []string{path.Dir(name), p.root} {
		for _, dir := range testDirs {
			for _, pattern := range testFiles[p.kind] {
				if file := path.Join(from, dir, replacer.Replace(pattern)); p.isFile(file) {
					p.notes = append(p.notes, "the tests of "+names.Quoted(target)+" are in "+names.Quoted(relative(p.dir, file)))
					return file, true
				}
			}
		}
	}
	return name, true
}
