package terminal

import (
	"path"
	"slices"
	"strings"
)

// specialWriters are functions for programs whose arguments the table cannot
// describe, by name.
var specialWriters = map[string]func(i *inspector, args []string, s *state){
	"tar": inspectTar, "bsdtar": inspectTar, "gtar": inspectTar, "go": inspectGo, "find": inspectFind, "xargs": ignoreWrites,
}

// ignoreWrites is for programs that are inspected elsewhere.
func ignoreWrites(*inspector, []string, *state) {}

// tarValues are the options of tar that have a value.
const tarValues = "-f --file -C --directory -T --files-from -X --exclude-from --exclude -I --use-compress-program --to-command --transform --xform -b -g -K -L -N -V -F --one-top-level --strip-components --owner --group --mode --mtime -s --checkpoint-action --rsh-command --info-script --new-volume-script"

// inspectTar inspects what tar extracts, creates or removes.
func inspectTar(i *inspector, args []string, s *state) {
	if len(args) > 0 && args[0] != "" && !strings.HasPrefix(args[0], "-") { // old style: tar xzf file
		args = append(oldTarOptions(args[0], args[1:]), args[min(len(args), 1+strings.Count(args[0], "f")+strings.Count(args[0], "C")):]...)
	}
	p := parseOptions(args, tarValues)
	dir := s
	for _, value := range p.values("-C --directory") {
		dir = dir.in(value)
	}
	switch {
	case p.has("-x --extract --get"):
		for _, each := range p.values("--one-top-level") {
			i.inspectWrite(each, writeDanger, dir)
		}
		if !p.has("-O --to-stdout --to-command") {
			i.inspectWrite(".", writeDanger, dir)
			if p.has("-P --absolute-names --absolute-paths") {
				i.add("extracts files to the paths in the archive, which may be outside of the working directory")
			}
		}
	case p.has("-c --create -r --append -u --update -A --delete"):
		for _, file := range p.values("-f --file") {
			if !isRemote(file) {
				i.inspectWrite(file, writeDanger, s)
			}
		}
		if p.has("--remove-files") {
			for _, each := range p.operands {
				i.inspectWrite(each, removeDanger, dir)
			}
		}
	}
}

// oldTarOptions returns the options of tar for a group of letters without a
// dash, such as xzf, whose values are the next words.
func oldTarOptions(letters string, values []string) (options []string) {
	for _, letter := range letters {
		options = append(options, "-"+string(letter))
		if (letter == 'f' || letter == 'C') && len(values) > 0 {
			options, values = append(options, values[0]), values[1:]
		}
	}
	return options
}

// inspectGo inspects what the go command writes.
func inspectGo(i *inspector, args []string, s *state) {
	p := parseOptions(args, outputOptions+" -C -run -bench -tags -ldflags -gcflags -exec -toolexec -vettool -pkgdir -modfile -overlay")
	for _, dir := range p.values("-C") {
		s = s.in(dir)
	}
	for _, target := range p.values(outputOptions) {
		i.inspectWrite(target, writeDanger, s)
	}
	if slices.Contains(args, "env") && p.has("-w -u") {
		i.inspectWrite("~/.config/go/env", writeDanger, s)
	}
}

// inspectFind inspects the files that find writes or removes.
func inspectFind(i *inspector, args []string, s *state) {
	for _, target := range optionValue(args, "-fprint", "-fprintf", "-fprint0", "-fls") {
		i.inspectWrite(target, writeDanger, s)
	}
	if !slices.Contains(args, "-delete") {
		return
	}
	for _, start := range startDirectories(args) {
		i.inspectWrite(path.Join(start, unknownName), removeDanger, s)
	}
}
