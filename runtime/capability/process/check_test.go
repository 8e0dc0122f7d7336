//go:build linux

package process_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// checkRefused runs a command that must be denied. It checks that the program is not started.
func (w *fixture) checkRefused(reason string, run capability.Exec, command capability.Command) *capability.Denied {
	w.t.Helper()
	output, err := run.Run(w.t.Context(), command)
	denied, ok := errors.AsType[*capability.Denied](err)
	if !ok || denied.Kind != capability.KindProcess || output != (capability.Output{}) {
		w.t.Errorf("%s: must be denied, got %+v, %v", reason, output, err)
		return &capability.Denied{}
	}
	if _, err := run.Start(w.t.Context(), command); !errors.As(err, &denied) {
		w.t.Errorf("%s: must be denied to Start too, got %v", reason, err)
	}
	return denied
}

func TestOnlyDeclaredPrograms(t *testing.T) {
	w := newFixture(t, process.Options{Path: "/usr/bin:/bin"})
	if err := os.Symlink("/bin/sh", filepath.Join(w.dir, "local")); err != nil {
		t.Fatal(err)
	}
	run := w.open(t.Context(), "helper", "local")
	for reason, name := range map[string]string{
		"not declared": "sh", "empty": "", "an absolute path": "/bin/sh", "the path of a declared one": filepath.Join(w.bin, "helper"),
		"in this directory": "./helper", "in the working directory": "./local", "from above": "../bin/helper", "another case": "HELPER", "a suffix": "helper.exe",
		"a space after": "helper ", "a space before": " helper", "a line break": "helper\n", "a NUL": "helper\x00", "arguments in it": "helper exit=0",
		"a pattern": "help*", "everything": "*", "a dot": ".", "two dots": "..", "a backslash": `bin\helper`, "a drive": "c:helper", "other letters": "ｈelper",
		"a variable": "$SHELL", "the home directory": "~/helper", "very long": strings.Repeat("a", 100_000),
	} {
		denied := w.checkRefused(reason, run, capability.Command{Name: name})
		if strings.Contains(denied.Reason, "local") && !strings.Contains(name, "local") || len(denied.Reason) > 300 {
			t.Errorf("%s: the refusal shows too much: %s", reason, denied.Reason)
		}
	}
	w.checkRefused("nothing declared", w.open(t.Context()), capability.Command{Name: "helper"})
	if output := w.run("exit=2"); output.ExitCode != 2 {
		t.Errorf("a declared program: %+v", output)
	}
	for _, name := range []string{"", "a/b", "/bin/sh", "..", `a\b`} {
		if _, err := w.backend.Open(t.Context(), &capability.Request{Needs: &capability.Needs{Binaries: []string{name}}}); err == nil {
			t.Errorf("the declaration of %q must be refused", name)
		}
	}
}

