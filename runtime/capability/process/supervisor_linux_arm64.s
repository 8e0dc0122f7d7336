#include "go_asm.h"
#include "textflag.h"

// The supervisor for Linux on arm64: see supervisor_linux.go for what it does.
// It is copied into a separate executable, so it must not refer to other code
// or data. System calls change only R0.
//
// R19: argc, argv, 0, envp, 0 as the kernel sets them   R20: scratch memory
// R21: the process id of the supervisor   R22: the program's process id
// R24: a capability   R25: the next argument
//
// Scratch memory: 0 to 31 for arguments of system calls, 32 for the signal mask, 40 for the attributes
// and 64 for the descriptor of the Landlock ruleset.

#define SYS(number)	MOVD $number, R8; SVC

// PRCTL calls prctl(option, a, 0, 0, 0).
#define PRCTL(option, a) \
	MOVD $option, R0; \
	MOVD a, R1; \
	MOVD $0, R2; \
	MOVD $0, R3; \
	MOVD $0, R4; \
	SYS(167)

// REPORT writes a record: its kind, and the value in R9.
#define REPORT(kind) \
	MOVD $kind, R10; \
	MOVW R10, 0(R20); \
	MOVW R9, 4(R20); \
	MOVD $3, R0; \
	MOVD R20, R1; \
	MOVD $8, R2; \
	SYS(64)

// SETREADONLY calls mount_setattr(AT_FDCWD, path, AT_RECURSIVE, &attributes, 32) with the attributes
// MOUNT_ATTR_RDONLY|MOUNT_ATTR_NOSUID|MOUNT_ATTR_NODEV|MOUNT_ATTR_NOEXEC and the path in R1.
#define SETREADONLY \
	MOVD $0xf, R9; \
	MOVD R9, 0(R20); \
	MOVD ZR, 8(R20); \
	MOVD ZR, 16(R20); \
	MOVD ZR, 24(R20); \
	MOVD $-100, R0; \
	MOVD $0x8000, R2; \
	MOVD R20, R3; \
	MOVD $32, R4; \
	SYS(442)

// func supervisorCode() unsafe.Pointer
TEXT ·supervisorCode(SB), NOSPLIT, $0-8
	MOVD $supervisor<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

TEXT supervisor<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD RSP, R19
	SUB  $256, R19, R20

	// Close all descriptors but the standard streams: close_range, or close
	// on kernels before 5.9.
	MOVD $4, R0
	MOVD $0x7fffffff, R1
	MOVD $0, R2
	SYS(436)
	MOVD $4, R0
	SYS(57)
	MOVD $3, R0 // fcntl(3, F_SETFD, FD_CLOEXEC)
	MOVD $2, R1
	MOVD $1, R2
	SYS(25)

	PRCTL(38, $1) // PR_SET_NO_NEW_PRIVS
	PRCTL(36, $1) // PR_SET_CHILD_SUBREAPER
	PRCTL(4, $0)  // PR_SET_DUMPABLE: other processes of the user cannot trace it
	MOVD $-1, R9 // rt_sigprocmask(SIG_SETMASK, all, &old, 8): only SIGKILL and SIGSTOP have an effect
	MOVD R9, 0(R20)
	MOVD $2, R0
	MOVD R20, R1
	ADD  $32, R20, R2
	MOVD $8, R3
	SYS(135)
	MOVD ZR, 0(R20) // setrlimit(RLIMIT_CORE, {0, 0})
	MOVD ZR, 8(R20)
	MOVD $4, R0
	MOVD R20, R1
	SYS(164)

	SYS(172) // getpid
	MOVD R0, R21

	// Process 1 of a PID namespace mounts the /proc of its namespace. Another supervisor with read-only
	// paths has a mount namespace: it mounts a /proc that hides the processes that the program cannot trace.
	ADD  $16, R19, R25 // &argv[1]
	MOVD $0, R4
	CMP  $1, R21
	BEQ  procfs
	MOVD 0(R25), R9
	MOVBU 0(R9), R9
	CBZ  R9, readonly
	MOVD $0x3d64697065646968, R9 // "hidepid="
	MOVD R9, 16(R20)
	MOVD $0x34, R9 // "4"
	MOVD R9, 24(R20)
	ADD  $16, R20, R4
procfs:
	MOVD $0x636f7270, R9 // "proc"
	MOVD R9, 0(R20)
	MOVD $0x636f72702f, R9 // "/proc"
	MOVD R9, 8(R20)
	MOVD R20, R0
	ADD  $8, R20, R1
	MOVD R20, R2
	MOVD $14, R3 // MS_NOSUID|MS_NODEV|MS_NOEXEC
	SYS(40)

	// Make the paths before the empty argument read-only.
