package reducers

import "github.com/toolgen/toolgen/runtime"

// Terminal returns the reducer of the tool "terminal", for successes and
// failures. It recognizes output by the programs in the argument command, in
// pipelines and lists, and after env, sudo, timeout, npx, python -m, go tool,
// sh -c and similar programs. It recognizes the output of scripts and unknown
// programs by its lines.
//
//   - Test runs (go test, also with -v and -json; pytest, unittest; jest, also
//     with --json; vitest, the runner of Node, TAP, cargo test): passing tests
//     are counted. The name, the message and the output of a failed test are
//     kept. The frames of libraries in stack traces are counted. The JSON of go
//     test and jest is replaced by the text of the same run.
//   - Installs (npm, pnpm, yarn, pip, go, cargo, apt, git clone): totals and
//     errors are kept; lines about downloads and progress are counted.
//   - Builds (go build and vet, tsc, cargo, make, gcc) and linters: errors are
//     kept, progress is counted. In texts over 8 KB, the warnings of linters are
//     counted too.
//   - git status, for people or with --short or --porcelain: the branch, its
//     state, all conflicts, and the first 25 files of each section or code are
//     kept, the other files are counted. Hints about commands are left out. The
//     text never says that a working tree is clean when git does not say so.
//   - What the command names explicitly (git diff, git show, cat, head, tail, sed,
//     and other programs that print files): nothing is left out.
//   - git log over 8 KB, and diffs that scripts print: the names of all files and
//     120 changed lines, divided among the files, are kept, and 60 commits with
//     their subjects.
//   - Other texts, and texts that are still over 8 KB (8192 bytes): the first 40
//     and the last 20 lines, up to 60 lines that look like errors, and the number
//     of the other lines are kept. Lines of more than 500 code points, and those
//     of failures of more than 4000, are cut in the middle, but only as far as
//     necessary to reach 8 KB.
//
// Terminal escapes and overwritten progress are removed, base64 is replaced by
// its size, and repeated lines are folded. In diffs, and in the text of files
// that grep and similar programs print, lines are folded only over 8 KB. Of
// the text of files, nothing is left out as noise.
func Terminal() runtime.Reducer {
	return &reducer{tool: "terminal", failures: true, pass: func(call runtime.ReduceContext) Pass {
		return outputPass(kindsOf(commandLine(call.Args)), call)
	}, clean: func(call runtime.ReduceContext) Pass { return cleanPass(kindsOf(commandLine(call.Args))) }}
}

// RunTests returns the reducer of the tool "run_tests", for successes and
// failures. It reduces test runs as Terminal does. The arguments of the tool do
// not name the program, so the output is recognized by its lines.
func RunTests() runtime.Reducer {
	return &reducer{
		tool: "run_tests", failures: true, pass: func(call runtime.ReduceContext) Pass { return outputPass(unknown, call) },
		clean: func(runtime.ReduceContext) Pass { return cleanPass(unknown) },
	}
}

// printsFileText reports whether programs of these kinds print lines of files, in
// which repetitions have a meaning.
func (kinds programKinds) printsFileText() bool {
	return kinds == viewer || kinds&(fileText|gitDiff|gitLog) != 0
}

// isRequestedText reports whether the output is only a text that the command names,
// such as a file or a diff.
func (kinds programKinds) isRequestedText() bool {
	return kinds&fileText != 0 && kinds&^(fileText|viewer|gitDiff|gitLog) == 0
}

// cleanPass returns the pass that only removes what no reader of the output needs.
func cleanPass(kinds programKinds) Pass {
	if kinds.printsFileText() {
		return StripEscapes
	}
	return chain([]Pass{StripEscapes, FoldRepeats})
}

// outputPass returns the pass for the output of programs of these kinds.
func outputPass(kinds programKinds, call runtime.ReduceContext) Pass {
	if kinds.isRequestedText() {
		return StripEscapes
	}
	hasFileText := kinds.printsFileText()
	return func(text string) string {
		text = shorterOf(text, StripEscapes(text))
		if kinds != viewer {
			text = decodeReports(text, call)
		}
		text = shorterOf(text, ReplaceBase64(text))
		if !hasFileText || len(text) > largeText {
			text = shorterOf(text, FoldRepeats(text))
		}
		p, ok := newPage(text, largeText)
		if !ok {
			return text
		}
		classifyLines(p, kinds)
		return p.render(largeText)
	}
}

// decodeReports replaces the JSON of go test and jest by the text of the same run. It removes the secrets that were in
// several strings of the JSON, before another step shortens the text.
func decodeReports(text string, call runtime.ReduceContext) string {
	decoded := shorterOf(text, expandGoEvents(text))
	decoded = shorterOf(decoded, expandJestReport(decoded))
	if decoded == text || call.Redact == nil {
		return decoded
	}
	return call.Redact(decoded)
}
