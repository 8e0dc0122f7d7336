package terminal

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// inspectRun inspects a program that is a file that the command line writes, or
// that runs one, and records the files that a program downloads.
func (i *inspector) inspectRun(name string, words []string, s *state) {
	args := words[1:]
	switch {
	case shell.ContainsWord("curl wget aria2c scp base64 openssl fetch http https xh axel", name):
		for _, file := range downloadedFiles(name, args) {
			i.recordFile(file, writtenFile{}, s)
		}
	case name == "tee":
		for _, file := range parseOptions(args, "").operands {
			i.recordFile(file, i.inputFile(), s)
		}
	case shell.ContainsWord("gunzip bunzip2 unxz unzstd uncompress", name):
		for _, operand := range parseOptions(args, "-S").operands {
			if file, ok := i.files[s.resolve(operand)]; ok {
				i.recordFile(strings.TrimSuffix(operand, path.Ext(operand)), file, s)
			}
		}
	case shell.ContainsWord(compilers, name):
		for _, file := range parseOptions(args, "-o --output").values("-o --output") {
			i.recordFile(file, writtenFile{origin: built}, s)
		}
	case shell.ContainsWord("dpkg rpm apt apt-get dnf yum zypper", name):
		for _, operand := range parseOptions(args, "-o -c -t").operands {
			if i.isDownloaded(operand, s) {
				i.addCommand(downloadDanger, words)
			}
		}
	case name == "ln" || name == "cp" || name == "mv" || name == "install":
		i.recordCopy(name, args, s)
	case shell.ContainsWord(shell.Shells, name) || shell.ContainsWord(interpreters, name) || name == "source" || name == ".":
		for _, file := range i.expandWritten(scriptFile(name, args), s) {
			i.inspectFile(file, words, s)
		}
		i.inspectURL(args, words)
	}
	i.recordTrees(name, args, s)
	i.inspectReadFiles(name, words, s)
	i.inspectFile(words[0], words, s)
}

// scriptFile returns the file that a shell or an interpreter runs, which is empty
// if an argument has the script.
func scriptFile(name string, args []string) string {
	if _, hasScript := shell.Script(args); hasScript && shell.ContainsWord(shell.Shells, name) {
		return ""
	}
	if len(args) > 1 && args[0] == "run" { // deno and bun
		args = args[1:]
	}
	if shell.ContainsWord(interpreters, name) {
		for _, arg := range args {
			if !strings.HasPrefix(arg, "-") {
				break
			}
			if shell.ContainsWord("-c -e -E -p -pe --eval --print", arg) {
				return ""
			}
		}
	}
	return strings.Join(firstOf(shell.Operands(args, shellOptions+" -W -X -I -r --require --import")), "")
}

// expandWritten returns the names of a script: the files that the command line writes, if the name is a pattern, and
// otherwise the name. An empty name is none.
func (i *inspector) expandWritten(name string, s *state) (names []string) {
	switch {
	case name == "":
		return nil
	case !strings.ContainsAny(name, "*?["):
		return []string{name}
	}
	pattern := s.resolve(name)
	for written := range i.files {
		if ok, err := path.Match(pattern, written); ok && err == nil {
			names = append(names, "./"+written)
		}
	}
	slices.Sort(names)
	return names
}

// compilers are programs whose option -o is the program that they build.
const compilers = "go gcc cc clang g++ c++ clang++ rustc zig ghc nim swiftc dmd ldc2 fpc gfortran ld"

// inspectURL finds the address of a program that an interpreter runs.
func (i *inspector) inspectURL(args, words []string) {
	if hasText("http://", "https://")(args[:min(3, len(args))]) && shell.ContainsWord("deno bun", programName(words[0])) {
		i.addCommand(downloadDanger, words)
	}
}

// recordCopy records the copies of files that the command line writes, and
// symbolic links.
func (i *inspector) recordCopy(name string, args []string, s *state) {
	p := parseOptions(args, "-t --target-directory -S --suffix -m -o -g")
	if len(p.operands) != 2 {
		return
	}
	from, to := p.operands[0], p.operands[1]
	if file, ok := i.writtenAt(s.resolve(from)); ok && file.link == "" {
		i.recordFile(to, file, s)
		i.recordFile(path.Join(to, path.Base(from)), file, s)
	} else if name == "ln" {
		target := from
		if !strings.HasPrefix(from, "/") && !strings.HasPrefix(from, "~") && !hasPlaceholder(from) {
			target = path.Join(path.Dir(to), from)
		}
		if resolved := s.resolve(target); isOutside(resolved) || resolved == unknown {
			i.recordFile(to, writtenFile{link: resolved, origin: known}, s)
		}
	}
}

// followLinks returns the target of a resolved path through the symbolic links
// that the command line makes.
func (i *inspector) followLinks(name string) string {
	for range maxDepth {
		next := name
		for link, file := range i.files {
			if file.link != "" && strings.HasPrefix(name, link+"/") {
				next = path.Join(file.link, strings.TrimPrefix(name, link))
			}
		}
		if next == name {
			break
		}
		if name = next; strings.HasPrefix(name, unknown) {
			return unknown
		}
	}
	return name
}

// inspectFile inspects a file that a command runs, if the command line writes
// the file.
func (i *inspector) inspectFile(name string, words []string, s *state) {
	if !strings.Contains(name, "/") && name == words[0] {
		return // found on the PATH
	}
	file, ok := i.writtenAt(s.resolve(name))
	if !ok {
		return
	}
	language := shellText
	if shell.ContainsWord(interpreters, programName(words[0])) {
		language = programText
	}
	child := s.child()
	child.params = slices.Clone(words[min(len(words), 2):])
	if name == words[0] {
		child.params = slices.Clone(words[1:])
	}
	i.inspectWritten(file, language, words, child)
}

// downloadedFiles returns the files that a program downloads or decodes.
func downloadedFiles(name string, args []string) (files []string) {
	p := parseOptions(args, "")
	for _, w := range writers {
		if shell.ContainsWord(w.programs, name) {
			p = parseOptions(args, w.values)
		}
	}
	dir := lastOf(p.values("--output-dir -P --directory-prefix -d --dir"))
	for _, file := range p.values("-o --output -O --output-document --out -out") {
		if file != "" {
			files = append(files, path.Join(dir, file))
		}
	}
	for _, operand := range p.operands {
		if u, err := url.Parse(operand); err == nil && path.Base(u.Path) != "." && path.Base(u.Path) != "/" && (name != "curl" || p.has("-O --remote-name -J --remote-name-all")) {
			files = append(files, path.Join(dir, path.Base(u.Path)))
		}
	}
	if name == "scp" {
		return append(copiedFiles(p.operands), lastOf(p.operands))
	}
	return files
}

// copiedFiles returns the files that a program copies from other machines to the directory in its last operand.
func copiedFiles(operands []string) (files []string) {
	for _, from := range operands[:max(0, len(operands)-1)] {
		if _, file, ok := strings.Cut(from, ":"); ok && isRemote(from) && !strings.HasSuffix(file, "/") {
			files = append(files, path.Join(lastOf(operands), path.Base(file)))
		}
	}
	return files
}
