package terminal

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// locators are programs that print the path of the program or file in their
// argument.
const locators = "which type command whereis realpath readlink"

// printers are programs that print names: numbers, dates, hashes or versions.
const printers = "date basename uname whoami nproc hostname arch wc expr seq id md5sum sha256sum sha1sum uuidgen"

// gitNames are the subcommands of git that print one name.
const gitNames = "rev-parse describe rev-list symbolic-ref branch hash-object merge-base"

// listers are the programs that print paths of files below the directories in
// their arguments, or below the current directory.
const listers = "find fd fdfind ls rg grep egrep fgrep"

// gitListers are the subcommands of git that print paths in the repository.
const gitListers = "ls-files diff grep status diff-tree ls-tree show"

// filters are programs that print some of the lines that they read.
const filters = "grep egrep fgrep rg sort uniq head tail tac shuf cat tee"

// outputOf returns what statements print, as far as it is known.
func (s *state) outputOf(statements []*syntax.Stmt) string {
	if len(statements) != 1 {
		return unknown
	}
	return s.outputOfStatement(statements[0])
}

// outputOfStatement returns what a statement prints, as far as it is known.
func (s *state) outputOfStatement(statement *syntax.Stmt) string {
	switch c := statement.Cmd.(type) {
	case *syntax.CallExpr:
		if !hasSubstitution(c) {
			return s.outputOfWords(s.expandAll(c.Args))
		}
		return s.outputWithSubstitution(c)
	case *syntax.BinaryCmd:
		return s.outputOfBinary(c)
	}
	return unknown
}

// outputWithSubstitution returns the output of basename, dirname and date, whose
// arguments may have one level of substitutions.
func (s *state) outputWithSubstitution(c *syntax.CallExpr) string {
	if len(c.Args) == 0 {
		return ""
	}
	if name := c.Args[0].Lit(); shell.ContainsWord(printers, name) {
		return unknownName
	}
	return unknown
}

// outputOfBinary returns the output of "cd dir && pwd", and of a pipeline with
// filters.
func (s *state) outputOfBinary(b *syntax.BinaryCmd) string {
	call, ok := b.Y.Cmd.(*syntax.CallExpr)
	if !ok || hasSubstitution(call) || len(call.Args) == 0 {
		return unknown
	}
	words := s.expandAll(call.Args)
	if len(words) == 0 {
		return unknown
	}
	switch {
	case b.Op == syntax.AndStmt && words[0] == "pwd":
		if cd, ok := b.X.Cmd.(*syntax.CallExpr); ok && len(cd.Args) == 2 && cd.Args[0].Lit() == "cd" {
			return s.resolve(s.expand(cd.Args[1]))
		}
	case b.Op == syntax.Pipe && shell.ContainsWord(filters, words[0]):
		return s.outputOfStatement(b.X)
	case b.Op == syntax.Pipe && shell.ContainsWord(printers, words[0]):
		return unknownName
	}
	return unknown
}

// outputOfWords returns what a command prints, as far as it is known.
func (s *state) outputOfWords(words []string) string {
	if len(words) == 0 {
		return unknown
	}
	args := words[1:]
	operands := shell.Operands(args, "")
	switch name := words[0]; {
	case name == "pwd":
		return s.dir
	case name == "echo":
		return strings.Join(operands, " ")
	case name == "printf":
		return printfOutput(operands)
	case isShellSetup(words):
		return ":"
	case name == "mktemp":
		return temporaryFile(args)
	case name == "dirname" && len(operands) == 1:
		return directoryOf(operands[0])
	case name == "basename" && len(operands) == 1 && !hasPlaceholder(operands[0]):
		return path.Base(operands[0])
	case shell.ContainsWord(printers, name):
		return unknownName
	case name == "git" && len(args) > 0:
		return s.gitOutput(args)
	case shell.ContainsWord(listers, name):
		return s.listOutput(name, args)
	case shell.ContainsWord(locators, name) && len(operands) > 0:
		return lastOf(operands)
	}
	return unknown
}

