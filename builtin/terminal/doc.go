// Package terminal has one tool, terminal, which runs a command line in a shell.
//
// What flows in is a command line as a model writes it; what flows out is what
// it printed, standard output and error output together in the order in which
// they were written, and how it ended. A command that ends with another exit
// status than 0, by a signal or at its timeout is a failed result
// (execution_failed) whose text is the output and, as its last line, how it
// ended; the reason tells the three apart. Structured content (Outcome) says the
// same to programs, of successes and failures.
//
// The shell is the sh on the PATH of the capability's backend. The command line
// is one argument of it and never part of a script of ours; its standard input is
// empty. Everything that it started ends with it, also what it sent to the
// background: how well that holds is the backend's matter.
//
// # Destructive commands
//
// Before a call whose command line looks destructive a person is asked: see
// WhyDestructive and Dangers. That is a seat belt, for accidents of a model that
// means well, and no sandbox: who wants to get past it can, and it asks about
// some command lines that would do no harm.
//
// It reads command lines as a shell does and knows many programs, but it runs
// nothing and looks at no file. So it does not see what happens in programs of
// other languages (python3 -c, awk), in script files, also those that were just
// downloaded, in Makefiles and their like; nor where a relative path leads after
// cd, what patterns, read, function arguments and the output of programs stand
// for, and what a database client is given on its standard input.
//
// The boundary is what the process capability and an operating system's sandbox
// let through: give the tool a user, a container or a machine that may be lost.
//
// # Wiring
//
// Programs see the environment that the backend makes for them. Most command
// lines of developers want process.Options{Home: …}, the directory with the
// configuration and caches of git, npm and their like, and PassEnv for what else
// they need, such as GOPATH and GOCACHE.
//
// Everything is safe for concurrent use.
package terminal
