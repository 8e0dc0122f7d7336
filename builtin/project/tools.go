package project

import (
	"cmp"
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Args are the arguments of Lint and Typecheck.
type Args struct {
	Dir string `json:"dir,omitzero" jsonschema:"default=." tool:"alias=cwd,alias=directory,alias=working_dir,alias=project"`
	// A file or directory in dir, a Go package pattern or a Cargo package; by default all of dir.
	Target string `json:"target,omitzero" jsonschema:"maxLength=500" tool:"alias=path,alias=file,alias=package,alias=pattern,alias=paths,alias=files,alias=packages,alias=targets"`
	// If dir has several projects.
	Kind           Kind `json:"kind,omitzero"`
	TimeoutSeconds int  `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300" tool:"alias=timeout"`
}

// Validate returns an error for a target that a program could read as an option, a
// file of arguments or a path outside of dir.
func (a Args) Validate() error { return checkTarget(a.Target) }

// TestArgs are the arguments of RunTests; Dir, Kind and TimeoutSeconds are as in Args.
type TestArgs struct {
	// The project or a directory in it.
	Dir string `json:"dir,omitzero" jsonschema:"default=." tool:"alias=cwd,alias=directory,alias=working_dir,alias=project"`
	// Names such as "TestAdd/zero|TestSub*" or "test_api.py::test_login", a directory, a Go package pattern, or a file, whose tests run.
	Target string `json:"target,omitzero" jsonschema:"maxLength=500" tool:"alias=path,alias=file,alias=package,alias=pattern,alias=test,alias=tests,alias=test_name,alias=test_names,alias=names,alias=name,alias=run,alias=filter,alias=paths,alias=files,alias=packages,alias=targets"`
	// If dir has several projects.
	Kind Kind `json:"kind,omitzero"`
	// Ignores cached results.
	Fresh          bool `json:"fresh,omitzero" jsonschema:"default=false" tool:"alias=no_cache"`
	TimeoutSeconds int  `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300" tool:"alias=timeout"`
}

// Validate returns an error for a target that a program could read as an option, a
// file of arguments or a path outside of dir.
func (a TestArgs) Validate() error { return checkTarget(a.Target) }

// request has the arguments of a call of any of the three tools.
type request struct {
	Args
	fresh bool
}

// request returns the arguments as a request.
func (a TestArgs) request() request {
	return request{Args{a.Dir, a.Target, a.Kind, a.TimeoutSeconds}, a.Fresh}
}

// defaultTimeout is the default of timeout_seconds.
const defaultTimeout = 300

// timeout returns the maximum time of the commands.
func (a Args) timeout() time.Duration {
	return time.Duration(cmp.Or(a.TimeoutSeconds, defaultTimeout)) * time.Second
}

// Lint runs the linters of the project (go vet, golangci-lint, eslint, ruff, clippy …).
//
//tool:register lint
//tool:toolset project
//tool:title Lint
//tool:category development
//tool:process go golangci-lint staticcheck npm pnpm node python3 env ruff flake8 pyflakes cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output source=dir
//tool:timeout 31m
//tool:dry-run DescribeLint
//tool:example {"dir": "."}
//tool:example {"dir": "services/api", "target": "./store/..."}
func Lint(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args Args) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, request{Args: args}, lintTask)
}

// Typecheck compiles or type-checks the project and its tests without running them.
//
//tool:register typecheck
//tool:toolset project
//tool:title Check types
//tool:category development
//tool:process go npm pnpm node python3 env mypy pyright cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output source=dir
//tool:timeout 31m
//tool:dry-run DescribeTypecheck
//tool:example {"dir": "."}
//tool:example {"dir": "web", "timeout_seconds": 600}
func Typecheck(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args Args) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, request{Args: args}, typecheckTask)
}

// RunTests runs the tests of the project and returns the failed tests with file:line and message.
//
//tool:register run_tests
//tool:toolset project
//tool:title Run tests
//tool:category development
//tool:process go npm pnpm node python3 env cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output source=dir
//tool:timeout 31m
//tool:dry-run DescribeTests
//tool:example {"target": "TestLogin"}
//tool:example {"dir": "services/api", "target": "./store/...", "fresh": true}
func RunTests(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args TestArgs) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, args.request(), testTask)
}

// DescribeLint returns the commands that Lint would run.
func DescribeLint(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, request{Args: args}, lintTask)
}

// DescribeTypecheck returns the commands that Typecheck would run.
func DescribeTypecheck(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, request{Args: args}, typecheckTask)
}

// DescribeTests returns the commands that RunTests would run.
func DescribeTests(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args TestArgs) (string, error) {
	return describe(call, files, args.request(), testTask)
}
