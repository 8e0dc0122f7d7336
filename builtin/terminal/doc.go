// Package terminal provides one tool, terminal, which runs a command line in a
// shell.
//
// The input is a command line. The result is the text that the command prints
// to standard output and standard error, in the order in which it is written.
// A command that ends with an exit status other than 0, by a signal or at its
// timeout gives a failed result (execution_failed): its last line says how the
// command ended, and its reason is one of the Reason constants. Every result has
// an Outcome as structured content.
//
// The shell is the program sh on the PATH of the capability's backend. It gets
// the command line as one argument, and an empty standard input. Processes that
// the command leaves in the background end with it, as far as the backend can
// end them.
//
// # Destructive commands
//
// A call whose command line looks destructive needs approval: see Dangers. This
// prevents accidents. It is not a sandbox: an author who hides what a command
// does gets past it, and it asks about some command lines that do no harm.
//
// Dangers parses the command line. It runs nothing and reads no files, so it
// does not find dangers in programs of other languages (python3 -c, awk), script
// files and Makefiles. It does not know the directory after cd, the names that a
// pattern matches, what read reads, the arguments of functions, the output of
// most programs, and what a database client reads from its standard input.
//
// What protects a machine is the process capability and a sandbox of the
// operating system: run the tool as a user, in a container or on a machine that
// may be lost.
//
// # Environment
//
// The backend makes the environment of programs. Most command lines of
// developers need process.Options{Home: …}, the directory with the configuration
// and caches of git, npm and similar programs, and PassEnv for other variables
// such as GOPATH and GOCACHE.
//
// All functions are safe for concurrent use.
package terminal
