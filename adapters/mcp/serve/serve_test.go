package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	_ "github.com/toolgen/toolgen/adapters/mcp/serve"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/cli"
)

func newRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(nil)
	err := registry.Register(
		&runtime.Tool{Name: "turn", Description: "Describes the turn.", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
			return runtime.Text(strings.Join(c.Policy().Files.Read, ",") + " on " + c.Platform() + " with " + c.Session().ID())
		}},
		&runtime.Tool{Name: "waits", Description: "Waits for the end of its context.", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
			<-ctx.Done()
			return runtime.FromError(ctx.Err())
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// lockedBuffer is a buffer for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start runs the command until stop is called, which returns the exit status.
func start(t *testing.T, stdin io.Reader, stdout io.Writer, args ...string) (stderr *lockedBuffer, stop func() int) {
	t.Helper()
	stderr = &lockedBuffer{}
	ctx, cancel := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- cli.Main(ctx, newRegistry(t), append([]string{"mcp", "serve"}, args...), stdin, stdout, stderr)
	}()
	return stderr, func() int {
		cancel()
		select {
		case s := <-status:
			return s
		case <-time.After(10 * time.Second):
			t.Fatal("the command does not end")
			return -1
		}
	}
}

func connect(t *testing.T, transport sdk.Transport) *sdk.ClientSession {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func callTurn(t *testing.T, session *sdk.ClientSession) string {
	t.Helper()
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "turn"})
	if err != nil {
		t.Fatal(err)
	}
	return r.Content[0].(*sdk.TextContent).Text
}

// TestMain runs the command in place of the tests in the processes that tests start.
func TestMain(m *testing.M) {
	flags, isCommand := os.LookupEnv("SERVE_FLAGS")
	if !isCommand {
		os.Exit(m.Run())
	}
	registry := runtime.NewRegistry(nil)
	err := registry.Register(
		&runtime.Tool{Name: "prints", Description: "Prints.", Invoke: func(context.Context, *runtime.Call) runtime.Result {
			fmt.Println("printed by the tool")
			return runtime.Text("done")
		}},
		&runtime.Tool{Name: "asks", Description: "Needs approval.", Approval: &runtime.Approval{}, Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Text("done")
		}},
	)
	if err != nil {
		panic(err)
	}
	os.Exit(cli.Main(context.Background(), registry, append([]string{"mcp", "serve"}, strings.Fields(flags)...), os.Stdin, os.Stdout, os.Stderr))
}

// program returns this program, which runs the command with these flags.
func program(flags string) *exec.Cmd {
	command := exec.Command(os.Args[0])
	// With the race detector, a process sleeps a second before it ends.
	command.Env = append(os.Environ(), "SERVE_FLAGS="+flags, "GORACE=atexit_sleep_ms=0")
	return command
}

// TestSignal checks that the command ends within a second after a signal, with
// success, although a client does not answer a request for approval.
func TestSignal(t *testing.T) {
	unanswered := make(chan struct{})
	defer close(unanswered)
	for _, flags := range []string{"", "--http 127.0.0.1:0"} {
		asked := make(chan struct{})
		client := sdk.NewClient(&sdk.Implementation{Name: "test"}, &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			close(asked)
			<-unanswered
			return &sdk.ElicitResult{Action: "cancel"}, nil
		}})
		command, stderr := program(flags), &lockedBuffer{}
		command.Stderr = stderr
		stdin, err := command.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		var transport sdk.Transport = &sdk.IOTransport{Reader: stdout, Writer: stdin}
		if flags != "" {
			transport = &sdk.StreamableClientTransport{Endpoint: waitForURL(t, stderr), MaxRetries: -1}
		}
		session, err := client.Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = session.CallTool(context.Background(), &sdk.CallToolParams{Name: "asks"}) }()
		<-asked
		begin := time.Now()
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := command.Wait(); err != nil || time.Since(begin) > time.Second {
			t.Errorf("%q: the command ends after %s with %v: %s", flags, time.Since(begin), err, stderr)
		}
	}
}

