// Package terminal provides the tool terminal, which runs a command line in a
// shell, and the tools terminal_start and terminal_read for command lines that keep
// running, such as servers. The processes of the latter two belong to a session: see
// [Jobs].
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
// Dangers parses the command line and follows its commands in order, in every
// branch: it tracks the directory (cd, pushd, env -C, git -C), variables, arrays,
// functions and their arguments, redirections, here-documents, and the files and
// symbolic links that the command line writes. It runs nothing and reads no
// files. It finds:
//
//   - removal of the working directory, and of anything outside of it; writes and
//     changes of permissions outside of it (redirections, tee, dd, cp, curl -o,
//     tar -C, sed -i, git clone and others). Directories for temporary files
//     (/tmp, /var/tmp, /dev/shm) are not outside;
//   - access to files with secrets, such as ~/.ssh, and printing or sending the .env
//     of the project;
//   - git commands that lose changes or rewrite commits;
//   - publishing of packages, images, releases and sites;
//   - programs that run as another user, and containers with access to the
//     machine: with privileges, or with a volume that is the home directory, a parent
//     of the working directory or another directory outside of it. Caches of
//     package managers, such as ~/.m2, and files that are mounted read-only
//     are allowed;
//   - running what was downloaded or decoded, directly, from a file, or from an archive
//     or a clone that the command line downloads;
//   - options, settings and variables that make a program start another program,
//     such as git -c core.pager, unless it is one that is usual there, and commands of
//     editors and clients of databases that do, such as .shell of sqlite3;
//   - removal of databases, infrastructure, virtual machines, services, users and
//     disks.
//
// A file that the command line writes and that a later command runs is inspected
// like a script: scripts, the recipes of make and just, the scripts of package.json,
// and files that programs read by their name, such as conftest.py and
// vite.config.js. If its text is known only when it runs, it needs approval. Of a
// file that is made of other files by a program for text, such as sed or jq, the
// arguments of that program are inspected.
//
// The commands that other programs start (sudo, env, timeout, xargs, find -exec,
// sh -c, ssh and others) are inspected like others.
//
// What is unknown needs approval where it matters: a path that a command changes,
// the name of a program, and a script. A reason for that is a variable of the
// environment, or the output of a program. The outputs of mktemp, pwd, find, ls,
// git ls-files, date and similar programs are known well enough. An absolute path
// is outside of the working directory, also if it names a file in it, unless
// the argument dir is absolute and contains the file: the guard does not know the
// path of the working directory. The root of a repository is taken as the working
// directory.
//
// Dangers does not find:
//
//   - what script files, Makefiles, package scripts and programs of the project
//     do, unless the command line itself writes the file. Archives that exist already
//     are files of the project, and so is a file that sed -i, patch or a formatter
//     changes;
//   - what the installation of packages runs (npm ci, pip install x), also in a clone;
//   - what programs in other languages (python3 -c, awk, node -e) do, except
//     commands and paths in their string literals;
//   - destructive programs and options that are not in its tables;
//   - symbolic links and configuration that exist already, such as a link to
//     another directory or an alias of git;
//   - losses in the working directory that a command names, such as rm a.go,
//     rm -rf build or git checkout -- a.go.
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
