package reducers

import "github.com/toolgen/toolgen/runtime"

// Terminal reduces the results of the tool "terminal", successes and failures.
// It goes by the programs in the argument command, behind env, sudo, time,
// timeout, npx, python -m, go tool, sh -c and their like, in pipelines and in
// lists; what a script or an unknown program prints tells itself.
//
//   - Test runs (go test, also -v and -json, pytest, unittest, jest, also
//     --json, vitest, Node's runner, TAP, cargo test): passing tests are
//     counted; all of a failing test stays: its name, its message, what it
//     printed. The frames of libraries in stack traces are counted. The JSON of
//     go test and jest becomes the text of the same run.
//   - Installs (npm, pnpm, yarn, pip, go, cargo, apt, git clone): what was
//     added and errors stay; downloads and progress are counted.
//   - Builds (go build and vet, tsc, cargo, make, gcc) and linters: errors
//     stay; progress is counted, over 8 KB the findings of linters that are
//     warnings too.
//   - git status, human-readable or porcelain: the branch, its state, all
//     conflicts, and the first 25 files of each section or code; the others are
//     counted. Hints on commands are left out. A tree is never called clean.
//   - git diff, show and log, over 8 KB: the names of all files, and 120
//     changed lines, shared by them; 60 commits with their subjects.
//   - Everything else, and what is left of the above, over 8 KB (8192 bytes):
//     the first 40 and the last 20 lines, up to 60 lines that look like errors,
//     and how many were left out; lines of more than 500 characters are cut
//     inside, of failures of more than 4000, but only as far as it takes to get
//     to 8 KB: of a single line that much stays.
//
// Terminal escapes are stripped, progress that was overwritten is dropped,
// base64 is replaced by its size, and repeated lines are folded. In diffs, and
// in what cat, grep and their like show of files, lines are folded only over
// 8 KB, and nothing of the latter is taken for noise.
func Terminal() runtime.Reducer {
	return &reducer{tool: "terminal", failures: true, pass: func(call runtime.ReduceContext) Pass {
		return output(kindsOf(commandLine(call.Args)))
	}}
}

// RunTests reduces the results of the tool "run_tests", successes and failures,
// as Terminal reduces test runs. The arguments do not say which program ran:
// the output does.
func RunTests() runtime.Reducer {
	return &reducer{tool: "run_tests", failures: true, pass: func(runtime.ReduceContext) Pass { return output(unknown) }}
}

// output reduces what programs of these kinds print.
func output(kinds kind) Pass {
	verbatim := kinds == viewer || kinds&(gitDiff|gitLog) != 0
	return func(text string) string {
		text = better(text, StripEscapes(text))
		if kinds != viewer {
			text = better(text, goEvents(text))
			text = better(text, jestReport(text))
		}
		text = better(text, ReplaceBase64(text))
		if !verbatim || len(text) > largeText {
			text = better(text, FoldRepeats(text))
		}
		p, ok := newPage(text, largeText)
		if !ok {
			return text
		}
		classify(p, kinds)
		return p.render(largeText)
	}
}