// TestPrintingTool checks that a tool that prints to standard output does not disturb
// the protocol.
func TestPrintingTool(t *testing.T) {
	command := program("")
	var stderr lockedBuffer
	command.Stderr = &stderr
	session := connect(t, &sdk.CommandTransport{Command: command})
	for range 3 {
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "prints"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(stderr.String(), "printed by the tool"); n != 3 {
		t.Errorf("standard error has the text %d times, want 3: %s", n, &stderr)
	}
}

// TestStdio calls a tool on the streams of the command, with a flag of the policy.
// The command ends with success when its context ends, also during a call.
func TestStdio(t *testing.T) {
	stdin, toServer := io.Pipe()
	fromServer, stdout := io.Pipe()
	stderr, stop := start(t, stdin, stdout, "--allow-read", "/")
	session := connect(t, &sdk.IOTransport{Reader: fromServer, Writer: toServer})
	if got := callTurn(t, session); !strings.HasPrefix(got, "/ on mcp with ") || got != callTurn(t, session) {
		t.Errorf("the tool says %q", got)
	}
	go func() { _, _ = session.CallTool(context.Background(), &sdk.CallToolParams{Name: "waits"}) }()
	time.Sleep(50 * time.Millisecond)
	if status := stop(); status != cli.ExitOK {
		t.Errorf("status %d: %s", status, stderr)
	}
	_ = fromServer.Close()
	_ = session.Close()
}

// TestStdioEnds checks that the command ends with success at the end of its input.
func TestStdioEnds(t *testing.T) {
	input := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
`
	stdin, client := io.Pipe()
	answers, stdout := io.Pipe()
	go func() { _, _ = io.WriteString(client, input) }()
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(answers).ReadString('\n')
		answer <- line
		_ = client.Close()
	}()
	var stderr lockedBuffer
	status := cli.Main(t.Context(), newRegistry(t), []string{"mcp", "serve"}, stdin, stdout, &stderr)
	if got := <-answer; status != cli.ExitOK || !strings.Contains(got, `"name":"serve.test"`) {
		t.Errorf("status %d, %s%s", status, got, &stderr)
	}
}

// servedURL matches the address that the command prints.
var servedURL = regexp.MustCompile(`http://\S+/mcp`)

// waitForURL returns the URL of the server.
func waitForURL(t *testing.T, stderr *lockedBuffer) string {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if url := servedURL.FindString(stderr.String()); url != "" {
			return url
		}
	}
	t.Fatalf("the command prints no URL: %s", stderr)
	return ""
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestHTTP(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{nil, {"--stateless"}, {"--token-file", token}} {
		stderr, stop := start(t, nil, io.Discard, append(flags, "--http", "127.0.0.1:0")...)
		url := waitForURL(t, stderr)
		transport := &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1, HTTPClient: &http.Client{Transport: bearer("0123456789abcdef")}}
		session := connect(t, transport)
		if got := callTurn(t, session); !strings.HasPrefix(got, " on mcp with") {
			t.Errorf("%q: the tool says %q", flags, got)
		}
		if len(flags) > 1 {
			_, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1}, nil)
			if err == nil {
				t.Error("a client without the token can connect")
			}
		}
		_ = session.Close()
		if status := stop(); status != cli.ExitOK {
			t.Errorf("%q: status %d: %s", flags, status, stderr)
		}
	}
}

