#include "textflag.h"

// The supervisor for Linux on amd64: see supervisor_linux.go for what it does.
// It is copied into a separate executable, so it must not refer to other code
// or data. System calls change only AX, CX and R11.
//
// BX: the process id of the supervisor   R12: argc, argv, 0, envp, 0 as the kernel sets them
// R13: scratch memory      R14: the program's process id

#define SYS(number)	MOVQ $number, AX; SYSCALL

// PRCTL calls prctl(option, a, 0, 0, 0).
#define PRCTL(option, a) \
	MOVQ $option, DI; \
	MOVQ $a, SI; \
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

	PRCTL(38, 1) // PR_SET_NO_NEW_PRIVS
	PRCTL(36, 1) // PR_SET_CHILD_SUBREAPER
	MOVQ $0, 0(R13) // setrlimit(RLIMIT_CORE, {0, 0})
	MOVQ $0, 8(R13)
	MOVQ $4, DI
	MOVQ R13, SI
	SYS(160)

	XORQ R15, R15 // the result of mounting
	SYS(39) // getpid
	MOVQ AX, BX
	CMPQ BX, $1
	JNE  start

	// Process 1 of a namespace: mount its own /proc, and drop capabilities
	// that allow leaving the namespace.
	MOVQ $0x636f7270, AX // "proc"
	MOVQ AX, 0(R13)
	MOVQ $0x636f72702f, AX // "/proc"
	MOVQ AX, 8(R13)
	MOVQ R13, DI
	LEAQ 8(R13), SI
	MOVQ R13, DX
	MOVQ $14, R10 // MS_NOSUID|MS_NODEV|MS_NOEXEC
	XORQ R8, R8
	SYS(165)
	NEGQ AX
	MOVQ AX, R15
	PRCTL(24, 21) // PR_CAPBSET_DROP, CAP_SYS_ADMIN
	PRCTL(24, 19) // PR_CAPBSET_DROP, CAP_SYS_PTRACE
	PRCTL(47, 4)  // PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL

start:
	MOVQ $0x4011, DI // clone(CLONE_VFORK|SIGCHLD): the parent continues after execve
	XORQ SI, SI
	XORQ DX, DX
	XORQ R10, R10
	XORQ R8, R8
	SYS(56)
	CMPQ AX, $0
	JLT  failed
	JNE  started

	PRCTL(1, 9) // PR_SET_PDEATHSIG, SIGKILL
	MOVQ 16(R12), DI // argv[1]
	LEAQ 24(R12), SI // &argv[2]
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
	MOVQ R15, AX
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
