package runtime

import (
	"os"
	"path/filepath"
	"strings"
)

// available is empty when the tool can run here and now, else the reason why
// not: which variable, program or check fails.
func (e *entry) available() (reason string) {
	a := e.tool.Available
	if a == nil {
		return ""
	}
	for _, name := range a.Env {
		if os.Getenv(name) == "" {
			return "environment variable " + name + " is not set"
		}
	}
	for _, name := range a.Binaries {
		if !onPath(name) {
			return "program " + name + " is not on PATH"
		}
	}
	if a.Check != nil && !holds(a.Check) {
		return strings.TrimRight("check "+a.CheckName, " ") + " does not hold"
	}
	return ""
}

// holds calls an author's check, in a goroutine of its own: definitions are
// asked for in the caller's, which runtime.Goexit would end. That and a panic
// count as false.
func holds(check func() bool) bool {
	held := make(chan bool, 1)
	go func() {
		ok := false
		defer func() {
			_ = recover()
			held <- ok
		}()
		ok = check()
	}()
	return <-held
}

// onPath looks for an executable file along PATH by stat, without os/exec,
// which would double a small binary. An empty entry, the working directory, is
// passed over.
func onPath(name string) bool {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}
