//go:build amd64 || arm64

package process

import "encoding/binary"

// A call is a system call that can change another process without a signal and without tracing it, which
// Landlock does not restrict.
type call struct {
	native, compat uint32 // its numbers for programs of 64 and 32 bits
	// allowed are the arguments with which it changes the caller only. One of the alternatives must hold.
	allowed [][]argument
}

// argument is the value that half of an argument must have. The upper half counts for pointers only.
type argument struct {
	number int
	upper  bool
	value  uint32
}

// self is the process ID 0 as the first argument: the caller.
var self = [][]argument{{{number: 0}}}

// filteredCalls are the calls that fail with EPERM unless they change the caller only.
var filteredCalls = []call{
	// prlimit64(pid, resource, new, old), which without a new limit only reads.
	{prlimit64, compatPrlimit64, [][]argument{{{number: 0}}, {{number: 2}, {number: 2, upper: true}}}},
	// setpriority(which, who, value): PRIO_PROCESS is 0.
	{setpriority, 97, [][]argument{{{number: 0}, {number: 1}}}},
	// ioprio_set(which, who, value): IOPRIO_WHO_PROCESS is 1.
	{ioprioSet, compatIoprioSet, [][]argument{{{number: 0, value: 1}, {number: 1}}}},
	{schedSetparam, 154, self},
	{schedSetscheduler, 156, self},
	{schedSetaffinity, 241, self},
	{schedSetattr, compatSchedSetattr, self},
}

// instruction is struct sock_filter of linux/filter.h.
type instruction struct {
	code   uint16
	jt, jf uint8
	k      uint32
}

// The codes of instructions, and the values that a filter returns.
const (
	load, and, ifEqual, ret = 0x20, 0x54, 0x15, 0x06
	allow, refuse           = 0x7fff0000, 0x00050001 // SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO with EPERM
)

// The offsets in struct seccomp_data of linux/seccomp.h.
const (
	numberOffset, architectureOffset, argumentsOffset = 0, 4, 16
)

// filterAddress is the address of struct sock_fprog in the executable, directly after its headers.
const filterAddress = executableBase + executableHeaders

// filterProgram returns struct sock_fprog with the filter, as it is in memory at filterAddress.
func filterProgram() []byte {
	program := filter()
	b, _ := binary.Append(nil, binary.LittleEndian, []uint64{uint64(len(program)), filterAddress + 16}) // a fixed size
	for _, i := range program {
		b = binary.LittleEndian.AppendUint16(b, i.code)
		b = binary.LittleEndian.AppendUint32(append(b, i.jt, i.jf), i.k)
	}
	return b
}

// filter returns the filter of seccomp for programs of this processor and of its variant with 32 bits.
func filter() []instruction {
	native := section(func(c call) uint32 { return c.native })
	compat := section(func(c call) uint32 { return c.compat })
	program := []instruction{{load, 0, 0, architectureOffset}, {ifEqual, 0, uint8(len(native)), auditNative}}
	program = append(program, native...)
	program = append(program, instruction{ifEqual, 0, uint8(len(compat)), auditCompat})
	return append(append(program, compat...), instruction{ret, 0, 0, refuse}) // an unknown variant
}

// section returns the part of the filter for programs of one variant.
func section(number func(call) uint32) []instruction {
	const x32 = 0x40000000 // set in the numbers of the variant x32 of amd64, which are otherwise equal
	program := []instruction{{load, 0, 0, numberOffset}, {and, 0, 0, ^uint32(x32)}}
	for _, c := range filteredCalls {
		body := c.check()
		program = append(append(program, instruction{ifEqual, 0, uint8(len(body)), number(c)}), body...)
	}
	return append(program, instruction{ret, 0, 0, allow})
}

// check returns the instructions that compare the arguments of a call.
func (c call) check() []instruction {
	var program []instruction
	for _, alternative := range c.allowed {
		end := 2*len(alternative) + 1 // of its instructions
		for i, a := range alternative {
			next := uint8(end - 2*i - 2)
			program = append(program, instruction{load, 0, 0, a.offset()}, instruction{ifEqual, 0, next, a.value})
		}
		program = append(program, instruction{ret, 0, 0, allow})
	}
	return append(program, instruction{ret, 0, 0, refuse})
}

// offset returns the offset of the argument in seccomp's data, in bytes.
func (a argument) offset() uint32 {
	offset := argumentsOffset + 8*uint32(a.number)
	if a.upper {
		offset += 4
	}
	return offset
}