// shellSetups are commands whose output is made for eval.
var shellSetups = []string{
	"ssh-agent", "gpg-agent", "dircolors", "direnv hook", "direnv export", "brew shellenv", "pyenv init", "pyenv virtualenv-init", "rbenv init",
	"nodenv init", "jenv init", "starship init", "zoxide init", "opam env", "fnm env", "mise activate", "conda shell.bash", "micromamba shell",
	"minikube docker-env", "docker-machine env", "luarocks path",
}

// isShellSetup reports whether the output of a command is made for eval.
func isShellSetup(words []string) bool {
	return slices.ContainsFunc(shellSetups, func(setup string) bool {
		begin := strings.Fields(setup)
		return len(words) >= len(begin) && slices.Equal(words[:len(begin)], begin)
	})
}

// printfOutput returns the output of printf.
func printfOutput(operands []string) string {
	switch {
	case len(operands) == 1 && !strings.ContainsAny(operands[0], `%\`):
		return operands[0]
	case len(operands) > 1 && slices.Contains([]string{"%s", `%s\n`, `%s\0`}, operands[0]):
		return strings.Join(operands[1:], " ")
	}
	return unknown
}

// temporaryFile returns the path that mktemp prints.
func temporaryFile(args []string) string {
	p := parseOptions(args, "-p --tmpdir --suffix")
	isTemporary := hasFlag(args, "t", "--tmpdir")
	for _, o := range p.options {
		if o.name == "-p" && o.value != "" {
			return o.value + "/" + unknownName
		}
	}
	if len(p.operands) > 0 && !isTemporary {
		return p.operands[0] + unknownName
	}
	return "/tmp/" + unknownName
}

// directoryOf returns what dirname prints.
func directoryOf(name string) string {
	if strings.HasPrefix(name, unknown) || strings.HasPrefix(name, unknownNonEmpty) {
		return unknown
	}
	if path.Clean(name) == "." {
		return ".." // the value of $PWD
	}
	return path.Dir(name)
}

// gitOutput returns what git prints. The root of the repository is taken as the
// working directory.
func (s *state) gitOutput(args []string) string {
	switch {
	case slices.Contains(args, "--show-toplevel") && s.dir == ".":
		return "."
	case slices.Contains(args, "--show-toplevel") && strings.Trim(s.dir[:1], "./~"+placeholders) != "":
		return ".." + strings.Repeat("/..", strings.Count(s.dir, "/"))
	case args[0] == "rev-parse" && hasAny("--git-dir", "--show-toplevel", "--git-common-dir", "--show-prefix", "--absolute-git-dir", "--git-path", "--show-cdup")(args):
		return unknown
	case shell.ContainsWord(gitNames, args[0]):
		return unknownName
	case shell.ContainsWord(gitListers, args[0]):
		return "./" + unknownNonEmpty
	}
	return unknown
}

// listOutput returns the paths that find, ls and grep print: paths below the current
// directory, unless an argument is a path elsewhere.
func (s *state) listOutput(name string, args []string) string {
	if name == "find" {
		starts := startDirectories(args)
		if len(starts) == 1 {
			return starts[0] + "/" + unknownNonEmpty
		}
		args = starts
	}
	for _, arg := range args {
		if strings.HasPrefix(arg, "/") || strings.HasPrefix(arg, "~") || strings.HasPrefix(arg, "..") || hasPlaceholder(arg) {
			return unknown
		}
	}
	return "./" + unknownNonEmpty
}

// inputText returns what the current command reads, as far as it is known.
func (i *inspector) inputText() string {
	if i.source == nil {
		return unknown
	}
	return i.source.state.outputOfStatement(i.source.statement)
}

// hasSubstitution reports whether a command has a command substitution. Nested
// substitutions are unknown, because the time to expand them is quadratic in
// their depth.
func hasSubstitution(call *syntax.CallExpr) bool {
	for node := range syntax.Preorder(call) {
		if _, ok := node.(*syntax.CmdSubst); ok {
			return true
		}
	}
	return false
}
