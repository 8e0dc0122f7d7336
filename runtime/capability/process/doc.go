// Package process is the backend of the capability Exec. It runs the programs that a tool declares,
// and no others.
//
// A program is found by its name in the directories of the backend's PATH, and is started without a
// shell, in a directory inside the working directory of the call. Its environment contains no
// variables of the application that are not configured, and the tool cannot add a variable that
// would make another program run. The output is limited, and the program ends with the call.
//
// When a program ends, none of its descendants is left, even if they try to escape. How reliable
// this is depends on the system. The backend uses the first of these methods that works;
// [Backend.Isolation] says which:
//
//   - [Namespace] (Linux): each program has its own PID namespace. The kernel kills all processes
//     in it when the program ends, the call ends, or the application ends, also by kill -9.
//     If the kernel allows a new mount of /proc, programs cannot see the application's environment
//     there. Programs run as the same user, but root loses CAP_SYS_ADMIN and CAP_SYS_PTRACE, which
//     would allow an escape.
//   - [Supervisor] (Linux): a small parent process of the program adopts orphans and does not end
//     before all of them have ended. It does not cover a program that kills the supervisor on
//     purpose and whose descendants are in another session. A program runs as the same user and can
//     read /proc/PID/environ of the application.
//   - [Group] (Unix): each program has its own session and process group; on Linux the descendants
//     that /proc shows are killed too. It does not cover descendants that left the group, except, on
//     Linux, those whose ancestors are still running.
//   - [Single] (other systems): only the program itself is killed.
//
// With Group and Single, programs also inherit file descriptors that the application itself
// inherited without the close-on-exec flag.
//
// With Namespace and Supervisor, no program gains privileges (set-user-ID bits have no effect) or
// writes core files. No method covers what a program asks other services to run, such as cron,
// systemd or the daemon of a container system.
//
// The supervisor is about 400 bytes of machine code (Linux on amd64 and arm64), started from memory.
// If the system forbids that, Group is used. If the user is not root, starting a program in a
// namespace copies the page tables of the application, as fork(2) does: the larger its memory, the
// longer it takes.
//
// No other package of the runtime links os/exec. All exported functions and methods are safe for
// concurrent use.
package process
