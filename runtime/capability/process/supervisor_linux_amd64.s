#include "go_asm.h"
#include "textflag.h"

// The supervisor for Linux on amd64: see supervisor_linux.go for what it does.
// It is copied into a separate executable, so it must not refer to other code
// or data. System calls change only AX, CX and R11.
//
// BX: the process id of the supervisor   R12: argc, argv, 0, envp, 0 as the kernel sets them
// R13: scratch memory      R14: the program's process id
// R9: a capability         R15: the next argument
//
// Scratch memory: 0 to 31 for arguments of system calls, 32 for the signal mask, 40 for the attributes
// and 64 for the descriptor of the Landlock ruleset.

#define SYS(number)	MOVQ $number, AX; SYSCALL

// PRCTL calls prctl(option, a, 0, 0, 0).
#define PRCTL(option, a) \
	MOVQ $option, DI; \
	MOVQ a, SI; \
	XORQ DX, DX; \
	XORQ R10, R10; \
	XORQ R8, R8; \
	SYS(157)

// REPORT writes a record: its kind, and the value in AX.
#define REPORT(kind) \
	MOVL $kind, 0(R13); \
	MOVL AX, 4(R13); \
	MOVQ $3, DI; \
	MOVQ R13, SI; \
	MOVQ $8, DX; \
	SYS(1)

// SETREADONLY calls mount_setattr(AT_FDCWD, path, AT_RECURSIVE, &attributes, 32) with the attributes
// MOUNT_ATTR_RDONLY|MOUNT_ATTR_NOSUID|MOUNT_ATTR_NODEV|MOUNT_ATTR_NOEXEC and the path in SI.
#define SETREADONLY \
	MOVQ $0xf, 0(R13); \
	MOVQ $0, 8(R13); \
	MOVQ $0, 16(R13); \
	MOVQ $0, 24(R13); \
	MOVQ $-100, DI; \
	MOVQ $0x8000, DX; \
	MOVQ R13, R10; \
	MOVQ $32, R8; \
	SYS(442)

// func supervisorCode() unsafe.Pointer
TEXT ·supervisorCode(SB), NOSPLIT, $0-8
	LEAQ supervisor<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

TEXT supervisor<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SP, R12
	LEAQ -256(R12), R13

	// Close all descriptors but the standard streams: close_range, or close
	// on kernels before 5.9.
	MOVQ $4, DI
	MOVQ $0x7fffffff, SI
	XORQ DX, DX
	SYS(436)
	MOVQ $4, DI
	SYS(3)
	MOVQ $3, DI // fcntl(3, F_SETFD, FD_CLOEXEC)
	MOVQ $2, SI
	MOVQ $1, DX
	SYS(72)

	PRCTL(38, $1) // PR_SET_NO_NEW_PRIVS
	PRCTL(36, $1) // PR_SET_CHILD_SUBREAPER
	PRCTL(4, $0)  // PR_SET_DUMPABLE: other processes of the user cannot trace it
	MOVQ $-1, 0(R13) // rt_sigprocmask(SIG_SETMASK, all, &old, 8): only SIGKILL and SIGSTOP have an effect
	MOVQ $2, DI
	MOVQ R13, SI
	LEAQ 32(R13), DX
	MOVQ $8, R10
	SYS(14)
	MOVQ $0, 0(R13) // setrlimit(RLIMIT_CORE, {0, 0})
	MOVQ $0, 8(R13)
	MOVQ $4, DI
	MOVQ R13, SI
	SYS(160)

	SYS(39) // getpid
	MOVQ AX, BX

	// Process 1 of a PID namespace mounts the /proc of its namespace. Another supervisor with read-only
	// paths has a mount namespace: it mounts a /proc that hides the processes that the program cannot trace.
	LEAQ 16(R12), R15 // &argv[1]
	XORQ R8, R8
	CMPQ BX, $1
	JEQ  procfs
	MOVQ (R15), AX
	CMPB (AX), $0
	JEQ  readonly
	MOVQ $0x3d64697065646968, AX // "hidepid="
	MOVQ AX, 16(R13)
	MOVQ $0x34, 24(R13) // "4"
	LEAQ 16(R13), R8
procfs:
	MOVQ $0x636f7270, AX // "proc"
	MOVQ AX, 0(R13)
	MOVQ $0x636f72702f, AX // "/proc"
	MOVQ AX, 8(R13)
	MOVQ R13, DI
	LEAQ 8(R13), SI
	MOVQ R13, DX
	MOVQ $14, R10 // MS_NOSUID|MS_NODEV|MS_NOEXEC
	SYS(165)

	// Make the paths before the empty argument read-only.
