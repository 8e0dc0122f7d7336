package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// processInfo is a process as /proc shows it.
type processInfo struct {
	pid, parent, group, session int
	zombie                      bool // the main thread has ended; the process has ended if it has no living thread
}

// sender sends a signal to a process.
type sender func(pid int, signal syscall.Signal) error

// killAll kills processes and returns how many it killed. A process that ended after /proc was read is
// a zombie until its parent or the supervisor waits for it, so no other process has its ID.
func killAll(pids []int, send sender) int {
	killed := 0
	for _, pid := range pids {
		if send(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// members returns the descendants of a process, parents first, so that no parent can react to the end
// of its children; then the other processes of its group and session, with their descendants.
func members(root int, all []processInfo) []int {
	children := make(map[int][]int)
	for _, e := range all {
		children[e.parent] = append(children[e.parent], e.pid)
	}
	seen := map[int]bool{root: true}
	var found []int
	follow := func(pid int) {
		for next := []int{pid}; len(next) > 0; next = next[1:] {
			for _, child := range children[next[0]] {
				if !seen[child] {
					seen[child] = true
					found, next = append(found, child), append(next, child)
				}
			}
		}
	}
	follow(root)
	for _, e := range all {
		if (e.group == root || e.session == root) && !seen[e.pid] {
			seen[e.pid] = true
			found = append(found, e.pid)
			follow(e.pid)
		}
	}
	return found
}

// processes returns all processes that have not ended.
func processes() []processInfo {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // after an error, the names read so far
	var all []processInfo
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		if e, ok := readProcess(name); ok && (!e.zombie || hasLivingThread(e.pid)) {
			all = append(all, e)
		}
	}
	return all
}

// readProcess reads the information about a process. ok is false if it does not exist.
func readProcess(pid string) (e processInfo, ok bool) {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return e, false
	}
	return parseStat(stat)
}

// parseStat parses the line "pid (name) state parent group session ..." of proc(5). The name can contain
// spaces and parentheses.
func parseStat(stat []byte) (e processInfo, ok bool) {
	pid, _, _ := bytes.Cut(stat, []byte(" "))
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 4 {
		return e, false
	}
	e.zombie = bytes.ContainsAny(fields[0], "ZX")
	for i, target := range []*int{&e.pid, &e.parent, &e.group, &e.session} {
		text := pid
		if i > 0 {
			text = fields[i]
		}
		number, err := strconv.Atoi(string(text))
		if err != nil {
			return e, false
		}
		*target = number
	}
	return e, true
}
