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

// supervisorCode is where the machine code of the supervisor begins: a program
// of some 400 bytes that starts the real one and waits for all its children,
// also those of others that were left to it. It stands in assembler because it
// must be there without the application's help and start at once: what runs in
// a namespace of its own as process 1 does not get signals, nor does it expect
// to have to wait for strangers, so a declared program cannot take that place.
//
// It is called with the program's path and its arguments, and has besides the
// standard streams a pipe as descriptor 3, to which it writes records of two
// 32-bit numbers, the kind and a value: see the kinds below. It
//
//   - closes all other descriptors, switches core files off, forbids privileges
//     to grow (a program that became another user could not be ended) and
//     becomes the parent of orphans;
//   - as process 1, mounts its namespace's /proc and gives up the capabilities
//     that lead out of the namespace;
//   - starts the program, which dies with it;
//   - as process 1 ends with the program, upon which the kernel ends all others
//     of the namespace; otherwise it ends when no child is left.
func supervisorCode() unsafe.Pointer

// The kinds of records.
const (
	recordFailed  = 1 // the program could not be started: the error's number
	recordStarted = 2 // it was started: the error's number of mounting /proc, or 0
	recordEnded   = 3 // it ended: its wait status
)

// The descriptors of the supervisor besides the standard streams.
const (
	recordDescriptor     = 3
	supervisorDescriptor = 4 // its own program
	supervisorPath       = "/proc/self/fd/4"
)

// codeEnd follows the code; more than maxCode is not looked through.
const (
	codeEnd = "toolgen!"
	maxCode = 4096
)

// supervisorFile is the supervisor's program, in memory, the same for all.
var supervisorFile = sync.OnceValues(func() (*os.File, error) {
	begin := supervisorCode()
	for size := range maxCode {
		if string(unsafe.Slice((*byte)(unsafe.Add(begin, size)), len(codeEnd))) == codeEnd {
			return inMemory("toolgen-supervisor", executable(unsafe.Slice((*byte)(begin), size)))
		}
	}
	return nil, errors.New("the supervisor's code has no end")
})

// executable makes a statically linked ELF program of position-independent
// machine code.
func executable(code []byte) []byte {
	const header, entry, base, page = 64, 56, 0x400000, 0x10000
	const start = header + 2*entry
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
	return append(b, code...)
}

// inMemory puts data into a file that has no name in any directory and that
// nobody can change any more.
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
