// Package project has the tools that check a project with its own commands:
// lint, typecheck and run_tests.
//
// What flows in is a directory and what to look at in it; what flows out is a
// Report: which command ran, how it ended, and every finding of it as
// file:line, failing tests with their names and messages. The kind of the
// project (Go, Cargo, npm, pnpm, Python) is told by the files in the
// directory or in the nearest one above it, as far as policy lets files be
// read. Which commands each kind has stands in one table, commands.
//
// Findings name files relative to the working directory, whatever the directory
// in which the command ran, which is Report.Dir.
//
// A result is a success when a command ended by itself, also when it found
// something: Report.Passed tells. Tests of which a target was asked for and none
// ran have not passed. One that was ended at its timeout or by a
// signal is a failure (execution_failed, ReasonTimeout or ReasonSignal) with a
// Report all the same. Where there is nothing to run, the failure is
// not_available and says what to install or which script to add.
//
// Output is read as it comes, line by line, and what is kept of it is bounded:
// findings, their messages and an excerpt. What was left out is counted.
//
// # What runs
//
// Programs are run by name, from the PATH of the capability's backend, without
// a shell of ours. A project's own code runs with them: its tests, its build
// scripts, the scripts in package.json (which npm and pnpm give to a shell),
// and the interpreter of a virtual environment in it, by way of env. Files
// are what policy lets the tools look at to find their way; programs are not
// held by that. A target is one argument, never an option, and of those that go
// to scripts only letters, digits and the marks of paths are taken.
//
// # Wiring
//
// Programs see the environment that the backend makes for them. Most projects
// want process.Options{Home: …}, the directory with the caches and
// configuration of go, npm, cargo and rustup, and PassEnv for what else they
// need, such as GOPATH, GOCACHE, GOFLAGS and CARGO_HOME. Without a Home, go
// builds the standard library anew in each call.
//
// Everything is safe for concurrent use.
package project
