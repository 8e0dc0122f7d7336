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
		key := [2]string{f.basePackage, f.File}
		if _, ok := known[key]; !ok && f.File != "" {
			known[key] = p.locate(f.basePackage, f.File)
		}
		if f.basePackage != "" {
			f.Message = p.shortenGoPositions(f.Message)
		}
		f.File, f.basePackage = known[key], ""
	}
}

// locate returns a file that a command named, relative to the working directory.
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
	if dir, ok := p.goPackageDir(path.Dir(file)); ok { // go test -trimpath
		return path.Join(dir, path.Base(file))
	}
	first := p.packageDir(base)
	for _, dir := range append([]string{first, p.dir}, p.directoriesUp(p.root)...) {
		if name := path.Join(dir, file); !strings.HasPrefix(name, "../") && p.isFile(name) {
			return name
		}
	}
	if base != "" && strings.Contains(file, "/") { // go test -trimpath, in another module
		return file
	}
	return path.Join(first, file)
}

// goModule matches the line of a go.mod with the path of the module.
var goModule = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// packageDir returns the directory of a Go package of the project. When the path
// is empty or that of another module, it returns the directory in which commands
// run.
func (p *project) packageDir(importPath string) string {
	if dir, ok := p.goPackageDir(importPath); ok {
		return dir
	}
	return p.commandDir(command{})
}

// goPackageDir returns the directory of a Go package. ok is false when the path is
// not that of a package of the project.
func (p *project) goPackageDir(importPath string) (dir string, ok bool) {
	if p.kind != Go {
		return "", false
	}
	for _, root := range append([]string{p.root}, p.modules...) {
		module := goModule.FindStringSubmatch(p.readConfig(path.Join(root, "go.mod")))
		if module == nil {
			continue
		}
		below, ok := strings.CutPrefix(importPath+"/", module[1]+"/")
		if dir := path.Join(root, below); ok && isDirectory(p.files, dir) == nil {
			return dir, true
		}
	}
	return "", false
}

// libraryPaths are in the paths of files of libraries.
var libraryPaths = []string{
	"node_modules/", "node:", "site-packages/", "dist-packages/", "/lib/python",
	"<frozen", "<string>", "/src/testing/", "/src/runtime/", "/usr/local/go/", "/usr/lib/go", "/rustc/", "/pkg/mod/",
}

// isLibrary reports whether a file belongs to a library.
func isLibrary(file string) bool {
	for _, part := range libraryPaths {
		if strings.Contains(file, part) {
			return true
		}
	}
	return false
}

// setPosition sets the position of the finding to that of the first stack frame in
// a text that is not in a library.
func (f *Finding) setPosition(text string, frame *regexp.Regexp) {
	for line := range strings.SplitSeq(text, "\n") {
		if match := frame.FindStringSubmatch(strings.TrimSpace(line)); match != nil && !isLibrary(match[1]) {
			f.File, f.Line, f.Column = match[1], parseNumber(match[2]), parseNumber(match[3])
			return
		}
	}
}
