package cli_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/cli"
)

// The test program has the command "serve texts".
func init() {
	cli.Register(cli.Command{Name: "serve texts", Help: "Serve texts.", Define: func(flags *flag.FlagSet) func(context.Context, *cli.Invocation) error {
		port := flags.Int("port", 1, "the `number` of the port")
		return func(_ context.Context, v *cli.Invocation) error {
			if *port == 0 {
				return errors.New("--port: 0 is not a port")
			}
			input, err := io.ReadAll(v.Stdin)
			if err != nil {
				return err
			}
			turn := v.Turn()
			turn.Platform = "changed"
			fmt.Fprintf(v.Stdout, "%s at %d, %d tools, budget %d, dry run %v, %+v, on %s\n", input, *port, len(v.Registry.Tools()),
				turn.ResultBudgetChars, turn.DryRun, turn.Policy.Files, v.Turn().Platform)
			return nil
		}
	}})
}

func TestRegister(t *testing.T) {
	tests := []struct {
		reason string
		args   string
		status int
		want   string
	}{
		{"with flags", "tools serve texts --port 7 --budget 9 --dry-run --allow-read /", cli.ExitOK, "in at 7, 9 tools, budget 9, dry run true, {Read:[/] Write:[] Deny:[]}, on cli"},
		{"without tools and flags", "serve texts", cli.ExitOK, "in at 1, 9 tools, budget 0, dry run false"},
		{"an error", "serve texts --port 0", cli.ExitUsage, "\nserve texts: --port: 0 is not a port"},
		{"a wrong flag of the policy", "serve texts --allow-host a/b", cli.ExitUsage, "serve texts: invalid value"},
		{"a wrong flag of the turn", "serve texts --budget -1", cli.ExitUsage, "--budget: -1 is negative"},
		{"an operand", "serve texts now", cli.ExitUsage, "serve texts: got 1 operands, expected none"},
		{"half of the name", "serve", cli.ExitUsage, `"serve" is not a command`},
		{"its usage", "serve texts --help", cli.ExitOK, "\nUsage: serve texts [FLAGS]\n\nServe texts.\n\nFlags:\n  -allow-host"},
		{"its own flag in its usage", "serve texts --help", cli.ExitOK, "-port number\n"},
		{"the list of commands", "help", cli.ExitOK, "  serve texts       Serve texts.\n"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := cli.Main(t.Context(), newRegistry(t), strings.Fields(test.args), strings.NewReader("in"), &stdout, &stderr)
			if got := "\n" + stdout.String() + stderr.String(); status != test.status || !strings.Contains(got, test.want) {
				t.Errorf("status %d, want %d and %q:\n%s", status, test.status, test.want, got)
			}
		})
	}
}

// TestRegisterRefusesNames checks that a command cannot hide another command.
func TestRegisterRefusesNames(t *testing.T) {
	for _, name := range []string{"", "List", "a  b", " a", "help", "list", "list all", "serve", "serve texts", "serve texts now"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the name %q is accepted", name)
				}
			}()
			cli.Register(cli.Command{Name: name})
		}()
	}
}
