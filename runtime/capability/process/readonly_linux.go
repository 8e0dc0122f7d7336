//go:build amd64 || arm64

package process

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// readOnlyPaths returns the paths that must be read-only for programs of root, which could otherwise change
// the kernel or make it start a program outside of the isolation: the entries of /proc that are not
// processes, and the mounts of the kernel's other file systems. The programs of other users cannot write
// them.
func readOnlyPaths() []string {
	if os.Getuid() != 0 && os.Geteuid() != 0 {
		return nil
	}
	mounts, _ := os.ReadFile("/proc/self/mountinfo") // without a file, no mounts
	return append(slices.Clone(writableEntries()), kernelMounts(string(mounts))...)
}

// writableEntries returns the directories of /proc that are not processes, and the files that can be written.
var writableEntries = sync.OnceValue(func() []string {
	const proc = "/proc"
	entries, _ := os.ReadDir(proc) // without /proc, none
	var paths []string
	for _, entry := range entries {
		if _, err := strconv.Atoi(entry.Name()); err == nil || entry.Type()&fs.ModeSymlink != 0 {
			continue
		}
		if info, err := entry.Info(); err == nil && (info.IsDir() || info.Mode()&0o222 != 0) {
			paths = append(paths, proc+"/"+entry.Name())
		}
	}
	return paths
})

// kernelTypes are the types of file systems whose files change the kernel.
var kernelTypes = map[string]bool{
	"binfmt_misc": true, "bpf": true, "cgroup": true, "cgroup2": true, "configfs": true, "debugfs": true, "efivarfs": true,
	"fusectl": true, "nfsd": true, "proc": true, "pstore": true, "resctrl": true, "rpc_pipefs": true, "securityfs": true,
	"selinuxfs": true, "smackfs": true, "sysfs": true, "tracefs": true, "xenfs": true,
}

// kernelMounts returns the paths of the mounts of these types, except /proc itself, and of all mounts in
// /sys. The text is that of /proc/PID/mountinfo, see proc(5).
func kernelMounts(text string) []string {
	decode := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	var paths []string
	for line := range strings.Lines(text) {
		mount, kind, _ := strings.Cut(line, " - ")
		fields, kinds := strings.Fields(mount), strings.Fields(kind)
		if len(fields) < 5 || len(kinds) == 0 {
			continue
		}
		path := decode.Replace(fields[4])
		if path != "/proc" && (kernelTypes[kinds[0]] || strings.HasPrefix(path, "/sys/")) && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}
