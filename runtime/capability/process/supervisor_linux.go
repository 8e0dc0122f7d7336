//go:build linux && (amd64 || arm64)

package process

import (
	"encoding/binary"
	"errors"
	"os"
	"sync"
	"syscall"
	"unsafe"
)

// supervisorCode returns the address of the supervisor's machine code: a program of about 1,200 bytes
// that starts the declared program and waits for all its children, including orphans that it adopted.
// It is written in assembly because it must work without the application and must start fast. A
// declared program cannot do this itself as process 1 of a namespace: process 1 does not get signals by
// default, and ordinary programs do not wait for children that they did not start.
//
// Its arguments are the paths of readOnlyPaths, an empty argument, the program's path and the program's
// arguments. Descriptor 3 is a pipe to which it
// writes records of two 32-bit numbers, a kind and a value (see recordFailed and the other kinds). The
// supervisor
//
//   - closes all other descriptors, disables core files, disables gaining privileges (a program that
//     became another user could not be killed), and becomes the parent of orphans;
//   - blocks all signals that it can block, and does not let other processes of its user trace it;
//   - as process 1, mounts /proc of its namespace; otherwise, if there are read-only paths, mounts a /proc
//     without the processes that the program cannot trace;
//   - makes the paths read-only, as far as the kernel allows it;
//   - drops all capabilities but rootCapabilities from the bounding set, and empties the inheritable and
//     ambient sets;
//   - starts the program, which is killed if the supervisor ends. With Landlock of Linux 6.12, the
//     program cannot send signals to, or trace, processes that it did not start. If it is not process 1,
//     the program gets the filter of system calls;
//   - as process 1, ends with the program, so that the kernel kills all other processes of the
//     namespace; otherwise it ends when it has no more children.
func supervisorCode() unsafe.Pointer

// rootCapabilities are the capabilities that programs of root keep: CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER,
// CAP_FSETID, CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_SETPCAP, CAP_NET_BIND_SERVICE, CAP_NET_RAW, CAP_SYS_CHROOT,
// CAP_MKNOD, CAP_AUDIT_WRITE and CAP_SETFCAP, as in a container of Docker. The others allow leaving a namespace,
// tracing other processes or changing the kernel. The supervisor's
// code contains them.
const rootCapabilities = 0xa80425fb //nolint:unused // the assembly uses it

// The kinds of records.
const (
	recordFailed  = 1 // the program could not be started; the value is the errno
	recordStarted = 2 // the program was started; the value is its process ID in its own namespace
	recordEnded   = 3 // the program ended; the value is its wait status
)

// The descriptors of the supervisor in addition to the standard streams.
const (
	recordDescriptor     = 3
	supervisorDescriptor = 4 // the file with the supervisor's code
	supervisorPath       = "/proc/self/fd/4"
)

// codeEnd marks the end of the code, which is at most maxCode bytes long.
const (
	codeEnd = "toolgen!"
	maxCode = 4096
)

// supervisorFile is an open file in memory with the supervisor as an executable. All programs use it.
var supervisorFile = sync.OnceValues(func() (*os.File, error) {
	begin := supervisorCode()
	for size := range maxCode {
		if string(unsafe.Slice((*byte)(unsafe.Add(begin, size)), len(codeEnd))) == codeEnd {
			return inMemory("toolgen-supervisor", executable(unsafe.Slice((*byte)(begin), size)))
		}
	}
	return nil, errors.New("the supervisor's code has no end")
})

// The sizes of the ELF header and of an entry of the program header table, the address of an executable in
// memory, and the size of its headers.
const (
	elfHeader, elfEntry = 64, 56
	executableBase      = 0x400000
	executableHeaders   = elfHeader + 2*elfEntry
)

// executable returns a statically linked ELF executable with the filter of system calls and that
// position-independent machine code.
func executable(code []byte) []byte {
	const header, entry, base, page = elfHeader, elfEntry, executableBase, 0x10000
	filter := filterProgram()
	start := executableHeaders + len(filter)
	var b []byte
	put := func(values ...any) {
		for _, value := range values {
			b, _ = binary.Append(b, binary.LittleEndian, value) // fixed-size values only
		}
	}
	put([]byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	put(uint16(2), uint16(elfMachine), uint32(1), uint64(base+start), uint64(header), uint64(0), uint32(0))
	put(uint16(header), uint16(entry), uint16(2), uint16(0), uint16(0), uint16(0))
	size := uint64(start + len(code))
	put(uint32(1), uint32(5), uint64(0), uint64(base), uint64(base), size, size, uint64(page))            // PT_LOAD, readable, executable
	put(uint32(0x6474e551), uint32(6), uint64(0), uint64(0), uint64(0), uint64(0), uint64(0), uint64(16)) // PT_GNU_STACK, not executable
	return append(append(b, filter...), code...)
}

// inMemory writes data to a file in memory that has no path and that cannot be changed any more.
func inMemory(name string, data []byte) (*os.File, error) {
	const (
		allowSealing, closeOnExec = 2, 1
		addSeals, allSeals        = 1033, 1 | 2 | 4 | 8
	)
	label, err := syscall.BytePtrFromString(name)
	if err != nil {
		return nil, err
	}
	fd, _, errno := syscall.Syscall(memfdCreate, uintptr(unsafe.Pointer(label)), allowSealing|closeOnExec, 0)
	if errno != 0 {
		return nil, os.NewSyscallError("memfd_create", errno)
	}
	file := os.NewFile(fd, name)
	if _, err := file.Write(data); err != nil {
		file.Close()
		return nil, err
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, addSeals, allSeals); errno != 0 {
		file.Close()
		return nil, os.NewSyscallError("fcntl", errno)
	}
	return file, nil
}
