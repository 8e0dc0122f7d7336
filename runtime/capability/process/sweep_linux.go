package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// entry is a process as /proc shows it.
type entry struct{ pid, parent, group, session int }

// killAll kills processes and says how many. A process that ended since /proc was read is
// still there, for its parent or the supervisor to wait for, so that no other has
// got its number.
func killAll(pids []int) int {
	killed := 0
	for _, pid := range pids {
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// belonging lists the descendants of a process, parents first, so that none
// lives to tell of its children's end, then the rest of its group and session with theirs.
func belonging(root int, all []entry) []int {
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

// processes lists those that have not ended.
func processes() []entry {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // what there is
	var all []entry
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if e, ok := parseStat(stat); err == nil && ok {
			all = append(all, e)
		}
	}
	return all
}

// parseStat reads proc(5)'s "pid (name) state parent group session ...", in
// which the name may have spaces and parentheses. It has no use for those that ended.
func parseStat(stat []byte) (e entry, ok bool) {
	pid, _, _ := bytes.Cut(stat, []byte(" "))
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 4 || bytes.ContainsAny(fields[0], "ZX") {
		return e, false
	}
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
