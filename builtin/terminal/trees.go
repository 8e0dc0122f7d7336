package terminal

import (
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// cloners are programs that download a directory: their subcommands, the options
// that have a value, and the number of operands before the address.
var cloners = []struct{ program, subcommands, values string }{
	{"git", "clone", "-b --branch -o --origin -c --config --depth --reference -u --upload-pack --template --separate-git-dir -j --jobs --filter --shallow-since -C"},
	{"gh glab", "repo clone", "-u --upstream-remote-name -g --group"},
	{"hg", "clone", "-r --rev -b --branch -u --updaterev"},
	{"svn", "checkout co export", "-r --revision --username --password"},
	{"degit tiged giget", "", ""},
}

// recordTrees records the directories whose files a program downloads, or
// extracts from an archive that the command line downloads.
func (i *inspector) recordTrees(name string, args []string, s *state) {
	for _, c := range cloners {
		if shell.ContainsWord(c.program, name) {
			i.recordClone(parseOptions(args, c.values), c.subcommands, s)
		}
	}
	switch {
	case shell.ContainsWord("tar bsdtar gtar", name):
		i.recordTar(args, s)
	case shell.ContainsWord("unzip 7z 7za 7zr 7zz unrar unar cpio", name):
		p := parseOptions(args, "-d -o -x -P -p -w -D --directory -output-directory")
		if i.sourceDownloads() || slices.ContainsFunc(p.operands, func(file string) bool { return i.isDownloaded(file, s) }) {
			i.recordTree(p.values("-d -o -D --directory -output-directory"), s)
		}
	case name == "gh" && hasSubcommand("release download", "run download")(args):
		i.recordTree(parseOptions(args, "-D --dir -p --pattern -R --repo -n --name -A --archive -O --output").values("-D --dir"), s)
	case shell.ContainsWord("rsync aws gsutil rclone", name):
		operands := parseOptions(args, writerValues(name)).operands
		if len(operands) > 1 && !isRemote(lastOf(operands)) && slices.ContainsFunc(operands[:len(operands)-1], isRemote) {
			i.recordTree(operands[len(operands)-1:], s)
			for _, file := range copiedFiles(operands) {
				i.recordFile(file, writtenFile{}, s)
			}
		}
	}
}

// writerValues returns the options of a program that have a value.
func writerValues(name string) string {
	for _, w := range writers {
		if shell.ContainsWord(w.programs, name) {
			return w.values
		}
	}
	return ""
}

// isDownloaded reports whether the command line downloads a file.
func (i *inspector) isDownloaded(name string, s *state) bool {
	file, ok := i.writtenAt(s.resolve(name))
	return ok && file.origin == downloaded && file.link == ""
}

// recordClone records the directory of a clone of another machine.
func (i *inspector) recordClone(p parsedArguments, subcommands string, s *state) {
	operands := p.operands
	for _, dir := range p.values("-C") {
		s = s.in(dir)
	}
	if subcommands != "" {
		words := strings.Fields(subcommands)
		if len(operands) == 0 || !slices.Contains(words, operands[0]) {
			return
		}
		for len(operands) > 0 && slices.Contains(words, operands[0]) {
			operands = operands[1:]
		}
	}
	if len(operands) == 0 || isLocal(operands[0]) {
		return
	}
	dir := strings.TrimSuffix(path.Base(strings.TrimRight(operands[0], "/")), ".git")
	if _, after, ok := strings.Cut(dir, ":"); ok {
		dir = after
	}
	if len(operands) > 1 {
		dir = operands[1]
	}
	i.recordFile(dir, writtenFile{isClone: true}, s)
}

// isLocal reports whether the address of a repository is a directory of this
// machine.
func isLocal(address string) bool {
	return strings.HasPrefix(address, ".") || strings.HasPrefix(address, "/") || strings.HasPrefix(address, "~") || strings.HasPrefix(address, "file:")
}

// recordTar records the directory into which tar extracts a downloaded archive.
func (i *inspector) recordTar(args []string, s *state) {
	if len(args) > 0 && args[0] != "" && !strings.HasPrefix(args[0], "-") {
		args = append(oldTarOptions(args[0], args[1:]), args[min(len(args), 1+strings.Count(args[0], "f")+strings.Count(args[0], "C")):]...)
	}
	p := parseOptions(args, tarValues)
	if !p.has("-x --extract --get") {
		return
	}
	archives := p.values("-f --file")
	reads := len(archives) == 0 || slices.Contains(archives, "-")
	if reads && i.sourceDownloads() || slices.ContainsFunc(archives, func(file string) bool { return i.isDownloaded(file, s) }) {
		i.recordTree(p.values("-C --directory"), s)
	}
}

// recordTree records the last of the directories, or the current one, as
// downloaded.
func (i *inspector) recordTree(directories []string, s *state) {
	dir := lastOf(directories)
	if dir == "" {
		dir = "."
	}
	i.recordFile(dir, writtenFile{}, s)
}
