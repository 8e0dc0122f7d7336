package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// Command returns a transport to a program that serves on standard input and
// output. Each connection starts a new process, from the fields Path, Args, Dir, Env,
// Stderr and SysProcAttr of cmd.
//
// If Env is nil, the program gets only PATH, HOME, LANG and the variables that
// name the system's directories, because a third-party server must not see the
// secrets of this program. If Stderr is nil, the last 2000 bytes that the
// program writes to standard error are part of the error when it ends.
//
// When the connection ends, the standard input and output of the program are
// closed. If the program has not ended after two seconds, it gets SIGTERM, and
// after another two seconds it is killed. On Unix, the program runs in its own
// process group, unless SysProcAttr is set, and the complete group is killed at the
// end.
func Command(cmd *exec.Cmd) func(context.Context) (sdk.Transport, error) {
	return func(ctx context.Context) (sdk.Transport, error) {
		return commandTransport{template: cmd, max: maxMessageBytes(ctx)}, nil
	}
}

// commandTransport starts a program for one connection.
type commandTransport struct {
	template *exec.Cmd
	max      int               // the maximum length of a message, in bytes
	started  func(*os.Process) // nil except in tests
}

// Connect starts the program.
func (t commandTransport) Connect(ctx context.Context) (sdk.Connection, error) {
	p, err := startServer(t.template)
	if err != nil {
		return nil, err
	}
	if t.started != nil {
		t.started(p.command.Process)
	}
	return (&sdk.IOTransport{Reader: p.output(), Writer: p, MaxLineLength: t.max}).Connect(ctx)
}

// The times after which a program that should end is terminated and killed.
const (
	endGrace  = 2 * time.Second
	killGrace = 2 * time.Second
)

// serverProcess is the program of a server. Its Write and Close are those of its
// standard input; Close also ends the program.
type serverProcess struct {
	command *exec.Cmd
	input   io.WriteCloser
	stdout  *os.File
	stderr  *tail // nil if the application has its own
	ended   chan struct{}
	once    sync.Once
}

// startServer starts a program with the settings of the template.
func startServer(template *exec.Cmd) (*serverProcess, error) {
	command := exec.Command(template.Path)
	command.Args, command.Dir, command.Env, command.Stderr, command.SysProcAttr =
		template.Args, template.Dir, template.Env, template.Stderr, template.SysProcAttr
	command.WaitDelay = killGrace // a child of the program can keep standard error open
	if command.Env == nil {
		command.Env = serverEnvironment()
	}
	p := &serverProcess{command: command, ended: make(chan struct{})}
	if command.Stderr == nil {
		p.stderr = &tail{}
		command.Stderr = p.stderr
	}
	useGroup(command)
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.stdout, command.Stdout = reader, writer
	if p.input, err = command.StdinPipe(); err == nil {
		err = command.Start()
	}
	_ = writer.Close() // the program has its own copy
	if err != nil {
		_ = reader.Close()
		return nil, fmt.Errorf("its program cannot be started: %w", err)
	}
	go p.wait()
	return p, nil
}

// wait waits until the program has ended.
func (p *serverProcess) wait() {
	_ = p.command.Wait() // ProcessState has the result
	close(p.ended)
	killGroup(p.command)
}

// Write writes to the program's standard input.
func (p *serverProcess) Write(text []byte) (int, error) { return p.input.Write(text) }

// Close ends the program and waits for its end.
func (p *serverProcess) Close() error {
	p.once.Do(func() {
		_ = p.input.Close()  // it may be closed already
		_ = p.stdout.Close() // so that the program does not wait until its output is read
		for _, end := range []func(*exec.Cmd){terminateGroup, killGroup} {
			select {
			case <-p.ended:
			case <-time.After(endGrace):
				end(p.command)
			}
		}
		select {
		case <-p.ended:
		case <-time.After(2 * killGrace):
		}
	})
	return nil
}

// output returns the reader of the program's standard output.
func (p *serverProcess) output() io.ReadCloser { return serverOutput{p} }

// serverOutput is the standard output of a program. Its Close has no effect,
// because the process closes it.
type serverOutput struct{ process *serverProcess }

// Read reads the output. At its end, the error says how the program has ended.
func (o serverOutput) Read(p []byte) (int, error) {
	n, err := o.process.stdout.Read(p)
	if n == 0 && err != nil {
		err = o.process.endError()
	}
	return n, err
}

// Close has no effect.
func (serverOutput) Close() error { return nil }

// endError describes the end of the program's output.
func (p *serverProcess) endError() error {
	text := "its program has closed standard output"
	select {
	case <-p.ended:
		text = fmt.Sprintf("its program has ended: %s", p.command.ProcessState)
	case <-time.After(time.Second):
	}
	if p.stderr != nil {
		if last := p.stderr.text(); last != "" {
			text += "; standard error ends with: " + last
		}
	}
	return errors.New(text)
}

// maxTail is the maximum length of the end of standard error, in bytes.
const maxTail = 2000

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu  sync.Mutex
	end []byte
}

// Write keeps the end of the text.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, text[max(0, len(text)-maxTail):]...)
	if extra := len(t.end) - maxTail; extra > 0 {
		t.end = append(t.end[:0], t.end[extra:]...)
	}
	return len(text), nil
}

// text returns the end without hidden characters.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return untrusted.Neutralize(strings.TrimSpace(strings.ToValidUTF8(string(t.end), "\uFFFD")))
}

// serverEnvironment returns the environment of a server's program by default.
func serverEnvironment() []string {
	var all []string
	for _, name := range []string{"PATH", "HOME", "LANG", "TMPDIR", "SystemRoot", "USERPROFILE", "TEMP", "APPDATA", "LOCALAPPDATA", "PATHEXT"} {
		if value, ok := os.LookupEnv(name); ok {
			all = append(all, name+"="+value)
		}
	}
	return all
}
