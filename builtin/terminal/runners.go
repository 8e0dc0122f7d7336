package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// runners are programs that run the command after some of their first words, and
// the options before the command that have a value.
var runners = []struct{ program, subcommands, values string }{
	{"bundle rbenv pyenv nodenv asdf mise rtx goenv jenv volta", "exec run x", "-C"},
	{"poetry pipenv pdm uv hatch rye conda micromamba mamba pixi", "run", "-n --name -p --prefix --python --with --directory --project"},
	{"npm pnpm yarn bun", "exec x dlx", "--package -p --filter -F"},
	{"direnv", "exec", ""},
	{"docker podman nerdctl", "exec", "-u --user -w --workdir -e --env --env-file"},
	{"docker-compose", "exec", "-u --user -w --workdir -e --env --index -f --file"},
	{"kubectl oc", "exec", "-n --namespace -c --container"},
	{"nix", "develop shell run", ""},
	{"devbox", "run", "-c --config -e --env"},
	{"op doppler infisical chamber aws-vault envchain dotenvx", "run exec", "--env-file -p -c"},
	{"cmake", "-E", ""},
	{"coverage", "run", "-m --source --rcfile"},
	{"perf", "stat record", "-e -o -F"},
	{"lxc incus multipass", "exec", ""},
	{"heroku", "run", "-a --app"},
	{"pipx", "run", "--spec --python --pip-args"},
	{"uvx", "", "--from --with --python -p"},
	{"valgrind fakeroot dbus-run-session caffeinate setarch linux32 linux64 numactl prlimit firejail proot faketime chronic torsocks tsocks proxychains proxychains4 tini dumb-init dotenv choom cross-env env-cmd gosu su-exec run0 sudo-rs please dzdo pfexec calife capsh hyperfine rlwrap script-exec catchsegv softlimit setuidgid chpst daemonize start-stop-daemon systemd-inhibit unshare cgexec ssh-agent rr bear scan-build ccache sccache distcc wine xvfb-run mpirun mpiexec srun nodemon concurrently tsx doas.sh torify gtimeout gnice gstdbuf genv retry ts cpulimit trickle schedtool xdg-terminal tclsh parallel-ssh", "",
		"-n -u -U -g -p -N -C -m -t --setenv --unshare-user --bind --ro-bind --user --group --uid --gid -e --exec -x -f --format -s --signal -o --log-file --suppressions"},
	{"chroot", "", "--userspec --groups -R --root -w --wd"},
	{"s6-setuidgid s6-applyuidgid", "", "-u -g -G"},
	{"ltrace", "", "-a -A -D -e -l -n -o -p -s -u -w -x -F"},
	{"ld-linux-x86-64.so.2 ld-linux.so.2 ld-linux-aarch64.so.1 ld.so ld-musl-x86_64.so.1", "", "--library-path --preload --argv0"},
}

// unwrapRunner removes a program of the table runners from a command.
func (i *inspector) unwrapRunner(words []string, s *state) (inner []string, ok bool) {
	if len(words) < 2 {
		return words, false
	}
	name, args := programName(words[0]), words[1:]
	if shell.ContainsWord(privilegedPrograms, name) {
		i.addCommand(asOtherUser, words)
	}
	for _, r := range runners {
		if !shell.ContainsWord(r.program, name) {
			continue
		}
		after, ok := afterSubcommand(args, r.subcommands)
		if !ok {
			continue
		}
		for _, script := range optionValue(after, "-c", "--call") {
			if shell.ContainsWord("npm pnpm yarn nix", name) {
				i.inspectScript(script, s.child())
			}
		}
		inner = shell.Operands(after, r.values)
		for len(inner) > 0 && strings.Contains(inner[0], "=") {
			inner = inner[1:]
		}
		if len(inner) > 1 && (name == "setarch" && isArchitecture(inner[0]) || name == "dotenv" && inner[0] == "run") {
			inner = inner[1:]
		}
		if hasTarget := shell.ContainsWord("docker podman nerdctl docker-compose kubectl oc lxc incus multipass direnv gosu su-exec setuidgid s6-setuidgid chroot faketime", name); hasTarget && len(inner) > 0 {
			inner = shell.Operands(inner[1:], "-c --container")
		}
		if len(inner) == 1 && strings.Contains(inner[0], " ") { // the program starts a shell
			i.inspectScript(inner[0], s.child())
		}
		if len(inner) > 0 {
			i.inspectPublishers(name, words)
			return inner, true
		}
	}
	return words, false
}

// afterSubcommand returns the arguments after one of the subcommands, which are
// separated by spaces; without subcommands, all arguments.
func afterSubcommand(args []string, subcommands string) ([]string, bool) {
	if subcommands == "" {
		return args, true
	}
	for n, arg := range args {
		isOption := strings.HasPrefix(arg, "-")
		isValue := n > 0 && strings.HasPrefix(args[n-1], "-")
		switch {
		case shell.ContainsWord(subcommands, arg):
			return args[n+1:], true
		case !isOption && !isValue && arg != "compose" && arg != "tool":
			return nil, false
		}
	}
	return nil, false
}

// isArchitecture reports whether a word is the first operand of setarch.
func isArchitecture(word string) bool {
	return matchesAny("x86_64 i386 i486 i586 i686 linux32 linux64 uname26 aarch64 arm* ppc* s390* mips* sparc*", word)
}
