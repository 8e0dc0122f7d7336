package terminal

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// origin says where the text of a file comes from that the command line writes.
type origin int

const (
	downloaded origin = iota // from another machine, or decoded
	known                    // from the command line
	derived                  // from other files, by a program for text, such as sed
	produced                 // from another program
	built                    // from a compiler
)

// writtenFile is a file or directory that the command line writes.
type writtenFile struct {
	origin origin
	// text is what a known file has. A derived file has the arguments of the program
	// on lines of their own.
	text string
	// link is the resolved target, if the file is a symbolic link.
	link string
	// isClone says that everything in the directory is downloaded. Of another
	// working directory, the files in its directories are.
	isClone bool
}

// maxFiles is the maximum number of files that are tracked.
const maxFiles = 64

// recordFile records a file that the command line writes.
func (i *inspector) recordFile(name string, file writtenFile, s *state) {
	if resolved := s.resolve(name); resolved != unknown && len(i.files) < maxFiles {
		if old, ok := i.files[resolved]; ok && old.origin == known && file.origin == known {
			if file.text != old.text { // it may be appended
				file.text = old.text + "\n" + file.text
			}
		}
		i.files[resolved] = file
	}
}

// writtenAt returns the file that the command line writes at a resolved path, or
// the downloaded directory that contains it.
func (i *inspector) writtenAt(name string) (writtenFile, bool) {
	if file, ok := i.files[name]; ok {
		return file, ok
	}
	for dir := path.Dir(name); dir != "/"; dir = path.Dir(dir) {
		file, ok := i.files[dir]
		if ok && file.origin == downloaded && file.link == "" && (dir != "." || !isOutside(name) && (file.isClone || strings.Contains(name, "/"))) {
			return file, true
		}
		if dir == "." {
			break
		}
	}
	return writtenFile{}, false
}

// isBuilt reports whether the command line builds a program with a compiler.
func (i *inspector) isBuilt(program string, s *state) bool {
	file, ok := i.files[s.resolve(program)]
	return ok && file.origin == built
}

// textPrograms are programs that print parts of other files or of the
// environment, and their arguments.
const textPrograms = "sed gsed awk gawk jq yq tr cut head tail sort uniq grep egrep fgrep rg cat tac envsubst paste column fold expand dasel tomlq git env printenv export declare diff comm ls find pwd date nl wc fmt"

// recordOutput records the file to which a statement prints.
func (i *inspector) recordOutput(statement *syntax.Stmt, target string, s *state) {
	if statement.Cmd == nil || isHarmlessDevice(target) {
		return
	}
	if i.hasDownload(statement, s) || i.sourceDownloads() {
		i.recordFile(target, writtenFile{}, s)
		return
	}
	i.recordFile(target, i.printedBy(statement, s), s)
}

// printedBy returns the file with what a statement prints.
func (i *inspector) printedBy(statement *syntax.Stmt, s *state) writtenFile {
	if !i.spend(1) {
		return writtenFile{origin: produced}
	}
	switch c := statement.Cmd.(type) {
	case *syntax.CallExpr:
		return i.printedByCall(statement, unwrapAll(s.expandAll(c.Args)), s)
	case *syntax.Block:
		return i.printedByAll(c.Stmts, s)
	case *syntax.Subshell:
		return i.printedByAll(c.Stmts, s)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			source := i.source
			i.source = &input{c.X, s}
			defer func() { i.source = source }()
			return i.printedBy(c.Y, s)
		}
	}
	return writtenFile{origin: produced}
}

// printedByAll returns the file with what statements print. Its text is derived if
// that of a statement is.
func (i *inspector) printedByAll(statements []*syntax.Stmt, s *state) writtenFile {
	all := writtenFile{origin: known}
	for _, each := range statements {
		file := i.printedBy(each, s)
		all.text += file.text + "\n"
		if all.origin = max(all.origin, file.origin); all.origin == produced {
			return all
		}
	}
	return all
}

// printedByCall returns the file with what a simple command prints.
func (i *inspector) printedByCall(statement *syntax.Stmt, words []string, s *state) writtenFile {
	if len(words) == 0 {
		return writtenFile{origin: known}
	}
	for _, r := range statement.Redirs {
		if r.Hdoc != nil && words[0] == "cat" {
			return writtenFile{origin: known, text: s.hereDocument(r)}
		}
	}
	switch {
	case words[0] == "echo" || words[0] == "printf":
		return writtenFile{origin: known, text: printedText(words[0], shell.Operands(words[1:], ""))}
	case words[0] == "cat" && len(words) == 1 && i.source != nil:
		return i.inputFile()
	case shell.ContainsWord(textPrograms, words[0]):
		file := writtenFile{origin: derived, text: strings.Join(words[1:], "\n")}
		if i.source != nil {
			input := i.inputFile()
			file.origin, file.text = max(derived, input.origin), file.text+"\n"+input.text
		}
		return file
	}
	return writtenFile{origin: produced}
}

// inputFile returns the file with what the current command reads.
func (i *inspector) inputFile() writtenFile {
	switch {
	case i.source == nil && i.codeInput == "":
		return writtenFile{origin: produced}
	case i.source == nil:
		return writtenFile{origin: known, text: i.codeInput}
	case i.sourceDownloads():
		return writtenFile{}
	}
	source := i.source
	i.source = nil
	defer func() { i.source = source }()
	return i.printedBy(source.statement, source.state)
}

// printedText returns what echo or printf prints. Escapes are decoded, as some shells
// do for echo too.
func printedText(program string, operands []string) string {
	if program == "echo" || len(operands) == 0 {
		return unescapeANSI(strings.Join(operands, " "))
	}
	format, args := operands[0], operands[1:]
	verbs := strings.Count(strings.ReplaceAll(format, "%%", ""), "%")
	if verbs == 0 || len(args) == 0 {
		return unescapeANSI(format)
	}
	var text strings.Builder
	for group := range slices.Chunk(args, verbs) {
		line := format
		for _, arg := range group {
			before, after, _ := strings.Cut(line, "%")
			text.WriteString(unescapeANSI(before))
			text.WriteString(strings.ReplaceAll(strings.ReplaceAll(arg, `\t`, "\t"), `\n`, "\n"))
			line = after[min(1, len(after)):]
		}
		text.WriteString(unescapeANSI(line))
	}
	return text.String()
}

// sourceDownloads reports whether the current command reads what a program
// downloads or decodes.
func (i *inspector) sourceDownloads() bool {
	return i.source != nil && i.hasDownload(i.source.statement, i.source.state)
}
