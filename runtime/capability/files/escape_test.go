//go:build unix

package files_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// escapeClass is a group of attempts to leave the reach, with what they need.
type escapeClass struct {
	name     string
	setUp    func(*fixture)
	ops      []string // nil means all
	attempts []escapeAttempt
}

// prepare creates the files for the attempts, and returns the operations to run.
func (c *escapeClass) prepare(w *fixture) (ops []string) {
	if c.setUp != nil {
		c.setUp(w)
	}
	if c.ops != nil {
		return c.ops
	}
	return slices.Concat(readers, writers)
}

// TestEscapes runs the attempts of all classes. After each class, the same operations succeed on a file
// in reach.
func TestEscapes(t *testing.T) {
	for _, c := range escapeClasses() {
		t.Run(c.name, func(t *testing.T) {
			if len(c.attempts) < 10 {
				t.Errorf("only %d attempts", len(c.attempts))
			}
			w := newFixture(t)
			ops := c.prepare(w)
			for _, session := range []string{"", "s"} {
				request := w.request(capability.FilePolicy{Write: []string{"."}})
				request.Session = session
				w.checkRefused(w.open(files.New(nil), request), ops, c.attempts)
				w.checkWorks(w.open(files.New(nil), request), "sub/control.txt")
			}
		})
	}
}

