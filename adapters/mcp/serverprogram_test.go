package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// serverVariable names the environment variable that makes the test binary a
// server with the faults of programFaults.
const serverVariable = "MCP_TEST_SERVER"

func init() {
	if fault := os.Getenv(serverVariable); fault != "" {
		p := &program{fault: fault, out: bufio.NewWriter(os.Stdout), in: bufio.NewReader(os.Stdin)}
		p.serve()
		os.Exit(0)
	}
}

// program is a server that has one fault, as a program.
type program struct {
	fault string
	out   *bufio.Writer
	in    *bufio.Reader
	calls int
}

// faultyProgram returns a transport to a program with the fault.
func faultyProgram(fault string) func(context.Context) (sdk.Transport, error) {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), serverVariable+"="+fault)
	return mcp.Command(command)
}

const (
	initializeResult = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}`
	listResult       = `{"tools":[{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"}},{"name":"other","inputSchema":{"type":"object"}}]}`
	echoResult       = `{"content":[{"type":"text","text":"hello"}]}`
)

type request struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Error  *struct{ Message string }
}

// read returns the next message of the client.
func (p *program) read() request {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		os.Exit(0)
	}
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		panic(err)
	}
	return r
}

// write writes a line.
func (p *program) write(format string, args ...any) {
	if _, err := fmt.Fprintf(p.out, format+"\n", args...); err != nil {
		os.Exit(0)
	}
	if err := p.out.Flush(); err != nil {
		os.Exit(0)
	}
}

// answer answers a request.
func (p *program) answer(r request, result string) {
	p.write(`{"jsonrpc":"2.0","id":%s,"result":%s}`, r.ID, result)
}

// serve answers requests until the end of the input.
func (p *program) serve() {
	switch p.fault {
	case "crash":
		fmt.Fprintln(os.Stderr, "no license \u202ekey")
		os.Exit(3)
	case "silent":
		time.Sleep(time.Hour)
	case "log on standard output":
		p.write("Starting the server ...")
	case "endless log":
		go p.endless(os.Stderr, "log")
	}
	for {
		r := p.read()
		if r.ID == nil || p.misbehave(r) {
			continue
		}
		switch r.Method {
		case "initialize":
			p.answer(r, initializeResult)
		case "tools/list":
			p.answer(r, listResult)
		case "tools/call":
			p.answer(r, echoResult)
		default:
			p.write(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"unknown method"}}`, r.ID)
		}
	}
}

// lineCounter counts the lines and the starts of programs.
type lineCounter struct {
	mu            sync.Mutex
	lines, starts int
}

// Write counts the lines of a text.
func (c *lineCounter) Write(text []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines += strings.Count(string(text), "\n")
	return len(text), nil
}

func (c *lineCounter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lines
}

func (c *lineCounter) started() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.starts
}

// countingProgram returns a transport to a program with the fault. The counter
// counts its starts, and the lines that it writes to standard error.
func countingProgram(fault string, counter *lineCounter) func(context.Context) (sdk.Transport, error) {
	command := exec.Command(os.Args[0])
	command.Env, command.Stderr = append(os.Environ(), serverVariable+"="+fault), counter
	return func(ctx context.Context) (sdk.Transport, error) {
		counter.mu.Lock()
		counter.starts++
		counter.mu.Unlock()
		return mcp.Command(command)(ctx)
	}
}
