package builtin

import (
	"os"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/toolsearch"
)

// Options configure a [Set]. StorePath is required; the zero value of every other field means the
// default that the field names. [New] does not change the options.
type Options struct {
	// StorePath is the path of the SQLite database of notes, sessions, to-do lists and tickets.
	// A missing file and missing directories are created. The file tools cannot open the
	// database under any policy.
	StorePath string
	// Store configures the database; nil means the defaults.
	Store *store.Options

	// Agent works on the tasks of sub-agents; without it the tool task is not offered.
	Agent task.Agent
	// Task limits the work of sub-agents; nil means the defaults.
	Task *task.Options

	// SearXNG is the base URL of the instance that the tool web_search queries. If it is empty,
	// web_search queries the first of Brave, Tavily and Exa for which Secrets has a key, under
	// references such as "providers/brave/key". Without any key web_search is not offered.
	SearXNG string
	// Secrets gives API keys; nil means environment variables with the prefix AGENT_, such as
	// AGENT_PROVIDERS_BRAVE_KEY.
	Secrets secrets.Store

	// Files configures the backend for files; nil means its defaults.
	Files *files.Options
	// Process configures the backend for programs; nil means the home directory of this
	// process's user and the environment variables of [PassEnv].
	Process *process.Options
	// Network configures the backend for HTTP requests; nil means its defaults.
	Network *network.Options
	// Jobs configures the processes of terminal_start; nil means the defaults. If its
	// Open is nil, New sets it.
	Jobs *terminal.JobOptions
	// Browser configures Chromium. If its Exec is nil, New sets it.
	Browser *browser.Options

	// LossApproval makes commands need approval that lose something in the working directory;
	// nil means that only those that look destructive need it.
	LossApproval *LossApproval
	// FindTools adds the tool find_tools and limits [Set.Visible] to the tools that it
	// names and those that a session has found; nil means that all tools are shown.
	FindTools *toolsearch.Options

	// Runtime configures the registry. New sets Reducers if it is nil, and every nil field of
	// Backends but Storage, which no built-in tool needs. It adds [Counterparts].
	Runtime *runtime.Options
}

// secretsPrefix is the prefix of environment variables that hold API keys, so that tools cannot
// read other variables.
const secretsPrefix = "AGENT_"

// PassEnv returns the names of the environment variables that New passes from this process to
// programs if Options.Process is nil. They say where development tools keep caches, packages and
// settings. None of them is known to hold a secret.
func PassEnv() []string {
	return []string{
		"CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN",
		"GOCACHE", "GOFLAGS", "GOMODCACHE", "GOPATH", "GOTOOLCHAIN",
		"COREPACK_HOME", "NPM_CONFIG_CACHE", "NPM_CONFIG_PREFIX", "NVM_DIR", "PNPM_HOME",
		"CONDA_PREFIX", "PIP_CACHE_DIR", "PYENV_ROOT", "PYTHONPATH", "VIRTUAL_ENV",
		"TERM", "USER", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
	}
}

// processOptions returns the options for programs.
func (o *Options) processOptions() (*process.Options, error) {
	if o.Process != nil {
		return o.Process, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	return &process.Options{Home: home, PassEnv: PassEnv()}, nil
}

// runtimeOptions returns a copy of the options for the registry.
func (o *Options) runtimeOptions() runtime.Options {
	if o.Runtime == nil {
		return runtime.Options{}
	}
	return *o.Runtime
}

// secretStore returns the store of API keys.
func (o *Options) secretStore() secrets.Store {
	if o.Secrets == nil {
		return secrets.Environment(secretsPrefix)
	}
	return o.Secrets
}