func escapeClasses() []escapeClass {
	return []escapeClass{
		{name: "dot dot", attempts: []escapeAttempt{
			{"plain", "../outside/secret.txt"}, {"from below", "sub/../../outside/secret.txt"}, {"the directory above", ".."}, {"twice", "../.."}, {"from deep", "sub/deep/../../../outside/secret.txt"},
			{"out and back", "../ws/a.txt"}, {"in the middle", "sub/../a.txt"}, {"at the end", "sub/.."}, {"backslashes", `=..\outside\secret.txt`}, {"mixed", `=sub/..\..\outside/secret.txt`},
			{"escaped", "=%2e%2e/outside/secret.txt"}, {"three dots", "=.../outside/secret.txt"}, {"with a dot", "./../outside/secret.txt"}, {"many", strings.Repeat("../", 100) + "etc/passwd"},
			{"full-width", "=．．/outside/secret.txt"}, {"division slash", "=..∕outside∕secret.txt"}, {"two dot leader", "=‥/outside/secret.txt"}, {"overlong slash", "..\xc0\xafoutside"}, {"below a file", "a.txt/../../outside/secret.txt"},
		}},
		{name: "absolute names", attempts: []escapeAttempt{
			{"a system file", "/etc/passwd"}, {"the secret", "$ROOT/outside/secret.txt"}, {"its directory", "$ROOT/outside"}, {"a name that starts alike", "$ROOT/ws2/secret.txt"}, {"and goes on", "$ROOT/wsx"},
			{"the top", "/"}, {"two slashes", "//etc/passwd"}, {"dot dot", "$ROOT/ws/../outside/secret.txt"}, {"above", "$ROOT"}, {"through proc", "/proc/self/root/etc/passwd"},
			{"a URL", "file:///etc/passwd"}, {"a drive", `=C:\Windows\win.ini`}, {"a share", `=\\host\share`}, {"home", "=~/.profile"}, {"a variable", "=$HOME/.profile"}, {"slashes within", "$ROOT//outside/secret.txt"},
			{"slash at the end", "$ROOT/outside/"}, {"an absolute name below", "sub//etc/passwd"},
		}},
		{name: "symbolic links", setUp: makeLinks, attempts: []escapeAttempt{
			{"relative", "out_link"}, {"absolute", "out_abs"}, {"of a directory", "out_dir/secret.txt"}, {"deeper", "out_dir/dir/secret.txt"}, {"a chain", "chain1"}, {"a long chain", "chain20"}, {"in a directory that is linked", "in_dir/out"},
			{"to the top", "top/etc/passwd"}, {"to above", "above/outside/secret.txt"}, {"the directory above", "above"}, {"out and back", "back/secret.txt"}, {"through proc", "root/etc/passwd"}, {"to a system file", "passwd"}, {"a link in a directory outside", "out_dir/in/a.txt"},
			{"with dot dot after a link", "dots"}, {"absolute with dot dot", "abs_dots"}, {"to a name that starts alike", "alike"}, {"dangling outside", "dangling/x"}, {"slashes", "slashes"},
		}, ops: append([]string{"WriteFile", "Append", "MkdirBelow", "Rename away"}, readers...)},
		{name: "cycles", setUp: func(w *fixture) {
			w.link("ws/self", "self")
			w.link("ws/a", "b")
			w.link("ws/b", "a")
			w.link("ws/down", "down/down")
			w.link("ws/sub/up", "../sub/up")
			w.link("ws/abs", "$ROOT/ws/abs")
			w.link("ws/first", "second/x")
			w.link("ws/second", "first/y")
			w.link("ws/dot", "./dot")
			w.link("ws/dots", "sub/../dots")
			w.link("ws/l0", "a.txt")
			for i := range 40 {
				w.link(fmt.Sprintf("ws/l%d", i+1), fmt.Sprintf("l%d", i))
			}
			w.link("ws/bomb0", "sub")
			for i := range 30 { // the number of links doubles at each step
				w.link(fmt.Sprintf("ws/bomb%d", i+1), fmt.Sprintf("bomb%d/../bomb%d", i, i))
			}
		}, attempts: []escapeAttempt{
			{"itself", "self"}, {"two", "a"}, {"below", "down"}, {"upwards", "sub/up"}, {"absolute", "abs"}, {"growing", "first"}, {"with a dot", "dot"}, {"with dots", "dots"}, {"below a cycle", "self/x"}, {"below two", "a/b/c"},
			{"too many", "l40"}, {"doubling", "bomb30/b.txt"},
		}, ops: append([]string{"WriteFile", "Append", "MkdirBelow", "Rename away"}, readers...)},
		{name: "trailing slashes and dots", attempts: []escapeAttempt{
			{"a slash", "a.txt/"}, {"two", "a.txt//"}, {"a dot", "a.txt/."}, {"a directory's", "sub/"}, {"a dot of a directory", "sub/."}, {"only dot slash", "./"}, {"a dot in front", "./a.txt"}, {"a dot between", "sub/./b.txt"},
			{"two slashes", "sub//b.txt"}, {"empty", ""}, {"only a slash", "/"}, {"below a file", "a.txt/x"}, {"dots", "./."}, {"slash and dots", "sub/deep/../"},
		}},
		{name: "hard links", setUp: makeHardLinks, attempts: []escapeAttempt{
			{"plain", "hard"}, {"below", "sub/hard"}, {"hidden", ".hard"}, {"through a link", "to_hard"}, {"with an ordinary name", "sub/package.json"}, {"among packages", "node_modules/x/index.js"},
			{"two within", "twin1"}, {"the other", "twin2"}, {"through a chain", "to_to_hard"}, {"of a closed file", "innocent"}, {"absolute", "$ROOT/ws/hard"}, {"in a directory that is linked", "linked/hard"},
		}, ops: []string{"Open", "ReadFile", "WriteFile", "Append"}},
		{name: "devices, pipes and sockets", setUp: makeSpecialFiles, attempts: []escapeAttempt{
			{"a pipe", "pipe"}, {"below", "sub/pipe"}, {"a link to a pipe", "to_pipe"}, {"a pipe as a directory", "pipe/x"}, {"a socket", "socket"}, {"a socket as a directory", "socket/x"}, {"zero", "zero"}, {"random", "random"}, {"full", "full"},
			{"the terminal", "tty"}, {"standard input", "stdin"}, {"a descriptor", "fd"}, {"a directory of devices", "devices/zero"}, {"a chain to a pipe", "to_to_pipe"}, {"absolute", "$ROOT/ws/pipe"},
		}, ops: []string{"Open", "ReadFile", "ReadDir", "WriteFile", "Append", "MkdirBelow", "Rename away"}},
		{name: "odd and long names", attempts: []escapeAttempt{
			{"NUL at the end", "a.txt\x00"}, {"NUL and an ending", "a.txt\x00.png"}, {"NUL first", "\x00"}, {"NUL in a directory", "sub\x00/b.txt"}, {"a long component", strings.Repeat("a", 256)}, {"longer", strings.Repeat("b", 4096)}, {"a megabyte", strings.Repeat("c", 1<<20)},
			{"many components", strings.Repeat("sub/", 10000) + "x"}, {"many dots", strings.Repeat("./", 100000) + "a.txt"}, {"many dot dots", strings.Repeat("sub/../", 100000) + "a.txt"}, {"not UTF-8", "a\xff.txt"}, {"half a rune", "a\xe6\xbc"}, {"long with slashes", strings.Repeat("/", 100000)},
			{"absolute and long", "$ROOT/ws/" + strings.Repeat("d/", 5000)}, {"absolute with NUL", "$ROOT/ws/a.txt\x00"}, {"a surrogate", "a\xed\xa0\x80"},
		}},
		{name: "proc", setUp: func(w *fixture) {
			for name, target := range map[string]string{"root": "/proc/self/root", "cwd": "/proc/self/cwd", "fds": "/proc/self/fd", "exe": "/proc/self/exe", "environ": "/proc/self/environ", "maps": "/proc/self/maps", "thread": "/proc/thread-self/root", "one": "/proc/1/root", "sys": "/sys/kernel", "mem": "/proc/self/mem"} {
				w.link("ws/"+name, target)
			}
		}, attempts: []escapeAttempt{
			{"the root", "root/etc/passwd"}, {"the working directory", "cwd/doc.go"}, {"an open file", "fds/0"}, {"open files", "fds"}, {"the program", "exe"}, {"the environment", "environ"}, {"the memory map", "maps"}, {"a thread", "thread/etc/passwd"}, {"the first process", "one/etc/passwd"},
			{"the kernel", "sys"}, {"memory", "mem"}, {"by name", "/proc/self/root/etc/passwd"}, {"the environment by name", "/proc/self/environ"}, {"a descriptor by name", "/proc/self/fd/3"}, {"through the root and back", "root$ROOT/ws/a.txt"},
		}, ops: append([]string{"WriteFile", "Append", "MkdirBelow", "Rename away"}, readers...)},
		{name: "creating through links", setUp: func(w *fixture) {
			makeLinks(w)
			for name, target := range map[string]string{
				"new1": "../outside/new", "new2": "$ROOT/outside/new", "new3": "new1", "new4": "/tmp/toolgen-test-new", "new5": "out_dir/new", "new6": "sub/../../new", "new7": "../ws2/new", "new8": "../new", "new9": ".ssh/authorized_keys",
				"new10": "sub/.git/hooks/pre-commit", "new11": "/proc/self/cwd/new", "sub/new12": "../../outside/dir/new", "new13": "../outside/secret.txt/new", "new14": ".env",
			} {
				w.link("ws/"+name, target)
			}
			w.mkdir("ws/.ssh")
			w.mkdir("ws/sub/.git/hooks")
		}, attempts: []escapeAttempt{
			{"relative", "new1"}, {"absolute", "new2"}, {"a chain", "new3"}, {"a temporary file", "new4"}, {"a linked directory", "new5"}, {"dot dot", "new6"}, {"a name that starts alike", "new7"}, {"above", "new8"}, {"a closed directory", "new9"},
			{"a hook", "new10"}, {"through proc", "new11"}, {"from below", "sub/new12"}, {"below a file", "new13"}, {"a closed file", "new14"}, {"below a link", "new1/x"}, {"in a linked directory", "out_dir/new"}, {"and below", "out_dir/dir/new"},
		}, ops: []string{"WriteFile", "Append", "MkdirAll", "MkdirBelow"}},
		{name: "writing what others run", setUp: func(w *fixture) {
			for _, name := range []string{".git/config", ".git/hooks/pre-commit", "sub/.git/config", ".hg/hgrc", ".bashrc", ".zshenv", ".gitconfig", ".vscode/settings.json", ".mcp.json", ".config/fish/config.fish", "sub/.profile", ".config/autostart/x.desktop", "plain/settings.json", "dir/hooks/x"} {
				w.write("ws/"+name, "as it was")
			}
			w.link("ws/git", ".git")
		}, attempts: []escapeAttempt{
			{"git's configuration", ".git/config"}, {"a hook", ".git/hooks/pre-commit"}, {"a new hook", ".git/hooks/new"}, {"of a repository below", "sub/.git/config"}, {"in capitals", ".GIT/config"}, {"through a link", "git/hooks/pre-commit"}, {"a file for a directory", "sub/deep/.git"},
			{"mercurial", ".hg/hgrc"}, {"a shell", ".bashrc"}, {"another shell", ".zshenv"}, {"git's own", ".gitconfig"}, {"an editor's", ".vscode/settings.json"}, {"servers", ".mcp.json"}, {"a third shell", ".config/fish/config.fish"},
			{"below", "sub/.profile"}, {"a desktop's", ".config/autostart/x.desktop"}, {"absolute", "$ROOT/ws/.git/config"}, {"a dot at the end", ".git./config"},
		}, ops: writers},
		{name: "spellings of closed names", setUp: makeClosedNames, attempts: []escapeAttempt{
			{"as it is", ".ssh/id_rsa"}, {"in capitals", ".SSH/id_rsa"}, {"mixed", ".Ssh/known_hosts"}, {"a Kelvin sign", ".\u212aube/config"}, {"a long s", ".\u017f\u017fh/config"}, {"a zero width space", ".s\u200bsh/config"}, {"a soft hyphen", ".\u00adssh/config"},
			{"a byte order mark", "\ufeff.ssh/config"}, {"a dot at the end", ".ssh./config"}, {"a space at the end", ".ssh /config"}, {"dots and spaces", ".env. . "}, {"the environment in capitals", ".ENV"}, {"with an ending", ".env.Production"}, {"below", "sub/.Env"},
			{"a key alone", "ID_RSA"}, {"a link to it", "harmless"}, {"a link into it", "harmless_dir/config"}, {"absolute", "$ROOT/ws/.SSH/id_rsa"}, {"a joiner", ".e\u200dnv"}, {"a variation", ".env\ufe0f"}, {"right to left", ".\u202eenv"},
		}, ops: append([]string{"WriteFile", "Append", "MkdirBelow", "Rename away"}, readers...)},
	}
}

