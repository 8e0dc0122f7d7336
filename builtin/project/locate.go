package project

import (
	"path"
	"regexp"
	"strings"
)

// locate makes the files of all findings relative to the working directory.
func (c *collector) locate(p *project) {
	known := map[[2]string]string{}
	for i := range c.findings {
		f := &c.findings[i]
		key := [2]string{f.base, f.File}
		if _, ok := known[key]; !ok && f.File != "" {
			known[key] = p.locate(f.base, f.File)
		}
		f.File, f.base = known[key], ""
	}
}

// locate is a file that a command named, as seen from the working directory.
func (p *project) locate(base, file string) string {
	file = strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "file://")
	for _, working := range p.workingDirs {
		if inside, ok := strings.CutPrefix(file, strings.TrimSuffix(working, "/")+"/"); ok {
			return path.Clean(inside)
		}
	}
	if path.IsAbs(file) {
		return file
	}
	first := p.packageDir(base)
	for _, dir := range append([]string{first, p.dir}, p.upwards(p.root)...) {
		if name := path.Join(dir, file); !strings.HasPrefix(name, "../") && p.isFile(name) {
			return name
		}
	}
	return path.Join(first, file)
}

var goModule = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// packageDir is the directory of a Go package of the project; where its path is
// empty or another module's, the one where commands run.
func (p *project) packageDir(importPath string) string {
	for _, root := range append([]string{p.root}, p.modules...) {
		module := goModule.FindStringSubmatch(p.content(path.Join(root, "go.mod")))
		if module == nil || importPath == "" {
			continue
		}
		below, ok := strings.CutPrefix(importPath+"/", module[1]+"/")
		if dir := path.Join(root, below); ok && isDirectory(p.files, dir) == nil {
			return dir
		}
	}
	return p.directory(command{})
}

// foreign are in the paths of files that are not the project's own.
var foreign = []string{
	"node_modules/", "node:", "site-packages/", "dist-packages/", "/lib/python",
	"<frozen", "<string>", "/src/testing/", "/src/runtime/", "/usr/local/go/", "/usr/lib/go", "/rustc/", "/pkg/mod/",
}

// isForeign reports whether a file belongs to a library.
func isForeign(file string) bool {
	for _, part := range foreign {
		if strings.Contains(file, part) {
			return true
		}
	}
	return false
}

// at is the place in the first line of a text that is no library's.
func (f *Finding) at(text string, frame *regexp.Regexp) {
	for line := range strings.SplitSeq(text, "\n") {
		if match := frame.FindStringSubmatch(strings.TrimSpace(line)); match != nil && !isForeign(match[1]) {
			f.File, f.Line, f.Column = match[1], number(match[2]), number(match[3])
			return
		}
	}
}
