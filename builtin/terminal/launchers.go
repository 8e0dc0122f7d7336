package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// launchDanger is the danger of an option that makes a program start another
// one that is not usual there.
const launchDanger = "makes a program start another program"

// launcher describes the options with which a program starts another program.
type launcher struct {
	// programs are names, separated by spaces.
	programs string
	// options are the options whose value is a command.
	options string
	// usual are the programs that are usual as the value, separated by spaces, or
	// anyCommand.
	usual string
	// when are the subcommands of which one must be an argument; empty means always.
	when string
	// isEditor reports that the value is a command of an editor or a debugger.
	isEditor bool
}

// compressors are usual values of options for compression.
const compressors = "gzip pigz bzip2 pbzip2 lbzip2 xz pxz zstd zstdmt lz4 lzma lzop lzip cat"

// launchers are the programs with such options.
var launchers = []launcher{
	{programs: "rsync", options: "-e --rsh --rsync-path -M --remote-option", usual: "ssh rsync sshpass"},
	{programs: "tar bsdtar gtar", options: "--to-command -I --use-compress-program -F --info-script --new-volume-script --rsh-command", usual: compressors},
	{programs: "sort", options: "--compress-program", usual: compressors},
	{programs: "split", options: "--filter", usual: compressors},
	{programs: "go", options: "-exec -toolexec -vettool", usual: "xprog qemu-arm qemu-aarch64 wasmtime"},
	{programs: "scp sftp", options: "-S", usual: "ssh"},
	{programs: "sftp", options: "-D", usual: "sftp-server"},
	{programs: "rg", options: "--pre --hostname-bin", usual: "pdftotext zcat pandoc"},
	{programs: "man", options: "-P --pager -H --html -B", usual: "cat less more"},
	{programs: "git", options: "--upload-pack --receive-pack --upload-archive --template", usual: "git-upload-pack git-receive-pack"},
	{programs: "git", options: "-u", usual: "git-upload-pack", when: "clone"},
	{programs: "git", options: "--exec", when: "archive ls-remote fetch-pack send-pack push fetch clone daemon"},
	{programs: "git", options: "-x --exec", usual: anyCommand, when: "rebase"},
	{programs: "git", options: "-x --extcmd", usual: "diff vimdiff meld", when: "difftool"},
	{programs: "git", options: "--open-files-in-pager", usual: "cat less", when: "grep"},
	{programs: "git", options: "--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter --setup", usual: anyCommand, when: "filter-branch"},
	{programs: "vim vi nvim view ex", options: "-c --cmd", isEditor: true},
	{programs: "gdb lldb", options: "-ex -iex --eval-command --init-eval-command -o --one-line", isEditor: true},
	{programs: "make gmake", options: "--eval -E"},
	{programs: "npm pnpm yarn bun", options: "--script-shell --shell", usual: "bash sh zsh"},
	{programs: "npm", options: "--git", usual: "git"},
	{programs: "bazel bazelisk", options: "--run_under", usual: "gdb valgrind"},
	{programs: "nodemon watchexec cargo-watch chokidar", options: "--exec -x -c --command", usual: anyCommand},
	{programs: "nix-shell nix", options: "--run --command -c", usual: anyCommand},
	{programs: "wget", options: "--use-askpass"},
	{programs: "zip", options: "-TT --unzip-command", usual: "unzip"},
	{programs: "pytest py.test", options: "--pdbcls"},
	{programs: "ssh-add", options: "-s"},
	{programs: "ssh-keygen", options: "-D"},
}

// inspectValue inspects a command that is the value of an option, setting or
// variable. Its program must be one of the usual ones.
func (i *inspector) inspectValue(shown, value, usual string, s *state) {
	script := strings.TrimPrefix(strings.TrimSpace(value), "!")
	program, _, _ := strings.Cut(script, " ")
	if script == "" || usual == anyCommand && strings.HasPrefix(script, "-") {
		return
	}
	if usual != anyCommand && !shell.ContainsWord(usual, programName(program)) && !shell.ContainsWord(usual, program) {
		i.add(launchDanger + ": " + showCommand([]string{shown}))
		return
	}
	i.inspectScript(script, s.child())
}