func makeLinks(w *fixture) {
	w.link("ws/out_link", "../outside/secret.txt")
	w.link("ws/out_abs", "$ROOT/outside/secret.txt")
	w.link("ws/out_dir", "$ROOT/outside")
	w.link("ws/chain1", "chain2")
	w.link("ws/chain2", "sub/chain3")
	w.link("ws/sub/chain3", "../../outside/secret.txt")
	w.link("ws/chain0", "out_link")
	for i := range 20 {
		w.link(fmt.Sprintf("ws/chain%d", i+10), fmt.Sprintf("chain%d", max(0, (i+9)*min(i, 1))))
	}
	w.link("ws/in_dir", "sub")
	w.link("ws/sub/out", "../../outside/secret.txt")
	w.link("ws/top", "/")
	w.link("ws/above", "..")
	w.link("ws/back", "../outside/dir/../dir")
	w.link("ws/root", "/proc/self/root")
	w.link("ws/passwd", "/etc/passwd")
	w.link("outside/in", "$ROOT/ws")
	w.link("ws/dots", "in_dir/../../outside/secret.txt")
	w.link("ws/abs_dots", "$ROOT/ws/../outside/secret.txt")
	w.link("ws/alike", "../ws2/secret.txt")
	w.link("ws/dangling", "../outside/new")
	w.link("ws/slashes", "..//outside///secret.txt")
}