// TestProgramsThatCannotRun runs declared programs that cannot be started: the error is not a refusal.
func TestProgramsThatCannotRun(t *testing.T) {
	w := newFixture(t, process.Options{})
	put := func(dir, name, content string, mode os.FileMode) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	put(w.bin, "plain", "text", 0o644)
	put(w.bin, "text", "no program", 0o755)
	put(w.bin, "empty", "", 0o755)
	put(w.bin, "script", "#!/nonexistent/interpreter\n", 0o755)
	put(w.bin, "elf", "\x7fELF", 0o755)
	put(w.bin, "works", "#!"+filepath.Join(w.bin, "helper")+"\n", 0o755)
	put(w.dir, "local", "#!/bin/sh\n", 0o755)
	if err := os.Mkdir(filepath.Join(w.bin, "directory"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(w.bin, "pipe"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"dangling": "/nonexistent", "loop": "loop", "linked": filepath.Join(w.dir, "local")} {
		if err := os.Symlink(target, filepath.Join(w.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, isolation process.Isolation) error {
		backend := process.New(&process.Options{Path: w.bin + ":" + w.dir + ":.::relative", Isolation: isolation, Env: []string{noRaceDelay}})
		opened, err := backend.Open(t.Context(), &capability.Request{WorkingDir: w.dir, Needs: &capability.Needs{Binaries: []string{name}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = opened.Run(t.Context(), capability.Command{Name: name})
		return err
	}
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		for name, installed := range map[string]bool{
			"missing": false, "plain": false, "directory": false, "dangling": false, "loop": false,
			"local": false, "linked": false, // in the working directory, where tools can write
			"pipe": true, "text": true, "empty": true, "script": true, "elf": true,
		} {
			err := run(name, isolation)
			denied, ok := errors.AsType[*capability.Denied](err)
			if err == nil || ok || errors.Is(err, exec.ErrNotFound) == installed || !strings.Contains(err.Error(), `"`+name+`"`) {
				t.Errorf("%s: %v, %v", name, err, denied)
			}
		}
		if err := run("works", isolation); err != nil {
			t.Errorf("a program that can run: %v", err)
		}
	})
}

func TestArguments(t *testing.T) {
	w := newFixture(t, process.Options{})
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		want := "[\"helper\" \"args\" \"\" \"a b\" \"$HOME\" \"`id`\" \"; exit 9\" \"*\" \"'\\\"\" \"é\" \"\\xff\" \"\\n\"]\n"
		if output := w.run("args", "", "a b", "$HOME", "`id`", "; exit 9", "*", `'"`, "é", "\xff", "\n"); output.Stdout != want {
			t.Errorf("%s", output.Stdout)
		}
		_, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{strings.Repeat("x", 4<<20)}})
		if err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("too much: %v", err)
		}
	})
	if _, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"a", "b\x00c"}}); err == nil || !strings.Contains(err.Error(), "argument 2") {
		t.Errorf("a NUL: %v", err)
	}
}

func TestDirectories(t *testing.T) {
	w := newFixture(t, process.Options{})
	outside := t.TempDir()
	for _, dir := range []string{"inner/deep", "with space", "..dots"} {
		if err := os.MkdirAll(filepath.Join(w.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(w.dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(w.dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"stays": "inner", "out": outside, "up": "..", "root": "/", "around": "../" + filepath.Base(w.dir), "chain": "up/..", "loop": "loop", "proc": "/proc/self/cwd", "inner/out": "../../",
		"dangling": "nowhere", "whole": filepath.Join(w.dir, "inner"),
	} {
		if err := os.Symlink(target, filepath.Join(w.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for reason, dir := range map[string]string{
		"above": "..", "far above": "../../../../..", "out and in again": "../" + filepath.Base(w.dir), "absolute": "/", "absolute, inside": w.dir, "above from within": "inner/../..",
		"a link out": "out", "a link up": "up", "a link to the root": "root", "a link around": "around", "a chain of links": "chain", "a link in a directory": "inner/out",
		"through a link": "out/x", "through a link up": "up/" + filepath.Base(w.dir), "a link of proc": "proc", "a NUL": "inner\x00", "an absolute link, inside": "whole", "a link to itself": "loop",
	} {
		w.checkRefused(reason, w.exec, capability.Command{Name: "helper", Dir: dir})
	}
	for dir, want := range map[string]string{
		"none": "does not exist", "file": "is not a directory", "pipe": "is not a directory", "dangling": "does not exist", "inner/none/x": "does not exist", "file/x": "is not a directory", strings.Repeat("a", 300): "too long",
	} {
		_, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Dir: dir})
		if denied, ok := errors.AsType[*capability.Denied](err); err == nil || ok || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), w.dir) {
			t.Errorf("%.20s: %v, %v", dir, err, denied)
		}
	}
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		backend := process.New(&process.Options{Path: w.bin, Isolation: isolation, Env: []string{noRaceDelay}})
		request := &capability.Request{WorkingDir: w.dir, Needs: &capability.Needs{Binaries: []string{"helper"}}}
		opened, err := backend.Open(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		for dir, want := range map[string]string{"": "", ".": "", "inner": "inner", "inner/deep": "inner/deep", "inner/../inner/": "inner", "stays": "stays", "stays/deep": "stays/deep", "with space": "with space", "..dots": "..dots"} {
			output, err := opened.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"pwd"}, Dir: dir})
			if err != nil || output.Stdout != filepath.Join(w.dir, want)+" <nil>\n" {
				t.Errorf("a valid directory %q: %q, %v", dir, output.Stdout, err)
			}
		}
	})
	request := &capability.Request{WorkingDir: filepath.Join(w.dir, "none"), Needs: &capability.Needs{Binaries: []string{"helper"}}}
	gone, err := w.backend.Open(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gone.Run(t.Context(), capability.Command{Name: "helper"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a working directory that does not exist: %v", err)
	}
	if _, err := w.backend.Open(t.Context(), &capability.Request{WorkingDir: "relative", Needs: &capability.Needs{}}); err == nil {
		t.Error("a relative working directory")
	}
	if _, err := w.backend.Open(t.Context(), &capability.Request{}); err == nil {
		t.Error("no needs")
	}
}

// TestNoWorkingDirectory runs a program in a turn without a working directory: the program gets an empty
// directory, which is removed after its end.
func TestNoWorkingDirectory(t *testing.T) {
	w := newFixture(t, process.Options{})
	w.dir = ""
	run := w.open(t.Context(), "helper")
	output, err := run.Run(t.Context(), capability.Command{Name: "helper", Args: []string{"pwd", "write=x"}})
	dir, _, _ := strings.Cut(output.Stdout, " ")
	if err != nil || !strings.HasPrefix(filepath.Base(dir), "toolgen-process-") || !strings.HasSuffix(output.Stdout, "<nil>\n<nil>\n") {
		t.Errorf("%q, %v", output.Stdout, err)
	}
	ctx := t.Context()
	if err := w.backend.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory still exists: %v", err)
	}
	w.checkRefused("a directory in it", run, capability.Command{Name: "helper", Dir: "x"})
}

