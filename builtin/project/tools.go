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
	// The directory of the project or one inside it, relative to the working directory, such as "services/api". Everything in it is checked.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// What to check instead of everything in dir, relative to dir: a file or directory such as "store/a.py", a package pattern such as "./store/..." (Go) or the name of a package (Cargo). A command that can check only whole packages or projects reports an error.
	Target string `json:"target,omitzero" jsonschema:"maxLength=500"`
	// The kind of project, when one directory has several. By default, files such as go.mod determine it.
	Kind Kind `json:"kind,omitzero"`
	// The maximum time of all commands together, in seconds.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300"`
}

// Validate returns an error for a target that a program could read as an option, a
// file of arguments or a path outside of dir.
func (a Args) Validate() error { return checkTarget(a.Target) }

// TestArgs are the arguments of RunTests.
type TestArgs struct {
	// The directory of the project or one inside it, relative to the working directory, such as "services/api". All tests in it run.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Which tests to run instead of all in dir: a file or directory in it, a package pattern such as "./store/..." (Go), or the name of a test, such as "TestAdd/zero" or "tests/test_api.py::test_login".
	Target string `json:"target,omitzero" jsonschema:"maxLength=500"`
	// The kind of project, when one directory has several. By default, files such as go.mod determine it.
	Kind Kind `json:"kind,omitzero"`
	// The maximum time of the tests in seconds.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300"`
}

// Validate returns an error for a target that a program could read as an option, a
// file of arguments or a path outside of dir.
func (a TestArgs) Validate() error { return checkTarget(a.Target) }

// defaultTimeout is the default of timeout_seconds.
const defaultTimeout = 300

// timeout returns the maximum time of the commands.
func (a Args) timeout() time.Duration {
	return time.Duration(cmp.Or(a.TimeoutSeconds, defaultTimeout)) * time.Second
}

// Lint runs the linters of the project (go vet, golangci-lint, the lint script, eslint, ruff, clippy …). It returns their findings as file:line.
//
//tool:register lint
//tool:toolset project
//tool:title Lint
//tool:category development
//tool:process go golangci-lint staticcheck npm pnpm node python3 env ruff flake8 pyflakes cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output
//tool:timeout 31m
//tool:dry-run DescribeLint
//tool:example {"dir": "."}
//tool:example {"dir": "services/api", "target": "./store/..."}
func Lint(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args Args) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, args, lintTask)
}

// Typecheck compiles or type-checks the project and its tests without running them. It returns errors as file:line.
//
//tool:register typecheck
//tool:toolset project
//tool:title Check types
//tool:category development
//tool:process go npm pnpm node python3 env mypy pyright cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output
//tool:timeout 31m
//tool:dry-run DescribeTypecheck
//tool:example {"dir": "."}
//tool:example {"dir": "web", "timeout_seconds": 600}
func Typecheck(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args Args) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, args, typecheckTask)
}

// RunTests runs the tests of the project. It returns how many passed, and the name, file:line and message of each failed test.
//
//tool:register run_tests
//tool:toolset project
//tool:title Run tests
//tool:category development
//tool:process go npm pnpm node python3 env cargo
//tool:side-effects
//tool:open-world
//tool:untrusted-output
//tool:timeout 31m
//tool:dry-run DescribeTests
//tool:example {"dir": "."}
//tool:example {"dir": "services/api", "target": "TestLogin", "timeout_seconds": 60}
func RunTests(ctx context.Context, call *runtime.Call, files capability.FS, programs capability.Exec, args TestArgs) (runtime.Result, error) {
	return runTask(ctx, call, files, programs, Args(args), testTask)
}

// DescribeLint says which commands Lint would run.
func DescribeLint(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, args, lintTask)
}

// DescribeTypecheck says which commands Typecheck would run.
func DescribeTypecheck(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, args, typecheckTask)
}

// DescribeTests says which commands RunTests would run.
func DescribeTests(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args TestArgs) (string, error) {
	return describe(call, files, Args(args), testTask)
}
