package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// chromiumProcess is a process of Chromium.
type chromiumProcess struct {
	id     int
	memory int64 // bytes that it does not share with files
	isPage bool  // it runs pages or workers
}

// processTree has the children of each process of the system.
type processTree map[int][]int

// readProcesses reads the processes of the system.
func readProcesses() processTree {
	paths, _ := filepath.Glob("/proc/[0-9]*")
	tree := make(processTree, len(paths))
	for _, path := range paths {
		id, _ := strconv.Atoi(filepath.Base(path))
		if parent := parentOf(path); parent > 0 {
			tree[parent] = append(tree[parent], id)
		}
	}
	return tree
}

// measure measures Chromium's processes.
func (c *watchedChromium) measure(tree processTree) {
	if c.root == 0 || !c.isRoot(c.root) {
		c.root = c.findRoot(tree)
	}
	c.size, c.processes = 0, nil
	if c.root == 0 {
		return
	}
	c.processes = tree.measureAll(c.root)
	for _, p := range c.processes {
		c.size += p.memory
	}
}

// findRoot returns the id of Chromium's main process; 0 if it does not run.
func (c *watchedChromium) findRoot(tree processTree) int {
	for _, children := range tree {
		for _, id := range children {
			if c.isRoot(id) {
				return id
			}
		}
	}
	return 0
}

// isRoot reports whether a process is Chromium's main process.
func (c *watchedChromium) isRoot(id int) bool {
	line, _ := os.ReadFile("/proc/" + strconv.Itoa(id) + "/cmdline")
	return bytes.Contains(line, []byte(c.argument)) && !bytes.Contains(line, []byte("--type=")) && !bytes.Contains(line, []byte("\x00-c\x00"))
}

// measureAll returns a process and its descendants, each once: processes end and
// their numbers are used again while /proc is read, so that the tree can have a
// cycle.
func (tree processTree) measureAll(root int) (found []chromiumProcess) {
	seen := make(map[int]bool)
	for ids := []int{root}; len(ids) > 0; {
		id := ids[0]
		ids = ids[1:]
		if !seen[id] {
			seen[id] = true
			found = append(found, measure(id))
			ids = append(ids, tree[id]...)
		}
	}
	return found
}

// parentOf returns the parent of a process; 0 if it has ended.
func parentOf(path string) int {
	text, _ := os.ReadFile(path + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // after the name, which can contain anything
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}

// measure returns a process with the memory that it does not share with files.
func measure(id int) chromiumProcess {
	path := "/proc/" + strconv.Itoa(id)
	p := chromiumProcess{id: id}
	status, _ := os.ReadFile(path + "/status")
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name == "RssAnon" || name == "RssShmem" {
			kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			p.memory += kilobytes << 10
		}
	}
	line, _ := os.ReadFile(path + "/cmdline")
	p.isPage = bytes.Contains(line, []byte("--type=renderer"))
	return p
}
