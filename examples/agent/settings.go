package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
)

// settings are the flags of all commands.
type settings struct {
	data, dir, session      string
	model                   string
	window, maxSteps        int
	maxCost                 float64
	inputPrice, outputPrice float64
	approve                 string
	allowHost, allowRead    []string
	allowPrivate            bool
	problems                []error // of environment variables
	flags                   *pflag.FlagSet
}

// The values of --approve.
const (
	approveAsk   = "ask"
	approveRisky = "risky"
	approveNone  = "none"
)

// define defines the flags. Environment variables change the defaults.
func (s *settings) define(f *pflag.FlagSet) {
	s.flags = f
	f.StringVar(&s.data, "data", cmp.Or(os.Getenv("AGENT_DATA"), defaultData()), "the directory of sessions and notes (AGENT_DATA)")
	f.StringVarP(&s.dir, "dir", "C", ".", "the directory to work in; a session that is continued keeps its own")
	f.StringVarP(&s.session, "session", "s", "", "continue this session: its id, or at least the first 4 characters of it")

	f.StringVarP(&s.model, "model", "m", cmp.Or(os.Getenv("AGENT_MODEL"), "scripted"),
		"scripted, or PROVIDER:NAME with one of the providers "+strings.Join(model.ProviderNames(), ", ")+" (AGENT_MODEL)")
	f.IntVar(&s.window, "window", int(s.number("AGENT_WINDOW", 128_000)), "how many tokens fit into one request to the model; the tools need about 9000 of them (AGENT_WINDOW)")
	f.IntVar(&s.maxSteps, "max-steps", 60, "how often the model is asked for one prompt")
	f.Float64Var(&s.maxCost, "max-cost", 0, "stop when the costs reach this many US dollars; needs prices")
	f.Float64Var(&s.inputPrice, "input-price", s.number("AGENT_INPUT_PRICE", 0), "US dollars for a million tokens of input (AGENT_INPUT_PRICE)")
	f.Float64Var(&s.outputPrice, "output-price", s.number("AGENT_OUTPUT_PRICE", 0), "US dollars for a million tokens of output (AGENT_OUTPUT_PRICE)")

	f.StringVar(&s.approve, "approve", approveAsk,
		"which calls need your approval. ask: all that can change files, run programs or reach the network, and those of MCP servers; risky: what a tool considers destructive; none: no calls")
	f.StringArrayVar(&s.allowHost, "allow-host", nil, "let tools reach this host: a name, *.example.org, * for every public host, or HOST:PORT for a port other than 80 and 443")
	f.BoolVar(&s.allowPrivate, "allow-private", false, "let tools reach private addresses of the hosts of --allow-host")
	f.StringArrayVar(&s.allowRead, "allow-read", nil, "let tools read this file or directory, too")
}

// check returns an error for a value that no command can use. It makes the paths absolute.
func (s *settings) check() error {
	switch {
	case len(s.problems) > 0:
		return s.problems[0]
	case s.maxSteps < 1:
		return fmt.Errorf("--max-steps is %d, expected at least 1", s.maxSteps)
	case !isAmount(s.maxCost) || !isAmount(s.inputPrice) || !isAmount(s.outputPrice):
		return fmt.Errorf("--max-cost, --input-price and --output-price are %v, %v and %v, expected at least 0", s.maxCost, s.inputPrice, s.outputPrice)
	case s.maxCost > 0 && s.inputPrice == 0 && s.outputPrice == 0:
		return errors.New("--max-cost needs prices: set --input-price and --output-price")
	case !slices.Contains([]string{approveAsk, approveRisky, approveNone}, s.approve):
		return fmt.Errorf("--approve is %q, expected ask, risky or none", s.approve)
	}
	if err := checkHosts(s); err != nil {
		return err
	}
	return s.makeAbsolute()
}

// isAmount reports whether a number can be a sum of money.
func isAmount(value float64) bool { return value >= 0 && !math.IsInf(value, 0) }

// makeAbsolute makes all paths absolute. It returns an error for a path of --allow-read that does not exist.
func (s *settings) makeAbsolute() error {
	for _, path := range []*string{&s.data, &s.dir} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	for i, path := range s.allowRead {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		if _, err := os.Stat(absolute); err != nil {
			return fmt.Errorf("--allow-read: %w", err)
		}
		s.allowRead[i] = absolute
	}
	return nil
}

// number returns the number in an environment variable, or a default if the variable is not set.
func (s *settings) number(variable string, otherwise float64) float64 {
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.problems = append(s.problems, fmt.Errorf("%s is %q, expected a number", variable, text))
	}
	return value
}

// defaultData returns the directory for sessions.
func defaultData() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ".toolgen-agent"
	}
	return filepath.Join(dir, "toolgen-agent")
}
