package process_test

import (
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

func ExampleNew() {
	programs := process.New(&process.Options{Home: "/var/lib/agent", PassEnv: []string{"GOPROXY"}})
	backends := capability.Backends{Process: programs.Open}
	_ = backends // for runtime.Options.Backends
}