// inspectLaunchers inspects the options and settings of a program with which it
// starts another program.
func (i *inspector) inspectLaunchers(name string, args []string, s *state) {
	for _, l := range launchers {
		if shell.ContainsWord(l.programs, name) && (l.when == "" || slices.ContainsFunc(args, func(arg string) bool { return shell.ContainsWord(l.when, arg) })) {
			i.inspectLauncher(l, name, args, s)
		}
	}
	for n, arg := range args {
		if name == "git" && n+1 < len(args) && slices.Contains(args, "config") {
			i.inspectSetting(name, arg, args[n+1], s)
		}
		if key, value, ok := cutSetting(arg); ok {
			i.inspectSetting(name, key, value, s)
		}
		i.inspectSpecialArgument(name, arg, args, s)
	}
}

// cutSetting returns the name and the value of a setting such as -ccore.pager=x,
// -o ProxyCommand=x, "ProxyCommand x" or --checkpoint-action=exec=x.
func cutSetting(arg string) (key, value string, ok bool) {
	for _, prefix := range []string{"--checkpoint-action=", "--config=", "-o", "-c"} {
		if rest, hasPrefix := strings.CutPrefix(arg, prefix); hasPrefix {
			arg = rest
			break
		}
	}
	if key, value, ok = strings.Cut(arg, "="); ok {
		return key, value, true
	}
	return strings.Cut(arg, " ")
}

// inspectSpecialArgument inspects an argument with which a program starts another
// one and that is no option with a value.
func (i *inspector) inspectSpecialArgument(name, arg string, args []string, s *state) {
	switch {
	case shell.ContainsWord("npm pnpm yarn bun", name) && strings.HasPrefix(arg, "scripts.") && slices.Contains(args, "set"):
		_, script, _ := strings.Cut(arg, "=")
		i.inspectScript(script, s.child())
	case name == "make" && strings.Contains(arg, "="):
		i.inspectLiteral(arg[strings.IndexByte(arg, '=')+1:], s)
	case shell.ContainsWord("vim vi nvim view ex less", name) && strings.HasPrefix(arg, "+") && strings.Contains(arg, "!"):
		i.inspectScript(arg[strings.IndexByte(arg, '!')+1:], s.child())
	case name == "git" && (strings.HasPrefix(arg, "ext::") || strings.HasPrefix(arg, "--exec-path=") || strings.HasPrefix(arg, "--config-env")),
		name == "git" && strings.HasPrefix(arg, "-O") && slices.Contains(args, "grep") && len(arg) > 2:
		i.addCommand(launchDanger, append([]string{name}, args...))
	}
}

// anyCommand says that the value of an option is inspected as a command, for every
// program that it starts.
const anyCommand = "*"

// inspectLauncher inspects the options of one row of launchers.
func (i *inspector) inspectLauncher(l launcher, name string, args []string, s *state) {
	p := parseOptions(args, l.options)
	for _, value := range p.values(l.options) {
		switch {
		case value == "":
		case l.isEditor:
			i.inspectEditorCommand(value, s)
		default:
			i.inspectValue(name+" "+strings.Fields(l.options)[0]+" "+value, value, l.usual, s)
		}
	}
}

// inspectEditorCommand inspects a command of an editor or debugger that starts a
// program after "!", "shell" or "system(".
func (i *inspector) inspectEditorCommand(command string, s *state) {
	for _, start := range []string{"!", "shell ", "platform shell "} {
		if _, script, ok := strings.Cut(command, start); ok {
			i.inspectScript(script, s.child())
		}
	}
	if strings.Contains(command, "system(") || strings.Contains(command, "os.") || strings.HasPrefix(command, "python") {
		i.inspectProgramText(command, s)
	}
}
