package load

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// sourceExtensions are the extensions of files of which the go command reads at least the beginning.
const sourceExtensions = " .go .c .cc .cpp .cxx .m .h .hh .hpp .hxx .f .F .for .f90 .s .S .sx .swig .swigcxx .syso "

// goFiles are the names of other files that the go command reads.
const goFiles = " go.mod go.sum go.work go.work.sum modules.txt "

// SpecialFileError is the error of a pipe, a device or a socket with the name of a source file: the go command opens
// such a file and can wait without end.
type SpecialFileError struct {
	// Path is the path of the file.
	Path string
	// Type is its type.
	Type fs.FileMode
}

// Error returns a message with the path and the fix.
func (e *SpecialFileError) Error() string {
	return fmt.Sprintf("%s is %s, and not a regular file, so that the go command would wait for it: remove it", e.Path, typeName(e.Type))
}

// typeName returns the name of the type of a file.
func typeName(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// CheckFiles returns a *SpecialFileError if the module of a directory, or a module of its workspace, has a file
// with the name of a source file that is a pipe, a device or a socket. It does not look into directories that the go
// command ignores, and not into modules that replace directives name. Other errors are left to the go command.
func CheckFiles(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil //nolint:nilerr // the go command reports it
	}
	for _, root := range append([]string{moduleRoot(dir)}, workspaceRoots(dir)...) {
		if !isRegular(filepath.Join(root, "go.mod")) {
			continue // the go command reports it
		}
		if err := checkTree(root); err != nil {
			return err
		}
	}
	for ; ; dir = filepath.Dir(dir) {
		for _, name := range []string{"go.mod", "go.work", "go.work.sum"} {
			if err := checkFile(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// workspaceRoots returns the directories of the modules of the workspace of a directory; none if there is no
// workspace.
func workspaceRoots(dir string) []string {
	name := os.Getenv("GOWORK")
	for up := dir; name == ""; up = filepath.Dir(up) {
		if file := filepath.Join(up, "go.work"); isRegular(file) {
			name = file
		} else if up == filepath.Dir(up) {
			return nil
		}
	}
	if name == "off" || !isRegular(name) {
		return nil
	}
	return WorkspaceModules(name)
}

// WorkspaceModules returns the directories of the modules of a workspace, or nil if
// its file cannot be read.
func WorkspaceModules(work string) (dirs []string) {
	content, err := os.ReadFile(work)
	if err != nil {
		return nil
	}
	file, err := modfile.ParseWork(work, content, nil)
	if err != nil {
		return nil
	}
	for _, use := range file.Use {
		dir := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(work), dir)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// isRegular reports whether a path leads to a regular file.
func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// checkTree checks the source files in a directory and in those below it.
func checkTree(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case entry.IsDir():
			if path != root && isIgnored(entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		case entry.Type().IsRegular() || !isSource(entry.Name()):
			return nil
		}
		return checkFile(path)
	})
}

// isIgnored reports whether the go command ignores directories of that name, as long as no pattern names them, or they
// have no packages.
func isIgnored(name string) bool {
	return name[0] == '.' || name[0] == '_' || name == "testdata" || name == "node_modules"
}

// isSource reports whether the go command reads files of that name.
func isSource(name string) bool {
	return strings.Contains(sourceExtensions, " "+filepath.Ext(name)+" ") && filepath.Ext(name) != "" || strings.Contains(goFiles, " "+name+" ")
}

// checkFile returns an error for a pipe, a device or a socket, also if a symbolic link leads to it.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil //nolint:nilerr // the go command reports it
	}
	return &SpecialFileError{path, info.Mode().Type()}
}
