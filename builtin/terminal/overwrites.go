package terminal

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// Overwrites returns the paths of the files that a command line replaces if they exist: the
// targets of ">" and of programs such as cp, mv and tee. They are relative to the directory of
// dir, unless they are absolute. Paths with variables or pattern characters are left out, and all
// of a command line with cd.
func Overwrites(command, dir string) (found []string) {
	file, err := parse(command)
	if err != nil {
		return nil
	}
	add := func(name string) {
		if name == "" || strings.ContainsAny(name, "*?[") || strings.Contains(name, unknown) || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "/dev/") {
			return
		}
		if !path.IsAbs(name) {
			name = path.Join(dir, name)
		}
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	changesDir := false
	for node := range syntax.Preorder(file) {
		switch node := node.(type) {
		case *syntax.Redirect:
			if shell.ContainsWord("> >| &>", node.Op.String()) && node.Word != nil {
				add(literalOf(node.Word))
			}
		case *syntax.CallExpr:
			words := make([]string, len(node.Args))
			for i, word := range node.Args {
				words[i] = literalOf(word)
			}
			if len(words) > 0 {
				changesDir = changesDir || shell.ContainsWord("cd pushd", words[0])
				for _, name := range targetsOf(words) {
					add(name)
				}
			}
		}
	}
	if changesDir {
		return nil
	}
	return found
}

// targetsOf returns the files that a program replaces.
func targetsOf(words []string) []string {
	for len(words) > 1 && shell.ContainsWord("sudo command env nice nohup time exec", programName(words[0])) {
		words = words[1:]
	}
	operands := slices.DeleteFunc(slices.Clone(words[1:]), func(word string) bool { return strings.HasPrefix(word, "-") })
	has := func(options string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return shell.ContainsWord(options, word) })
	}
	switch program := programName(words[0]); {
	case shell.ContainsWord("cp mv install", program) && len(operands) > 1 && !has("-n --no-clobber -b --backup"):
		return targetsIn(operands)
	case program == "tee" && !has("-a --append"):
		return operands
	case program == "dd":
		for _, word := range words {
			if name, ok := strings.CutPrefix(word, "of="); ok {
				return []string{name}
			}
		}
	}
	return nil
}

// targetsIn returns where cp and mv write: the last operand, which may also be a directory.
func targetsIn(operands []string) []string {
	target := operands[len(operands)-1]
	targets := []string{target}
	for _, source := range operands[:len(operands)-1] {
		targets = append(targets, path.Join(target, path.Base(source)))
	}
	return targets
}
