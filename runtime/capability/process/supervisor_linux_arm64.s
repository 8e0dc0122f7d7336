#include "textflag.h"

// The supervisor for Linux on arm64: see supervisor_linux.go for what it does.
// It is copied into a separate executable, so it must not refer to other code
// or data. System calls change only R0.
//
// R19: argc, argv, 0, envp, 0 as the kernel sets them   R20: scratch memory
// R21: the process id of the supervisor   R22: the program's process id   R23: the result of mounting

#define SYS(number)	MOVD $number, R8; SVC

// PRCTL calls prctl(option, a, 0, 0, 0).
#define PRCTL(option, a) \
	MOVD $option, R0; \
	MOVD $a, R1; \
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

	PRCTL(38, 1) // PR_SET_NO_NEW_PRIVS
	PRCTL(36, 1) // PR_SET_CHILD_SUBREAPER
	MOVD ZR, 0(R20) // setrlimit(RLIMIT_CORE, {0, 0})
	MOVD ZR, 8(R20)
	MOVD $4, R0
	MOVD R20, R1
	SYS(164)

	MOVD $0, R23
	SYS(172) // getpid
	MOVD R0, R21
	CMP  $1, R21
	BNE  start

	// Process 1 of a namespace: mount its own /proc, and drop capabilities
	// that allow leaving the namespace.
	MOVD $0x636f7270, R9 // "proc"
	MOVD R9, 0(R20)
	MOVD $0x636f72702f, R9 // "/proc"
	MOVD R9, 8(R20)
	MOVD R20, R0
	ADD  $8, R20, R1
	MOVD R20, R2
	MOVD $14, R3 // MS_NOSUID|MS_NODEV|MS_NOEXEC
	MOVD $0, R4
	SYS(40)
	NEG  R0, R23
	PRCTL(24, 21) // PR_CAPBSET_DROP, CAP_SYS_ADMIN
	PRCTL(24, 19) // PR_CAPBSET_DROP, CAP_SYS_PTRACE
	PRCTL(47, 4)  // PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL

start:
	MOVD $0x4011, R0 // clone(CLONE_VFORK|SIGCHLD): the parent continues after execve
	MOVD $0, R1
	MOVD $0, R2
	MOVD $0, R3
	MOVD $0, R4
	SYS(220)
	CMP $0, R0
	BLT failed
	BNE started

	PRCTL(1, 9) // PR_SET_PDEATHSIG, SIGKILL
	MOVD 16(R19), R0 // argv[1]
	ADD  $24, R19, R1 // &argv[2]
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
	MOVD R23, R9
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