// TestSelection checks which tools the command serves, also if they are registered
// later.
func TestSelection(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"", "turn waits a b late"},
		{"--only set", "a b"},
		{"--only set --only turn", "turn a b"},
		{"--only set --exclude a", "b"},
		{"--exclude set", "turn waits late"},
		{"--exclude set --exclude turn", "waits late"},
	} {
		registry := newRegistry(t)
		for _, name := range []string{"a", "b"} {
			if err := registry.Register(&runtime.Tool{Name: name, Toolset: "set", Description: "Says its name.", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("text") }}); err != nil {
				t.Fatal(err)
			}
		}
		stdin, toServer := io.Pipe()
		fromServer, stdout := io.Pipe()
		ended := make(chan int, 1)
		go func() {
			ended <- cli.Main(t.Context(), registry, append([]string{"mcp", "serve"}, strings.Fields(test.flags)...), stdin, stdout, io.Discard)
		}()
		session := connect(t, &sdk.IOTransport{Reader: fromServer, Writer: toServer})
		if err := registry.Register(&runtime.Tool{Name: "late", Description: "Says its name.", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("text") }}); err != nil {
			t.Fatal(err)
		}
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s serves %s, want %s", test.flags, got, test.want)
		}
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "a"})
		if isServed := strings.Contains(" "+test.want+" ", " a "); err != nil || r.IsError == isServed {
			t.Errorf("%s: a call of a is answered with %v, %v", test.flags, r, err)
		}
		_ = session.Close()
		if status := <-ended; status != cli.ExitOK {
			t.Errorf("%s: status %d", test.flags, status)
		}
	}
}

// TestErrors checks that each wrong flag is one clear error.
func TestErrors(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	directory := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(directory, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good", "0123456789abcdef")
	for _, test := range []struct {
		args string
		want string
	}{
		{"--http " + l.Addr().String(), "mcp serve: --http: listen tcp " + l.Addr().String() + ": bind: address already in use\n"},
		{"--http 8080", "missing port in address"},
		{"--http 127.0.0.1:99999", "invalid port"},
		{"--http 0.0.0.0:0", "other machines can reach 0.0.0.0:0: add --token-file and --host with the name that they use, or use"},
		{"--http 0.0.0.0:0 --host *", "add --token-file, or use an address such as 127.0.0.1:8080; --host: mcp: HTTPOptions.Hosts has \"*\", expected a name"},
		{"--http 127.0.0.1:0 --origin *", "--origin: mcp: HTTPOptions.Origins has \"*\", expected"},
		{"--http 127.0.0.1:0 --token-file " + file("short", "t0ken"), "has 5 characters, expected at least 16"},
		{"--only turns --exclude wait", "--only: no tool and no toolset has the name \"turns\""},
		{"--exclude wait", "--exclude: no tool and no toolset has the name \"wait\""},
		{"--only waits --exclude waits", "leave no tool"},
		{"--http :0", "other machines can reach :0: add --token-file"},
		{"--http [::]:0 --token-file " + good, "add --host"},
		{"--http 127.0.0.1:0 --token-file " + file("empty", "\n"), "empty is empty"},
		{"--http 127.0.0.1:0 --token-file " + file("spaces", "a b"), "no client can send"},
		{"--http 127.0.0.1:0 --token-file " + directory + "/none", "no such file"},
		{"--token-file " + good, "require --http"},
		{"--stateless", "require --http"},
		{"--http 127.0.0.1:0 --host=", "the value is empty"},
		{"now", "got 1 operands, expected none"},
		{"--budget -1", "--budget: -1 is negative"},
	} {
		var stdout, stderr bytes.Buffer
		status := cli.Main(t.Context(), newRegistry(t), append([]string{"mcp", "serve"}, strings.Fields(test.args)...), strings.NewReader(""), &stdout, &stderr)
		if status != cli.ExitUsage || !strings.Contains(stderr.String(), test.want) || stdout.Len() > 0 || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%s: status %d, want %q:\n%s%s", test.args, status, test.want, &stdout, &stderr)
		}
	}
}

// TestStdioRefusesOtherText checks that input that is not JSON ends the command with one
// clear error.
func TestStdioRefusesOtherText(t *testing.T) {
	for _, input := range []string{"GET / HTTP/1.1\n\n", "{\"jsonrpc\":\n", "[]\n", "{}\n", "\"text\"\n"} {
		var stdout, stderr lockedBuffer
		status := cli.Main(t.Context(), newRegistry(t), []string{"mcp", "serve"}, strings.NewReader(input), &stdout, &stderr)
		if status != cli.ExitUsage || stdout.String() != "" || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%q: status %d: %s%s", input, status, &stdout, &stderr)
		}
	}
}
