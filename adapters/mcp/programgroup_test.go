//go:build unix

package mcp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// Close ends the programs that the server has started.
func TestCloseEndsChildren(t *testing.T) {
	checkGoroutines(t)
	b := newProgramBridge(t, "child", mcp.BridgeOptions{})
	r := run(t, b, "mcp__far__echo", `{}`)
	var child struct{ PID int }
	if err := json.Unmarshal(r.Structured, &child); err != nil || child.PID == 0 {
		t.Fatalf("the call answers %+v: %v", r, err)
	}
	if err := syscall.Kill(child.PID, 0); err != nil {
		t.Fatalf("the child does not run: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	eventually(t, "the child has not ended", func() bool { return isGone(child.PID) })
}

// isGone reports whether a process has ended. Its parent may not have waited for
// it.
func isGone(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return true
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(status), ") Z ")
}
