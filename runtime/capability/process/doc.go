// Package process is the backend of the capability Exec: it runs the programs
// that a tool declares, and nothing else.
//
// A program is found by its name along the backend's PATH and started without a
// shell, in a directory inside the call's working directory, with an environment
// made for it: nothing of the application's goes in that is not configured, and
// of the tool's additions nothing that would make another program run. What it
// writes is bounded, and it ends with the call.
//
// At its end none of its descendants is left, whatever they did to get away. How
// well that holds depends on the system; [Backend.Isolation] says which of these
// is in force, the first that works:
//
//   - [Namespace] (Linux): a PID namespace of its own, which the kernel clears when the
//     program ends, the call ends or the application dies, kill -9 included. Programs
//     see their own /proc, where the kernel lets it be mounted, and so not the
//     application's environment. They keep their user, but root loses
//     CAP_SYS_ADMIN and CAP_SYS_PTRACE, with which it could leave.
//   - [Supervisor] (Linux): a small process above the program inherits its
//     orphans and does not end before all of them have. Not covered: a program
//     that kills this process on purpose and whose descendants have left its
//     session. As it runs under the same user, a program can read the
//     application's /proc/PID/environ.
//   - [Group] (Unix): a session and process group of its own; on Linux the
//     descendants found in /proc too. Not covered: descendants that left the
//     group, and on Linux those whose parents have ended as well.
//   - [Single] (others): the program alone is ended, not what it started.
//
// Not covered by either of the last two: descriptors that the application inherited
// without the close-on-exec flag; programs inherit them in turn.
//
// With the first two, no program gains privileges (set-user-ID bits are
// without effect) or writes core files. Outside of all four is what a program asks others to
// run: cron, systemd, a container's daemon.
//
// The processes between the application and the program are a supervisor of
// some 400 bytes of machine code (Linux on amd64 and arm64), started from memory; where the system
// forbids that, Group is in force. For an ordinary user, starting a program in a
// namespace copies the application's page tables, as fork(2) does: the larger its memory, the
// longer it takes.
//
// It is the only package of the runtime that links os/exec. It is safe for
// concurrent use.
package process