func TestUnreadableDirectories(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can enter every directory: TestAsOrdinaryUser runs this")
	}
	w := newFixture(t, process.Options{})
	for name, mode := range map[string]os.FileMode{"unreadable": 0o311, "closed": 0, "unenterable": 0o644} {
		if err := os.Mkdir(filepath.Join(w.dir, name), mode); err != nil {
			t.Fatal(err)
		}
		_, err := w.exec.Run(t.Context(), capability.Command{Name: "helper", Dir: name})
		if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "cannot be entered") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// environmentOf returns the environment of a program.
func (w *fixture) environmentOf(run capability.Exec, additions ...string) []string {
	w.t.Helper()
	output, err := run.Run(w.t.Context(), capability.Command{Name: "helper", Args: []string{"env"}, Env: additions})
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(output.Stdout), "\n")
}

// TestEnvironment checks that programs get only configured variables of the application.
func TestEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"AWS_SECRET_ACCESS_KEY": "leak", "GITHUB_TOKEN": "leak", "OPENAI_API_KEY": "leak", "LC_SECRET": "leak", "TZ_SECRET": "leak", "DATABASE_URL": "leak", "SSH_AUTH_SOCK": "leak",
		"http_proxy": "leak", "LD_LIBRARY_PATH": "leak", "GIT_SSH_COMMAND": "leak", "PYTHONPATH": "leak", "USER": "leak", "HOSTNAME": "leak", "EDITOR": "leak", "XDG_RUNTIME_DIR": "leak", "DISPLAY": "leak",
		"LANG": "de_DE.UTF-8", "LC_ALL": "C", "TZ": "Europe/Berlin", "PASSED": "passed", "HOME": "/leak", "TERM": "leak", "PWD": "/leak", "EMPTY": "",
	} {
		t.Setenv(name, value)
	}
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation, PassEnv: []string{"PASSED", "ABSENT", "EMPTY"}, Env: []string{"SET=a=b", "TERM=vt100"}, Home: "/home/of/tools", Path: "relative:.:/usr/bin"})
		got := w.environmentOf(w.exec, "ADDED=1", "GIT_AUTHOR_NAME=me", "ADDED=2")
		want := []string{"ADDED=2", "EMPTY=", "GIT_AUTHOR_NAME=me", noRaceDelay, "HOME=/home/of/tools", "LANG=de_DE.UTF-8", "LC_ALL=C", "PASSED=passed",
			"PATH=" + w.bin + ":/usr/bin", "PWD=" + w.dir, "SET=a=b", "TERM=vt100", "TZ=Europe/Berlin"}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	})
	w := newFixture(t, process.Options{})
	if got := w.environmentOf(w.exec); slices.ContainsFunc(got, func(v string) bool { return strings.Contains(v, "leak") }) || !slices.Contains(got, "TERM=dumb") {
		t.Errorf("by default: %q", got)
	}
}

