//go:build linux

package process_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/process"
)

// kernelFiles are files with which root changes the kernel, or makes it start programs.
var kernelFiles = []string{
	"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/pid_max", "/proc/sysrq-trigger",
	"/proc/irq/default_smp_affinity", "/proc/mtrr", "/sys/kernel/uevent_helper", "/sys/power/state",
	"/sys/fs/cgroup/*/release_agent", "/sys/fs/cgroup/*/cgroup.procs", "/sys/fs/cgroup/cgroup.procs",
}

// TestKernelFiles runs programs of root that open the kernel's files for writing. It writes nothing.
func TestKernelFiles(t *testing.T) {
	if !canMount(t) {
		t.Skip("only root can write these files, and only a user who can mount makes them read-only")
	}
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{Isolation: isolation})
			opened := 0
			for _, pattern := range kernelFiles {
				paths, _ := filepath.Glob(pattern)
				for _, path := range paths {
					file, err := os.OpenFile(path, os.O_WRONLY, 0)
					if err != nil {
						continue // it is closed for the application too
					}
					_ = file.Close()
					opened++
					if output := w.run("open="+path, "unmount="+path, "open="+path); strings.Contains(output.Stdout, "<nil>") {
						t.Errorf("%s: %q", path, output.Stdout)
					}
				}
			}
			if opened == 0 {
				t.Error("the application can open none of the files")
			}
			if output := w.run("writable=/proc", "writable=/sys"); output.Stdout != "" {
				t.Errorf("writable:\n%s", output.Stdout)
			}
			if output := w.run("open=/proc/self/oom_score_adj", "open=/proc/self/comm"); output.Stdout != "<nil>\n<nil>\n" {
				t.Errorf("the program's own files: %q", output.Stdout)
			}
			if output := w.applicationOutput(isolation, "open=/proc/APPLICATION/oom_score_adj"); !strings.Contains(output, "no such file") {
				t.Errorf("the application's score: %q", output)
			}
		})
	}
}

// TestKernelFilesOfOtherMounts runs programs of an application that sees a second /proc.
func TestKernelFilesOfOtherMounts(t *testing.T) {
	if !canMount(t) {
		t.Skip("this user cannot mount")
	}
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{})
			second := filepath.Join(w.dir, "a second /proc")
			if err := os.MkdirAll(second, 0o755); err != nil {
				t.Fatal(err)
			}
			open := "open=" + second + "/sys/kernel/core_pattern"
			command := helperCommand("mount="+second, open, "application="+string(isolation), open)
			command.Dir, command.Env = w.dir, append(os.Environ(), "HELPER="+filepath.Join(w.bin, "helper"))
			command.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
			output, _ := command.CombinedOutput() // the helper ends with exit code 1
			if got := string(output); !strings.HasPrefix(got, "<nil>\n<nil>\n") || !strings.Contains(got, "read-only file system") {
				t.Errorf("%s", got)
			}
		})
	}
}

// canMount reports whether the application has CAP_SYS_ADMIN.
func canMount(t *testing.T) bool {
	const sysAdmin = 21
	effective, err := strconv.ParseUint(statusLine(t, "CapEff"), 16, 64)
	return err == nil && effective>>sysAdmin&1 == 1
}

// printWritable prints the files in a directory that the permissions and mounts allow to write, without those
// of processes. It opens no file.
func printWritable(directory string) {
	_ = filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it ended after the directory was read
		}
		if _, err := strconv.Atoi(entry.Name()); err == nil && filepath.Dir(path) == "/proc" {
			return filepath.SkipDir
		}
		const writing = 2
		info, err := entry.Info()
		if err == nil && entry.Type().IsRegular() && info.Mode()&0o222 != 0 && syscall.Access(path, writing) == nil {
			fmt.Println(path)
		}
		return nil
	})
}

// TestOtherProcesses runs programs that change the limits and priorities of the application and of the
// supervisor, and their own. The values are those that the processes have already.
func TestOtherProcesses(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			w := newFixture(t, process.Options{})
			refused := "operation not permitted"
			if isolation == process.Namespace {
				refused = "no such process"
			}
			output := w.applicationOutput(isolation, "control=APPLICATION")
			if got := strings.Count(output, refused); got != 9 || strings.Count(output, "\n") != 10 {
				t.Errorf("the application: %s", output)
			}
			output = w.applicationOutput(isolation, "control=0")
			if strings.Count(output, ": errno 0\n") != 7 { // all but PRIO_PGRP and PRIO_USER
				t.Errorf("the program itself: %s", output)
			}
		})
	}
}

