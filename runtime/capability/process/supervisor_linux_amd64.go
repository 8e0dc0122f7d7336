package process

const (
	elfMachine  = 62  // e_machine of the ELF header
	memfdCreate = 319 // the number of the system call, which package syscall does not have
)

// The variants of programs, AUDIT_ARCH_X86_64 and AUDIT_ARCH_I386 of linux/audit.h, and the numbers of
// their system calls.
const (
	auditNative, auditCompat            = 0xc000003e, 0x40000003
	prlimit64, compatPrlimit64          = 302, 340
	ioprioSet, compatIoprioSet          = 251, 289
	schedSetattr, compatSchedSetattr    = 314, 351
	setpriority, schedSetparam          = 141, 142
	schedSetscheduler, schedSetaffinity = 144, 203
)