readonly:
	MOVD 0(R25), R1
	ADD  $8, R25
	MOVBU 0(R1), R9
	CBZ  R9, capabilities
	SETREADONLY
	CBZ  R0, readonly
	MOVD R1, R0 // not a mount point: mount(path, path, 0, MS_BIND|MS_REC, 0)
	MOVD $0, R2
	MOVD $0x5000, R3
	MOVD $0, R4
	SYS(40)
	SETREADONLY
	CBZ  R0, readonly
	MOVD R1, R0 // before Linux 5.12: mount(path, path, 0, MS_REMOUNT|MS_BIND|MS_RDONLY|MS_NOSUID|MS_NODEV|MS_NOEXEC, 0)
	MOVD $0, R2
	MOVD $0x102f, R3
	MOVD $0, R4
	SYS(40)
	JMP  readonly

	// The program gets only the capabilities in rootCapabilities: the others leave the
	// bounding set, and the inheritable and ambient sets become empty.
capabilities:
	PRCTL(47, $4)  // PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL
	MOVD $63, R24
bounding:
	MOVD $const_rootCapabilities, R9
	LSR  R24, R9, R9
	AND  $1, R9, R9
	CBNZ R9, next
	PRCTL(24, R24) // PR_CAPBSET_DROP
next:
	SUBS $1, R24, R24
	BGE  bounding
	MOVD $0x20080522, R9 // capget and capset with _LINUX_CAPABILITY_VERSION_3
	MOVD R9, 0(R20)
	MOVD R20, R0
	ADD  $8, R20, R1
	SYS(90)
	MOVW ZR, 16(R20) // inheritable, low and high half
	MOVW ZR, 28(R20)
	MOVD R20, R0
	ADD  $8, R20, R1
	SYS(91)

	// landlock_create_ruleset({0, 0, LANDLOCK_SCOPE_SIGNAL}, 24, 0)
	MOVD ZR, 40(R20)
	MOVD ZR, 48(R20)
	MOVD $2, R9
	MOVD R9, 56(R20)
	ADD  $40, R20, R0
	MOVD $24, R1
	MOVD $0, R2
	SYS(444)
	MOVD R0, 64(R20)

	MOVD $0x4011, R0 // clone(CLONE_VFORK|SIGCHLD): the parent continues after execve
	MOVD $0, R1
	MOVD $0, R2
	MOVD $0, R3
	MOVD $0, R4
	SYS(220)
	CMP $0, R0
	BLT failed
	BNE started

	PRCTL(1, $9) // PR_SET_PDEATHSIG, SIGKILL
	MOVD 64(R20), R0 // landlock_restrict_self(ruleset, 0): fails if there is no ruleset
	MOVD $0, R1
	SYS(446)
	CMP  $1, R21
	BEQ  unfiltered
	MOVD $22, R0 // prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter)
	MOVD $2, R1
	MOVD $const_filterAddress, R2
	SYS(167)
unfiltered:
	MOVD $2, R0 // rt_sigprocmask(SIG_SETMASK, &old, 0, 8)
	ADD  $32, R20, R1
	MOVD $0, R2
	MOVD $8, R3
	SYS(135)
	MOVD 0(R25), R0 // the path of the program
	ADD  $8, R25, R1 // its arguments
	MOVD 0(R19), R9
	ADD  $16, R19, R2
	ADD  R9<<3, R2, R2 // envp
	SYS(221)

failed: // in the parent or in the child
	NEG R0, R9
	REPORT(1)
	JMP exit

started:
	MOVD R0, R22
	MOVD $0, R0 // close the standard streams, which only the program uses
	SYS(57)
	MOVD $1, R0
	SYS(57)
	MOVD $2, R0
	SYS(57)
	MOVD R22, R9
	REPORT(2)

reap:
	MOVD $-1, R0 // wait4(-1, &status, 0, 0)
	ADD  $16, R20, R1
	MOVD $0, R2
	MOVD $0, R3
	SYS(260)
	CMP $-4, R0 // EINTR
	BEQ reap
	CMP $0, R0
	BLT exit // no children are left
	CMP R22, R0
	BNE reap
	MOVWU 16(R20), R9
	REPORT(3)
	CMP $1, R21
	BNE reap

exit:
	MOVD $0, R0
	SYS(94)
	WORD $0x6c6f6f74 // the end of the code
	WORD $0x216e6567