func makeHardLinks(w *fixture) {
	w.mkdir("ws/node_modules/x")
	w.write("outside/.ssh/id_rsa", secret)
	w.write("outside/twins", secret)
	for name, old := range map[string]string{
		"hard": "outside/secret.txt", "sub/hard": "outside/secret.txt", ".hard": "outside/secret.txt", "sub/package.json": "outside/secret.txt",
		"node_modules/x/index.js": "outside/secret.txt", "twin1": "outside/twins", "twin2": "outside/twins", "innocent": "outside/.ssh/id_rsa",
	} {
		w.ok(os.Link(w.at(old), w.at("ws/"+name)))
	}
	w.link("ws/to_hard", "hard")
	w.link("ws/to_to_hard", "to_hard")
	w.link("ws/linked", "sub")
}

func makeSpecialFiles(w *fixture) {
	w.ok(syscall.Mkfifo(w.at("ws/pipe"), 0o666))
	w.ok(syscall.Mkfifo(w.at("ws/sub/pipe"), 0o666))
	w.link("ws/to_pipe", "pipe")
	w.link("ws/to_to_pipe", "to_pipe")
	// The path of a socket must be short, so it is relative.
	w.t.Chdir(w.at("ws"))
	listener, err := net.Listen("unix", "socket")
	w.ok(err)
	w.t.Cleanup(func() { listener.Close() })
	for name, target := range map[string]string{"random": "/dev/random", "full": "/dev/full", "tty": "/dev/tty", "stdin": "/dev/stdin", "fd": "/dev/fd/0", "devices": "/dev"} {
		w.link("ws/"+name, target)
	}
	// A new device if the process can create one, or else a link to a device.
	if runtime.GOOS != "linux" || syscall.Mknod(w.at("ws/zero"), syscall.S_IFCHR|0o666, 1<<8|5) != nil {
		w.link("ws/zero", "/dev/zero")
	}
}

// makeClosedNames creates the files, so that only the rules of ClosedPaths can refuse them.
func makeClosedNames(w *fixture) {
	for _, dir := range []string{".ssh", ".SSH", ".Ssh", ".\u017f\u017fh", ".s\u200bsh", ".\u00adssh", "\ufeff.ssh", ".ssh.", ".ssh ", ".\u212aube"} {
		for _, file := range []string{"config", "id_rsa", "known_hosts"} {
			w.write(filepath.Join("ws", dir, file), secret)
		}
	}
	for _, file := range []string{".env. . ", ".ENV", ".env.Production", "sub/.Env", "ID_RSA", ".e\u200dnv", ".env\ufe0f", ".\u202eenv"} {
		w.write("ws/"+file, secret)
	}
	w.link("ws/harmless", ".ssh/id_rsa")
	w.link("ws/harmless_dir", ".ssh")
}