// printControl prints the error of each system call that changes a process.
func printControl(pid int) {
	var limit [2]uint64
	var mask [128]byte
	var priority uint64
	attributes := struct { // struct sched_attr
		size, policy              uint32
		flags                     uint64
		nice                      int32
		priority                  uint32
		runtime, deadline, period uint64
	}{size: 48}
	nice, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	attributes.nice = int32(20 - nice) // the system call returns 20 minus the value
	n := controlNumbers[runtime.GOARCH]
	_, _, _ = syscall.Syscall6(n.prlimit, uintptr(pid), syscall.RLIMIT_NOFILE, 0, uintptr(unsafe.Pointer(&limit)), 0, 0)
	_, _, _ = syscall.Syscall(n.getaffinity, uintptr(pid), unsafe.Sizeof(mask), uintptr(unsafe.Pointer(&mask)))
	for _, c := range []struct {
		name            string
		number, a, b, c uintptr
	}{
		{"prlimit", n.prlimit, uintptr(pid), syscall.RLIMIT_NOFILE, uintptr(unsafe.Pointer(&limit))},
		{"setpriority", n.setpriority, syscall.PRIO_PROCESS, uintptr(pid), uintptr(attributes.nice)},
		{"setpriority of a group", n.setpriority, syscall.PRIO_PGRP, noID, uintptr(attributes.nice)},
		{"setpriority of a user", n.setpriority, syscall.PRIO_USER, noID, uintptr(attributes.nice)},
		{"ioprio_set", n.ioprio, 1, uintptr(pid), 0},
		{"sched_setparam", n.setparam, uintptr(pid), uintptr(unsafe.Pointer(&priority)), 0},
		{"sched_setscheduler", n.setscheduler, uintptr(pid), 0, uintptr(unsafe.Pointer(&priority))},
		{"sched_setaffinity", n.setaffinity, uintptr(pid), unsafe.Sizeof(mask), uintptr(unsafe.Pointer(&mask))},
		{"sched_setattr", n.setattr, uintptr(pid), uintptr(unsafe.Pointer(&attributes)), 0},
	} {
		_, _, errno := syscall.Syscall6(c.number, c.a, c.b, c.c, 0, 0, 0)
		fmt.Printf("%s: %v\n", c.name, errno)
	}
}

// noID is not the ID of a process or user.
const noID = 0x7ffffff0

// controlNumbers are the numbers of the system calls.
var controlNumbers = map[string]struct {
	prlimit, getaffinity, setpriority, ioprio, setparam, setscheduler, setaffinity, setattr, shmget, shmctl uintptr
}{
	"amd64": {302, 204, 141, 251, 142, 144, 203, 314, 29, 31},
	"arm64": {261, 123, 140, 30, 118, 119, 122, 274, 194, 195},
}

// TestOtherProcessesOf32Bits runs a program of 32 bits that changes a limit of the supervisor: its system
// calls have other numbers.
func TestOtherProcessesOf32Bits(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the program is for amd64")
	}
	requireIsolation(t, process.Supervisor)
	w := newFixture(t, process.Options{Isolation: process.Supervisor})
	exec := w.open(t.Context(), "helper", "small")
	for _, c := range []struct {
		reason string
		pid    []byte // code that sets ebx
		want   int
	}{
		{"the program itself", []byte{0x31, 0xdb}, 0},
		{"the supervisor", []byte{0xb8, 64, 0, 0, 0, 0xcd, 0x80, 0x89, 0xc3}, int(syscall.EPERM)}, // getppid()
	} {
		if err := os.WriteFile(filepath.Join(w.bin, "small"), executable32(c.pid), 0o755); err != nil {
			t.Fatal(err)
		}
		output, err := exec.Run(t.Context(), capability.Command{Name: "small"})
		if errors.Is(err, syscall.ENOEXEC) {
			t.Skip("this kernel does not run programs of 32 bits")
		}
		if err != nil || output.ExitCode != c.want {
			t.Errorf("%s: %+v, %v", c.reason, output, err)
		}
	}
}

// executable32 returns an executable for 32 bits. Its code sets ebx with the given code, calls
// prlimit64(ebx, RLIMIT_NOFILE, {1024, 1024}, 0), and exits with the number of the error.
func executable32(pid []byte) []byte {
	const base, start = 0x400000, 52 + 32 // after the headers
	code := append(pid,
		0xb9, 7, 0, 0, 0, // ecx = RLIMIT_NOFILE
		0xba, start, 0, 0x40, 0, // edx: the limits
		0x31, 0xf6, // esi = 0
		0xb8, 0x54, 1, 0, 0, 0xcd, 0x80, // eax = prlimit64
		0xf7, 0xd8, 0x89, 0xc3, 0xb8, 1, 0, 0, 0, 0xcd, 0x80) // exit(-eax)
	limits := []uint64{1024, 1024}
	size := uint32(start + 16 + len(code))
	var b []byte
	for _, part := range []any{
		[]byte("\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"), []uint16{2, 3}, uint32(1), uint32(base + start + 16), uint32(52), []uint32{0, 0},
		[]uint16{52, 32, 1, 0, 0, 0}, []uint32{1, 0, base, base, size, size, 5, 0x1000}, limits, code,
	} {
		b, _ = binary.Append(b, binary.LittleEndian, part) // fixed-size values only
	}
	return b
}

// TestSharedMemory runs a program that leaves shared memory of System V.
func TestSharedMemory(t *testing.T) {
	for _, isolation := range completeIsolations {
		t.Run(string(isolation), func(t *testing.T) {
			requireIsolation(t, isolation)
			if isolation == process.Supervisor && !canMount(t) {
				t.Skip("this supervisor has no namespace of IPC")
			}
			w := newFixture(t, process.Options{Isolation: isolation})
			key := os.Getpid()<<8 | 1
			if output := w.run(fmt.Sprint("shm=", key)); output.Stdout != "errno 0\n" {
				t.Fatalf("%q", output.Stdout)
			}
			if id, errno := sharedMemory(key, false); errno != syscall.ENOENT {
				t.Errorf("the memory is left: %v", errno)
				_, _, _ = syscall.Syscall(controlNumbers[runtime.GOARCH].shmctl, id, 0, 0) // IPC_RMID
			}
		})
	}
}

// sharedMemory returns the ID of the shared memory with a key.
func sharedMemory(key int, create bool) (id uintptr, errno syscall.Errno) {
	flags := uintptr(0o600)
	if create {
		flags |= 0o1000 // IPC_CREAT
	}
	id, _, errno = syscall.Syscall(controlNumbers[runtime.GOARCH].shmget, uintptr(key), 1<<12, flags)
	return id, errno
}
