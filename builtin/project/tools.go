package project

import (
	"cmp"
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Args says which project Lint and Typecheck check, and what of it.
type Args struct {
	// The directory of the project or one inside it, relative to the working directory, such as "services/api". All below it is checked.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// What to check instead of all below dir, relative to dir: a file or directory such as "store/a.py", a package pattern such as "./store/..." (Go) or the name of a package (Cargo). Some commands check whole packages or projects only, and say so.
	Target string `json:"target,omitzero" jsonschema:"maxLength=500"`
	// The kind of project, where there are several in one directory. It is told by files such as go.mod otherwise.
	Kind Kind `json:"kind,omitzero"`
	// After how many seconds the commands are ended.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300"`
}

// Validate refuses targets that could be taken for anything else than one.
func (a Args) Validate() error { return checkTarget(a.Target) }

// TestArgs says of which project RunTests runs the tests, and which of them.
type TestArgs struct {
	// The directory of the project or one inside it, relative to the working directory, such as "services/api". All tests below it are run.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Which tests to run instead of all below dir: a file or directory in it, a package pattern such as "./store/..." (Go), or the name of a test, such as "TestAdd/zero" or "tests/test_api.py::test_login".
	Target string `json:"target,omitzero" jsonschema:"maxLength=500"`
	// The kind of project, where there are several in one directory. It is told by files such as go.mod otherwise.
	Kind Kind `json:"kind,omitzero"`
	// After how many seconds the tests are ended.
	TimeoutSeconds int `json:"timeout_seconds,omitzero" jsonschema:"minimum=1,maximum=1800,default=300"`
}

// Validate refuses targets that could be taken for anything else than one.
func (a TestArgs) Validate() error { return checkTarget(a.Target) }

// defaultTimeout is timeout_seconds where it is left out.
const defaultTimeout = 300

func (a Args) timeout() time.Duration {
	return time.Duration(cmp.Or(a.TimeoutSeconds, defaultTimeout)) * time.Second
}

// Lint runs the project's linters (go vet, golangci-lint, the lint script, eslint, ruff, clippy …) and returns their findings as file:line.
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
	return check(ctx, call, files, programs, args, lint)
}

// Typecheck compiles or type-checks the project, tests included, without running it, and returns errors as file:line.
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
	return check(ctx, call, files, programs, args, typecheck)
}

// RunTests runs the project's tests and returns how many passed, and of each failing one its name, file:line and message.
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
	return check(ctx, call, files, programs, Args(args), tests)
}

// DescribeLint says which commands Lint would run.
func DescribeLint(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, args, lint)
}

// DescribeTypecheck says which commands Typecheck would run.
func DescribeTypecheck(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args Args) (string, error) {
	return describe(call, files, args, typecheck)
}

// DescribeTests says which commands RunTests would run.
func DescribeTests(_ context.Context, call *runtime.Call, files capability.FS, _ capability.Exec, args TestArgs) (string, error) {
	return describe(call, files, Args(args), tests)
}