func TestVariablesOfTools(t *testing.T) {
	w := newFixture(t, process.Options{AllowEnv: []string{"GOFLAGS"}})
	for _, name := range []string{
		"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "LD_DEBUG_OUTPUT", "DYLD_INSERT_LIBRARIES", "GLIBC_TUNABLES", "GCONV_PATH", "ld_preload", "Path", "PATH", "HOME", "PWD", "IFS", "ENV", "BASH_ENV", "BASH_FUNC_ls",
		"SHELLOPTS", "PS4", "PROMPT_COMMAND", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_DIR", "GIT_TEMPLATE_DIR", "GIT_EXEC_PATH", "GIT_PAGER", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "GIT_TRACE",
		"EDITOR", "PAGER", "LESSOPEN", "BROWSER", "SSH_ASKPASS", "RSYNC_RSH", "TAR_OPTIONS", "NODE_OPTIONS", "NODE_PATH", "npm_config_script_shell", "PYTHONSTARTUP", "PYTHONPATH", "PYTHONHOME", "PYTHONWARNINGS", "PYTHONINSPECT",
		"PERL5OPT", "PERL5LIB", "RUBYOPT", "LUA_INIT", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH", "DOTNET_STARTUP_HOOKS", "COR_PROFILER_PATH", "GOENV", "GOROOT", "GOTOOLCHAIN", "GOPROXY", "GOCACHEPROG", "CGO_CFLAGS", "CC", "RUSTC_WRAPPER", "CARGO_HOME",
		"MAKEFLAGS", "HTTP_PROXY", "https_proxy", "SSL_CERT_FILE", "SSLKEYLOGFILE", "OPENSSL_CONF", "CURL_HOME", "HOSTALIASES", "DOCKER_HOST", "KUBECONFIG", "XDG_CONFIG_HOME", "TERMINFO", "AWKPATH", "VIMINIT",
		"PYTEST_ADDOPTS", "PYTEST_PLUGINS", "RCLONE_PASSWORD_COMMAND", "FZF_DEFAULT_COMMAND", "RIPGREP_CONFIG_PATH", "TF_CLI_CONFIG_FILE", "PSQL_PAGER", "JQ_LIBRARY_PATH", "DJANGO_SETTINGS_MODULE",
		"BORG_PASSCOMMAND", "RESTIC_PASSWORD_COMMAND", "TF_PLUGIN_CACHE_DIR", "FZF_DEFAULT_OPTS", "BAT_PAGER", "GH_EDITOR", "SYSTEMD_PAGER", "AWS_CONFIG_FILE", "MPLBACKEND", "MPLCONFIGDIR", "FLASK_APP", "ESLINT_FLAT_CONFIG",
		"TOX_TESTENV_PASSENV", "HELM_PLUGINS", "PRE_COMMIT_HOME", "ASAN_OPTIONS", "VK_LAYER_PATH", "VK_ICD_FILENAMES", "LADSPA_PATH", "TEXINPUTS", "shell_escape", "BUILDKIT_HOST", "COMPOSE_FILE", "SCREENRC", "REDISCLI_RCFILE", "KAFKA_OPTS",
		"SPARK_CONF_DIR", "BUNDLE_GEMFILE", "MIX_EXS", "HUSKY", "LEFTHOOK_CONFIG", "DIRENV_CONFIG", "ASDF_DIR", "PYENV_VERSION", "NVM_DIR", "ELECTRON_RUN_AS_NODE", "GDAL_DRIVER_PATH", "MAGICK_CODER_MODULE_PATH", "PGPASSFILE", "PGOPTIONS",
		"BLACK_CACHE_DIR_COMMAND", "MYTOOL_PLUGINS", "MYTOOL_RC", "MYTOOLRC", "MYTOOLOPTS", "MY_TOOL_HOOK_DIR", "MYTOOL_WRAPPER", "my_tool_config", "MYTOOL_EXECUTABLE", "MYTOOL_PRELOAD", "KERAS_BACKEND", "CHROME_DEVEL_SANDBOX_HELPER",
		"MYTOOL_PLUGIN_OUTPUT_PATH", "LD_OUTPUT_PATH", "PYTHON_DATA_PATH", "LUA_PATH", "JULIA_LOAD_PATH", "CHROME_PATH", "FFMPEG_PATH", "TEMPLATE_PATH", "MODULE_ROOT", "PROJECT_ROOT", "PSModulePath", "WEBHOOK_COMMAND", "MANPAGER", "PAGER_CMD", "GITHOOK",
		"MYSQL_HOME", "MYSQL_TEST_LOGIN_FILE", "STACK_YAML", "LOGGING_CONFIG", "TF_VAR_COMMAND", "TF_DATA_DIR", "output_plugin_path", "MATLABPATH", "OUTPUTPATH", "SASS_PATH", "CACHE_PATH",
	} {
		denied := w.checkRefused(name, w.exec, capability.Command{Name: "helper", Env: []string{"FINE=1", name + "=secret value"}})
		if !strings.Contains(denied.Reason, name) || strings.Contains(denied.Reason, "secret value") {
			t.Errorf("%s: the refusal must contain the name and not the value: %s", name, denied.Reason)
		}
	}
	for reason, variable := range map[string]string{
		"no name": "=x", "no value": "NAME", "empty": "", "a space": "A B=1", "a line break": "A\nB=1", "a digit first": "1A=1", "a NUL in the value": "A=\x00", "a NUL in the name": "A\x00=1",
		"a function": "BASH_FUNC_ls%%=() { id; }", "other letters": "É=1", "a dash": "A-B=1", "a dot": "a.b=1",
	} {
		w.checkRefused(reason, w.exec, capability.Command{Name: "helper", Env: []string{variable}})
	}
	for _, variable := range []string{"NODE_ENV=test", "GIT_COMMITTER_NAME=a b", "PYTHONUNBUFFERED=1", "GOOS=linux", "CGO_ENABLED=0", "CI=1", "DEBUG=", "lower=x", "LANG=C", "TZ=UTC", "_X=1", "OUTPUT_PATH=x", "MYAPP_OUTPUT_PATH=x", "LOG_PATH=x", "BASE_PATH=/", "DATA_PATHS=a:b", "STATIC_ROOT=x", "DB_PATH=x", "HEALTH_PATH=/up", "SLACK_WEBHOOK_URL=x", "WEBHOOK_SECRET=x",
		"PAGERDUTY_TOKEN=x", "FEATURE_FLAGS=a", "CONFIGURATION=Release", "CRC=1", "ALLOWED_EXTENSIONS=png", "DB_DRIVER=pg", "TRUST_PROXY=1", "MYSQL_HOST=x", "MYSQL_PASSWORD=x", "MYSQL_DATABASE=x", "STACK_NAME=x", "MIX_ENV=test",
		"RUST_TEST_THREADS=1", "CARGO_INCREMENTAL=0", "DJANGO_SECRET_KEY=x", "DOCKER_BUILDKIT=1", "TF_LOG=debug", "DOTNET_ENVIRONMENT=Development", "PORT=80", "APP_ENV=test", "LOG_LEVEL=debug", "NO_COLOR=1", "FORCE_COLOR=1", "RAILS_ENV=test", "DATABASE_URL=x", "SRC=a", "TEST_TIMEOUT=1", "MY_TOKEN=x", "RUST_BACKTRACE=0", "COLUMNS=80", "SOURCE_DATE_EPOCH=1", "GOFLAGS=-mod=mod", "SIGN=a=b=c"} {
		if got := w.environmentOf(w.exec, variable); !slices.Contains(got, variable) {
			t.Errorf("an allowed variable %s: %q", variable, got)
		}
	}
}

