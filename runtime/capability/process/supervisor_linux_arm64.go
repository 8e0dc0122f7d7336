package process

const (
	elfMachine  = 183 // e_machine of the ELF header
	memfdCreate = 279 // the number of the system call, which package syscall does not have
)

// The variants of programs, AUDIT_ARCH_AARCH64 and AUDIT_ARCH_ARM of linux/audit.h, and the numbers of
// their system calls.
const (
	auditNative, auditCompat            = 0xc00000b7, 0x40000028
	prlimit64, compatPrlimit64          = 261, 369
	ioprioSet, compatIoprioSet          = 30, 314
	schedSetattr, compatSchedSetattr    = 274, 380
	setpriority, schedSetparam          = 140, 118
	schedSetscheduler, schedSetaffinity = 119, 122
)
