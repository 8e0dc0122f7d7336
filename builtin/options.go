package builtin

import (
	"os"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/capability/process"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// Options configure the tools. Only StorePath is required; the zero value of
// every other field means the default that it names. Nothing in it is changed.
type Options struct {
	// StorePath is the SQLite file of notes, sessions, to-do lists and tickets.
	// It is made if need be, with missing directories. No tool for files gets at it, whatever the
	// policy opens.
	StorePath string
	// Store says more about it.
	Store *store.Options

	// Agent is the loop that works on tasks of sub-agents, within the limits of
	// Task; without one the tool task is not offered.
	Agent task.Agent
	Task  *task.Options

	// SearXNG is the base URL of the instance that web_search asks. Without one
	// it asks the first of Brave, Tavily and Exa whose key Secrets has, as
	// providers/brave/key and so on; without any it is not offered.
	SearXNG string
	// Secrets gives keys; nil means environment variables, of which the key of
	// Brave is AGENT_PROVIDERS_BRAVE_KEY.
	Secrets secrets.Store

	// Files is how files are opened.
	Files *files.Options
	// Process is how programs run; nil means with the home directory of this
	// process's user and, of its environment, with the variables of [PassEnv].
	Process *process.Options
	// Network is how requests are made.
	Network *network.Options
	// Browser is how Chromium runs. Its Exec is filled in where it is nil.
	Browser *browser.Options

	// Runtime configures the registry. Its Backends and Reducers are filled in
	// where they are nil: Backends field by field, but for Storage, which no
	// built-in tool needs.
	Runtime *runtime.Options
}

// secretsPrefix begins the environment variables that are keys, so that no
// other variable can be asked for.
const secretsPrefix = "AGENT_"

// PassEnv returns the names of the variables that programs see of this process's environment
// unless Options.Process says otherwise: where tools of developers have their caches, packages
// and settings. None of them is known to hold a secret.
func PassEnv() []string {
	return []string{
		"CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN",
		"GOCACHE", "GOFLAGS", "GOMODCACHE", "GOPATH", "GOTOOLCHAIN",
		"COREPACK_HOME", "NPM_CONFIG_CACHE", "NPM_CONFIG_PREFIX", "NVM_DIR", "PNPM_HOME",
		"CONDA_PREFIX", "PIP_CACHE_DIR", "PYENV_ROOT", "PYTHONPATH", "VIRTUAL_ENV",
		"TERM", "USER", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
	}
}

// processOptions are those of programs.
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

// runtimeOptions are a copy of those of the registry.
func (o *Options) runtimeOptions() runtime.Options {
	if o.Runtime == nil {
		return runtime.Options{}
	}
	return *o.Runtime
}

// secretStore is where keys come from.
func (o *Options) secretStore() secrets.Store {
	if o.Secrets == nil {
		return secrets.Environment(secretsPrefix)
	}
	return o.Secrets
}
