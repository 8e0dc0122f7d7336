// Trial is a server with all built-in tools in one session, so that a model or a
// person can play with them:
//
//	trial -dir ~/project
//	curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8731/tools
//	curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8731/batch --data-binary @- <<'END'
//	search_files {"query": "func main"}
//	run_tests {"target": "TestParse*"}
//	END
//	curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8731/totals
//
// The server listens on a loopback address only. At its start it prints its address, a
// token, which every request needs, and how to list the definitions and send a batch. At its end it prints the totals: calls, failures by
// reason, and characters of definitions and results. The tools can change the files
// of the directory and run programs: use a copy of a project.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/spill"
	"github.com/toolgen/toolgen/runtime/toolsearch"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "trial:", err)
		os.Exit(1)
	}
}

// settings are the flags of the command.
type settings struct {
	dir, address, token string
	approves, lazy      bool
}

// parseFlags reads the flags.
func parseFlags(args []string) (s settings, err error) {
	flags := flag.NewFlagSet("trial", flag.ContinueOnError)
	flags.StringVar(&s.dir, "dir", ".", "the directory that the tools can read and write")
	flags.StringVar(&s.address, "addr", defaultAddress, "the loopback address of the server; if the default is taken, a free port is used")
	flags.StringVar(&s.token, "token", rand.Text(), "the token that requests need")
	flags.BoolVar(&s.approves, "approve", false, "approve commands that look destructive")
	flags.BoolVar(&s.lazy, "lazy", false, "show the tools for files, search and programs only, and find_tools for the others")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	s.dir, err = filepath.Abs(s.dir)
	return s, err
}

// newTools returns the tools with a store and spilled results in a directory.
func newTools(data string, s settings) (*builtin.Set, error) {
	stored, err := spill.NewFiles(&spill.FilesOptions{Dir: filepath.Join(data, "results")})
	if err != nil {
		return nil, err
	}
	options := &runtime.Options{Spill: stored}
	if s.approves {
		options.Approver = func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			return runtime.Decision{Approved: true}, nil
		}
	}
	var find *toolsearch.Options
	if s.lazy {
		find = &toolsearch.Options{Toolsets: []string{"files", "search", "terminal", "project"}}
	}
	return builtin.New(&builtin.Options{
		StorePath: filepath.Join(data, "store.db"), Store: &store.Options{DefaultPersonality: "trial"}, Runtime: options, FindTools: find,
	})
}

// defaultAddress is the address of the server if no flag says another one.
const defaultAddress = "127.0.0.1:8731"

// started says where the server listens, how to list the definitions and how to send a
// batch.
const started = `listening on http://%[2]s, directory %[3]s
token %[1]s
definitions: curl -H 'Authorization: Bearer %[1]s' http://%[2]s/tools
a batch:     curl -H 'Authorization: Bearer %[1]s' http://%[2]s/batch --data-binary 'list_files {"path": "."}'
`

// listen listens on an address. If the default address is taken, it listens on a free
// port.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) && address == defaultAddress {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	return listener, err
}

// run serves the tools until the context ends, and prints the totals.
func run(ctx context.Context, args []string, out io.Writer) (err error) {
	s, err := parseFlags(args)
	if err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "trial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	tools, err := newTools(data, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tools.Close(context.WithoutCancel(ctx))) }()
	listener, err := listen(s.address)
	if err != nil {
		return err
	}
	if address := listener.Addr().(*net.TCPAddr); !address.IP.IsLoopback() {
		return errors.Join(fmt.Errorf("%s is not a loopback address", address), listener.Close())
	}
	h := newHandler(tools, s.dir, listener.Addr().String(), s.token)
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	fmt.Fprintf(out, started, s.token, listener.Addr(), s.dir)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	fmt.Fprint(out, h.totals())
	return nil
}