readonly:
	MOVQ (R15), DI
	ADDQ $8, R15
	CMPB (DI), $0
	JEQ  capabilities
	MOVQ DI, SI
	SETREADONLY
	CMPQ AX, $0
	JEQ  readonly
	MOVQ SI, DI // not a mount point: mount(path, path, 0, MS_BIND|MS_REC, 0)
	XORQ DX, DX
	MOVQ $0x5000, R10
	XORQ R8, R8
	SYS(165)
	SETREADONLY
	CMPQ AX, $0
	JEQ  readonly
	MOVQ SI, DI // before Linux 5.12: mount(path, path, 0, MS_REMOUNT|MS_BIND|MS_RDONLY|MS_NOSUID|MS_NODEV|MS_NOEXEC, 0)
	XORQ DX, DX
	MOVQ $0x102f, R10
	XORQ R8, R8
	SYS(165)
	JMP  readonly

	// The program gets only the capabilities in rootCapabilities: the others leave the
	// bounding set, and the inheritable and ambient sets become empty.
capabilities:
	PRCTL(47, $4)  // PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL
	MOVQ $63, R9
bounding:
	MOVQ $const_rootCapabilities, AX
	BTQ  R9, AX
	JCS  next
	PRCTL(24, R9) // PR_CAPBSET_DROP
next:
	DECQ R9
	JGE  bounding
	MOVL $0x20080522, 0(R13) // capget and capset with _LINUX_CAPABILITY_VERSION_3
	MOVL $0, 4(R13)
	MOVQ R13, DI
	LEAQ 8(R13), SI
	SYS(125)
	MOVL $0, 16(R13) // inheritable, low and high half
	MOVL $0, 28(R13)
	MOVQ R13, DI
	LEAQ 8(R13), SI
	SYS(126)

	// landlock_create_ruleset({0, 0, LANDLOCK_SCOPE_SIGNAL}, 24, 0)
	MOVQ $0, 40(R13)
	MOVQ $0, 48(R13)
	MOVQ $2, 56(R13)
	LEAQ 40(R13), DI
	MOVQ $24, SI
	XORQ DX, DX
	SYS(444)
	MOVQ AX, 64(R13)

	MOVQ $0x4011, DI // clone(CLONE_VFORK|SIGCHLD): the parent continues after execve
	XORQ SI, SI
	XORQ DX, DX
	XORQ R10, R10
	XORQ R8, R8
	SYS(56)
	CMPQ AX, $0
	JLT  failed
	JNE  started

	PRCTL(1, $9) // PR_SET_PDEATHSIG, SIGKILL
	MOVQ 64(R13), DI // landlock_restrict_self(ruleset, 0): fails if there is no ruleset
	XORQ SI, SI
	SYS(446)
	CMPQ BX, $1
	JEQ  unfiltered
	MOVQ $22, DI // prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter)
	MOVQ $2, SI
	MOVQ $const_filterAddress, DX
	SYS(157)
unfiltered:
	MOVQ $2, DI // rt_sigprocmask(SIG_SETMASK, &old, 0, 8)
	LEAQ 32(R13), SI
	XORQ DX, DX
	MOVQ $8, R10
	SYS(14)
	MOVQ (R15), DI // the path of the program
	LEAQ 8(R15), SI // its arguments
	MOVQ 0(R12), AX
	LEAQ 16(R12)(AX*8), DX // envp
	SYS(59)

failed: // in the parent or in the child
	NEGQ AX
	REPORT(1)
	JMP exit

started:
	MOVQ AX, R14
	XORQ DI, DI // close the standard streams, which only the program uses
	SYS(3)
	MOVQ $1, DI
	SYS(3)
	MOVQ $2, DI
	SYS(3)
	MOVQ R14, AX
	REPORT(2)

reap:
	MOVQ $-1, DI // wait4(-1, &status, 0, 0)
	LEAQ 16(R13), SI
	XORQ DX, DX
	XORQ R10, R10
	SYS(61)
	CMPQ AX, $-4 // EINTR
	JEQ  reap
	CMPQ AX, $0
	JLT  exit // no children are left
	CMPQ AX, R14
	JNE  reap
	MOVL 16(R13), AX
	REPORT(3)
	CMPQ BX, $1
	JNE  reap

exit:
	XORQ DI, DI
	SYS(231)
	LONG $0x6c6f6f74 // the end of the code
	LONG $0x216e6567
