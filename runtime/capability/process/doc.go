// Package process is the backend of the capability Exec. It runs the programs that a tool declares,
// and no others.
//
// A program is found by its name in the directories of the backend's PATH, and is started without a
// shell, in a directory inside the working directory of the call. Its environment contains no
// variables of the application that are not configured, and the tool cannot add a variable whose name
// says that it names programs, options, configuration or code. The output is limited, and the program ends with the call.
//
// When a program ends, none of its descendants is left, even if they try to escape. How reliable
// this is depends on the system. The backend uses the first of these methods that works;
// [Backend.Isolation] says which:
//
//   - [Namespace] (Linux): each program has its own PID namespace. The kernel kills all processes
//     in it when the program ends, the call ends, or the application ends, also by kill -9. A
//     program cannot see, stop or trace processes outside of it, or change their limits and priorities.
//     A program that changes the limits of its own supervisor, process 1, can end only itself. If the kernel
//     allows a new mount of /proc, programs cannot see the application's environment there. Objects of
//     System V IPC end with the program.
//   - [Supervisor] (Linux): a small parent process of the program adopts orphans and does not end
//     before all of them have ended. With Landlock of Linux 6.12 or newer, a program cannot send
//     signals to processes that it did not start, cannot trace them, and cannot read
//     /proc/PID/environ of the application. Without it, a program can kill the supervisor on
//     purpose, and descendants in another session then survive; it can also stop or kill the
//     application. With seccomp, a program can change limits, priorities, schedulers and processors only of
//     the calling thread or process, which it must name by the ID 0: "prlimit --pid $$" and "renice" fail.
//   - [Group] (Unix): each program has its own session and process group; on Linux the descendants
//     that /proc shows are killed too. It does not cover descendants that left the group, except, on
//     Linux, those whose ancestors are still running. A program can do to the application, which is
//     its parent, what the user can do: stop it, kill it, and read its environment.
//   - [Single] (other systems): only the program itself is killed.
//
// With Group and Single, programs also inherit file descriptors that the application itself
// inherited without the close-on-exec flag.
//
// With Namespace and Supervisor, no program gains privileges (set-user-ID bits have no effect) or
// writes core files. Programs run as the user of the application. Programs of root keep at most the
// capabilities of a container of Docker: not CAP_SYS_ADMIN, CAP_SYS_PTRACE, CAP_SYS_MODULE,
// CAP_DAC_READ_SEARCH or CAP_NET_ADMIN, for example; the inheritable and ambient sets are empty. Root can
// still read and write other files and devices, such as disks in /dev.
//
// If root may mount (CAP_SYS_ADMIN), and with Namespace also in a user namespace, the files with which root
// changes the kernel, or makes it start programs outside of the isolation, are read-only for programs of root:
// those of /proc that are not of a process, such as /proc/sys and /proc/sysrq-trigger, and the file systems of
// /sys with all mounts in it, such as /sys/fs/cgroup. Other mounts of such file systems are read-only too. They
// are mounts of the program only. Supervisor then also gives each program its own objects of System V IPC and,
// since Linux 5.8, a /proc without the processes that the program cannot trace, such as the application. What
// the kernel refuses to mount stays as it is.
//
// A Supervisor without CAP_SYS_ADMIN makes no mounts. Programs of the application's user can then change
// files of the application in /proc, such as /proc/PID/oom_score_adj, which makes the kernel choose the
// application when memory is short, and files in /sys/fs/cgroup that the user may write. Objects of System V
// IPC stay after the program. Programs of root can change the kernel if nothing else, such as a container,
// makes /proc/sys and /sys read-only. Files in /dev/shm stay with every method.
//
// No method covers what a program asks other services to run, such as cron, systemd or the daemon of a
// container system.
//
// [capability.Running.Wait] and [Backend.Close] return within seconds after a program has ended or was
// killed, also if a program stops or traces its supervisor or itself. A process that cannot be killed,
// because the kernel or a process outside of the isolation holds it, is given up after five seconds, with
// a warning in Options.Logger, and no longer counts for Options.MaxProcesses.
//
// The supervisor is about 1,200 bytes of machine code (Linux on amd64 and arm64), started from memory.
// If the system forbids that, Group is used. If the user is not root, starting a program in a
// namespace copies the page tables of the application, as fork(2) does: the larger its memory, the
// longer it takes.
//
// No other package of the runtime links os/exec. All exported functions and methods are safe for
// concurrent use.
package process
