package shell

import "strings"

// Wrapper describes a program that runs the command in its arguments.
type Wrapper struct {
	// Options are the options whose value is the next word.
	Options string
	// Operands is the number of words before the command, such as the duration
	// of timeout.
	Operands int
	// CommandOptions are the options whose value is a command line.
	CommandOptions string
	// OtherUser reports that the command runs with the rights of another user.
	OtherUser bool
	// AppendsInput reports that words from the standard input are added to the
	// command.
	AppendsInput bool
}

// wrappers are the wrappers by name.
var wrappers = map[string]*Wrapper{
	"sudo":     {Options: "-u -g -h -C -p -U -r -t -D -R -T", OtherUser: true},
	"doas":     {Options: "-u -C", OtherUser: true},
	"pkexec":   {Options: "--user", OtherUser: true},
	"runuser":  {Options: "-u -g -G", OtherUser: true},
	"setpriv":  {OtherUser: true},
	"nsenter":  {Options: "-t -S -G", OtherUser: true},
	"env":      {Options: "-u -C --unset --chdir", CommandOptions: "-S --split-string"},
	"time":     {Options: "-f -o"},
	"nice":     {Options: "-n"},
	"ionice":   {Options: "-c -n -p"},
	"chrt":     {Options: "-p", Operands: 1},
	"taskset":  {Options: "-p", Operands: 1},
	"nohup":    {},
	"timeout":  {Options: "-s -k --signal --kill-after", Operands: 1},
	"gtimeout": {Options: "-s -k --signal --kill-after", Operands: 1},
	"stdbuf":   {Options: "-i -o -e"},
	"unbuffer": {},
	"setsid":   {},
	"strace":   {Options: "-o -e -p -s"},
	"unshare":  {},
	"chroot":   {Operands: 1},
	"command":  {},
	"builtin":  {},
	"exec":     {Options: "-a"},
	"busybox":  {},
	"toybox":   {},
	"xvfb-run": {Options: "-s -n"},
	"flock":    {Options: "-w -E", Operands: 1},
	"watch":    {Options: "-n --interval"},
	"entr":     {},
	"npx":      {Options: "-p --package"},
	"pnpx":     {},
	"bunx":     {},
	"corepack": {},
	"xargs":    {Options: "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args --max-procs --max-chars", AppendsInput: true},
	"parallel": {Options: "-j --jobs -a -S --colsep", AppendsInput: true},
}

// Unwrap removes assignments and one wrapper from the beginning of a command.
// It returns the wrapped command, which is empty when the wrapper has none, and
// the wrapper. Without a wrapper it returns the command and nil.
func Unwrap(words []string) (command []string, wrapper *Wrapper) {
	words = skipAssignments(words)
	if len(words) == 0 {
		return nil, nil
	}
	wrapper = wrappers[ProgramName(words[0])]
	if wrapper == nil {
		return words, nil
	}
	return wrapper.command(words[1:]), wrapper
}

// command returns the command in the arguments of the wrapper.
func (w *Wrapper) command(args []string) []string {
	words := skipAssignments(Operands(w.splitOptions(args), w.Options))
	if len(words) <= w.Operands {
		return nil
	}
	return words[w.Operands:]
}

// splitOptions replaces the options whose value is a command line by the words
// of that command line.
func (w *Wrapper) splitOptions(args []string) []string {
	if w.CommandOptions == "" {
		return args
	}
	var all []string
	for i, arg := range args {
		option, value, _ := strings.Cut(arg, "=")
		switch {
		case ContainsWord(w.CommandOptions, option):
			all = append(all, strings.Fields(value)...)
		case strings.HasPrefix(arg, "-S"):
			all = append(all, strings.Fields(arg[2:])...)
		case i > 0 && ContainsWord(w.CommandOptions, args[i-1]):
			all = append(all, strings.Fields(arg)...)
		default:
			all = append(all, arg)
		}
	}
	return all
}
