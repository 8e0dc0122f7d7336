package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// versionCommand prints the version from the build information.
type versionCommand struct{}

// Run runs the command. Package kong calls it.
func (c *versionCommand) Run(s *session) error {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	fmt.Fprintf(s.out, "toolgen %s %s\n", version, runtime.Version())
	return nil
}