func TestInvalidOptions(t *testing.T) {
	for reason, o := range map[string]process.Options{
		"a relative home": {Home: "home"}, "no value": {Env: []string{"A"}}, "no name": {Env: []string{"=x"}}, "a pattern": {PassEnv: []string{"LC_*"}}, "a value": {AllowEnv: []string{"A=1"}},
		"an isolation of another system": {Isolation: process.Single}, "an unknown isolation": {Isolation: "vm"},
	} {
		if _, err := process.New(&o).Open(t.Context(), &capability.Request{Needs: &capability.Needs{}}); err == nil {
			t.Errorf("%s must be refused", reason)
		}
	}
}

// TestProc checks that a program in a namespace cannot read the environment of the application.
func TestProc(t *testing.T) {
	requireIsolation(t, process.Namespace)
	w := newFixture(t, process.Options{Isolation: process.Namespace})
	output := w.run("read=/proc/1/cmdline", "read=/proc/"+strings.TrimSpace(strings.Split(readFile(t, "/proc/self/stat"), " ")[0])+"/environ")
	if !strings.HasPrefix(output.Stdout, "toolgen-supervisor\x00") || !strings.Contains(output.Stdout, "no such file") {
		t.Errorf("%q", output.Stdout)
	}
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFilesBelongToTheSameUser checks that programs run as the user of the application.
func TestFilesBelongToTheSameUser(t *testing.T) {
	forEachIsolation(t, func(t *testing.T, isolation process.Isolation) {
		w := newFixture(t, process.Options{Isolation: isolation})
		output := w.run("owner", "write=new")
		info, err := os.Stat(filepath.Join(w.dir, "new"))
		if err != nil {
			t.Fatal(err, output)
		}
		if owner := info.Sys().(*syscall.Stat_t); int(owner.Uid) != os.Getuid() || int(owner.Gid) != os.Getgid() {
			t.Errorf("written as %d:%d", owner.Uid, owner.Gid)
		}
		if want := strings.Join([]string{strconv.Itoa(os.Getuid()), strconv.Itoa(os.Getgid())}, " ") + "\n<nil>\n"; output.Stdout != want {
			t.Errorf("%q", output.Stdout)
		}
	})
}

// TestDescriptorsDoNotLeak opens a descriptor that every child process inherits.
func TestDescriptorsDoNotLeak(t *testing.T) {
	for _, isolation := range completeIsolations {
		requireIsolation(t, isolation)
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		inherited, err := syscall.Dup(int(read.Fd())) // not close-on-exec
		if err != nil {
			t.Fatal(err)
		}
		w := newFixture(t, process.Options{Isolation: isolation})
		if output := w.run("fds"); output.Stdout != "[0 1 2]\n" {
			t.Errorf("%s: %s", isolation, output.Stdout)
		}
		_ = syscall.Close(inherited)
		read.Close()
		write.Close()
	}
}

func TestIsolationInForce(t *testing.T) {
	for _, isolation := range allIsolations {
		requireIsolation(t, isolation)
		if got, err := process.New(&process.Options{Isolation: isolation}).Isolation(); err != nil || got != isolation {
			t.Errorf("%s: %s, %v", isolation, got, err)
		}
	}
	strongest := process.New(nil)
	if got, err := strongest.Isolation(); err != nil || got != process.Namespace {
		t.Errorf("%s, %v", got, err)
	}
}
