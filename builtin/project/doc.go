// Package project has the tools that check a project with its own commands:
// lint, typecheck and run_tests.
//
// The input is a directory, and optionally a target in it. The result is a
// Report: the commands that ran, how they ended, and all findings as file:line,
// with the names and messages of failed tests. The kind of the project (Go,
// Cargo, npm, pnpm, Python) is determined by the files in the directory, or in
// the nearest directory above it, that the policy lets the tools read. The table
// of commands has the commands of each kind.
//
// Findings name files relative to the working directory. The commands run in
// Report.Dir.
//
// A result is a success when a command ended by itself, also when it has
// findings: Report.Passed distinguishes the two. When a target was given and no
// test ran, the tests have not passed. A command that was ended at its timeout or
// by a signal gives a failure (execution_failed, ReasonTimeout or ReasonSignal)
// with a Report. When there is no command to run, the failure is not_available
// and says what to install or which script to add.
//
// Output is read line by line. What a result has is bounded: the findings, their
// messages and an excerpt. If it lacks something, the runtime stores the first and
// the last 4 MiB of the output of each command (runtime.Result.Full).
//
// # What runs
//
// Programs run by name, from the PATH of the capability's backend, without a
// shell. They run the code of the project: its tests, its build scripts, the
// scripts in package.json (which npm and pnpm run in a shell), and the
// interpreter of its virtual environment, which env starts. The policy for files
// limits what the tools read to find commands; it does not limit the programs. A
// target is one argument and never an option. A target of a script may have only
// letters, digits and the characters of paths.
//
// # Environment
//
// The backend makes the environment of programs. Most projects need
// process.Options{Home: …}, the directory with the caches and configuration of
// go, npm, cargo and rustup, and PassEnv for other variables such as GOPATH,
// GOCACHE, GOFLAGS and CARGO_HOME. Without a Home, go builds the standard library
// again in each call.
//
// All functions are safe for concurrent use.
package project
