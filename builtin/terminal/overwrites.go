package terminal

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/toolgen/toolgen/internal/shell"
)

// overwriter are programs that replace files which writers has for them.
type overwriter struct {
	programs string // names, separated by spaces
	// unless are the arguments, separated by spaces, with which no content is lost.
	unless string
}

// overwriters are the programs whose files Overwrites returns. Programs that only format or
// build files are not in the table.
var overwriters = []overwriter{
	{programs: "tee", unless: "-a --append"},
	{programs: "cp mv install gcp", unless: "-n --no-clobber -b --backup"},
	{programs: "rsync", unless: "-n --dry-run --ignore-existing -b --backup"},
	{programs: "scp sed gsed perl ruby awk gawk yq sort uniq sponge patch split openssl"},
	{programs: "curl", unless: "--no-clobber"},
	{programs: "wget", unless: "-nc --no-clobber -c --continue"},
}

// Overwrites returns the paths of the files that a command line replaces if they exist: the
// targets of ">" and of programs such as cp, tee, sed -i, curl -o and rsync. They are relative to the
// directory of dir, unless they are absolute, and may have pattern characters. Paths with variables are
// left out. It follows cd to a directory that the command line names.
func Overwrites(command, dir string) (found []string) {
	file, err := parse(command)
	if err != nil {
		return nil
	}
	add := func(name string) {
		if name == "" || name == "-" || strings.Contains(name, unknown) || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "/dev/") {
			return
		}
		if !path.IsAbs(name) {
			name = path.Join(dir, name)
		}
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
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
			if len(words) > 1 && shell.ContainsWord("cd pushd", words[0]) {
				if words[1] == "-" || strings.Contains(words[1], unknown) || strings.HasPrefix(words[1], "~") {
					return found // the directory of the rest is not known
				}
				if !path.IsAbs(words[1]) {
					words[1] = path.Join(dir, words[1])
				}
				dir = words[1]
			}
			for _, name := range targetsOf(withoutWrappers(words)) {
				add(name)
			}
			found = append(found, Overwrites(scriptOf(words), dir)...)
		}
	}
	return found
}

// targetsOf returns the files that a program replaces.
func targetsOf(words []string) (targets []string) {
	if len(words) == 0 {
		return nil
	}
	name, args := programName(words[0]), words[1:]
	if name == "dd" {
		for _, arg := range args {
			if target, ok := strings.CutPrefix(arg, "of="); ok {
				targets = append(targets, target)
			}
		}
	}
	isListed := slices.ContainsFunc(overwriters, func(o overwriter) bool {
		return shell.ContainsWord(o.programs, name) && !hasOneOf(args, o.unless)
	})
	if !isListed {
		return targets
	}
	for _, w := range writers {
		if shell.ContainsWord(w.programs, name) && w.subcommand == "" {
			targets = append(targets, w.targets(args)...)
		}
	}
	switch operands := withoutOptions(args); {
	case name == "mv" && len(targets) > 0:
		if hasOneOf(args, "-t --target-directory") {
			return targetsIn(operands, targets[:1])
		}
		return targetsIn(operands, targets[len(targets)-1:]) // the other operands are moved
	case shell.ContainsWord("cp install gcp scp rsync", name):
		return targetsIn(operands, targets)
	case name == "curl" && hasOneOf(args, "-O --remote-name --remote-name-all -J"):
		for _, address := range operands {
			if u, err := url.Parse(address); err == nil && u.Host != "" {
				targets = append(targets, path.Base(u.Path))
			}
		}
	}
	return targets
}

// targetsIn returns where programs such as cp write: the targets, and the names of the sources in
// them, if a target is a directory.
func targetsIn(sources, targets []string) []string {
	all := slices.Clone(targets)
	for _, target := range targets {
		for _, source := range sources {
			if source != target {
				all = append(all, path.Join(target, path.Base(source)))
			}
		}
	}
	return all
}
