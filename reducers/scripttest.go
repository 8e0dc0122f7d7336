package reducers

import "strings"

// The signs by which runners of JavaScript tests begin their lines.
var (
	scriptPassed = []string{"✓ ", "✔ ", "√ "}
	scriptFailed = []string{"✖ ", "✗ ", "× ", "→ ", "not ok "}
	// scriptTotals begin the lines of the totals.
	scriptTotals = []string{"Test Suites: ", "Tests: ", "Snapshots: ", "Time: ", "Test Files  ", "Tests  ", "Start at  ", "Duration  ", "ℹ ", "# tests ", "# pass ", "# fail ", "# cancelled ", "# skipped ", "Failures:", "Bail out!"}
)

func isScriptTest(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "Test Suites: ") || strings.HasPrefix(line, " Test Files  ") || strings.HasPrefix(line, "  ● ") ||
		strings.HasPrefix(line, "TAP version ") || strings.HasPrefix(trimmed, "not ok ") || strings.HasPrefix(line, "ℹ tests ") ||
		strings.HasPrefix(line, " RUN  v") || startsAny(trimmed, scriptPassed) || startsAny(trimmed, scriptFailed[:3]) || isJestFile(line)
}

// isJestFile says whether the line is jest's verdict on a file.
func isJestFile(line string) bool {
	file, ok := strings.CutPrefix(line, "PASS ")
	if !ok {
		file, ok = strings.CutPrefix(line, "FAIL ")
	}
	return ok && hasAny(file, []string{".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs"})
}

// scriptTestBlock is what the lines of a page belong to.
type scriptTestBlock uint8

const (
	noBlock      scriptTestBlock = iota
	passedBlock                  // a file of jest that passed
	failedBlock                  // a failure, up to a line that ends it
	printedBlock                 // what tests printed
	restBlock                    // the list of failures at the end
)

// scriptRun is a page of such a runner while it is marked.
type scriptRun struct {
	*page
	block scriptTestBlock
	// indent is how deep the head of the block stands.
	indent int
	// yaml says that a block of TAP goes up to "...".
	yaml bool
	// passing says that the file of jest passed, anyFailed that any test failed;
	// failed has the names of those of vitest.
	passing, anyFailed bool
	failed             map[string]bool
	// printed is the class of the block of what tests printed.
	printed class
}

// judge reads which tests failed.
func (r *scriptRun) judge() {
	r.failed = map[string]bool{}
	for i := range r.len() {
		line := r.line(i)
		if name, ok := strings.CutPrefix(line, " FAIL  "); ok {
			r.failed[name], r.anyFailed = true, true
		}
		r.anyFailed = r.anyFailed || line != "" && line[0] == 'F' && isJestFile(line)
	}
}

// prints begins a block of what tests printed: passing ones of a run that
// failed, or others.
func (r *scriptRun) prints(i int, line string, passing bool) {
	r.printed = classIf(passing, hushed, quiet)
	opens(r.printed, printedBlock)(r, i, line)
}

// markScriptTest marks the output of jest, vitest, Node's runner and TAP.
func markScriptTest(p *page) {
	run := &scriptRun{page: p}
	run.judge()
	for i := range p.len() {
		line := p.line(i)
		run.begin(i, line, strings.TrimLeft(line, " "))
	}
}

// begin marks a line, and begins or ends a block.
func (r *scriptRun) begin(i int, line, trimmed string) {
	if r.yaml && r.block == passedBlock && trimmed != "" && indentOf(line) < r.indent {
		r.yaml = false // of a test that passed, the line is not
	}
	if r.yaml {
		r.mark(i, r.inside())
		r.yaml = trimmed != "..."
		return
	}
	for _, row := range scriptRows {
		if row.is(r, line, trimmed) {
			row.begin(r, i, line)
			return
		}
	}
	r.within(i, line, trimmed)
}

// scriptRow is a form of line and what it means. The first that fits decides.
type scriptRow struct {
	is    func(r *scriptRun, line, trimmed string) bool
	begin func(r *scriptRun, i int, line string)
}

// starts is for lines that begin so, without their indent.
func starts(prefixes ...string) func(*scriptRun, string, string) bool {
	return func(_ *scriptRun, _, trimmed string) bool { return startsAny(trimmed, prefixes) }
}

// opens marks the line and begins a block below it.
func opens(c class, block scriptTestBlock) func(*scriptRun, int, string) {
	return func(r *scriptRun, i int, line string) {
		r.mark(i, c)
		r.block, r.indent = block, indentOf(line)
	}
}

// whole is for lines that begin so, their indent included.
func whole(prefixes ...string) func(*scriptRun, string, string) bool {
	return func(_ *scriptRun, line, _ string) bool { return startsAny(line, prefixes) }
}

// jestFile is for jest's verdict on a file, "PASS" or "FAIL".
func jestFile(verdict string) func(*scriptRun, string, string) bool {
	return func(_ *scriptRun, line, _ string) bool { return strings.HasPrefix(line, verdict) && isJestFile(line) }
}

// scriptRows is searched from the top.
var scriptRows = []scriptRow{
	{func(r *scriptRun, _, trimmed string) bool {
		return r.block == restBlock && !startsAny(trimmed, scriptTotals)
	}, func(r *scriptRun, i int, _ string) { r.mark(i, keep) }},
	{starts("✖ failing tests:"), opens(keep, restBlock)},
	{whole("⎯⎯⎯", " FAIL  "), opens(keep, failedBlock)},
	{starts(scriptTotals...), opens(keep, noBlock)},
	{jestFile("PASS"), (*scriptRun).passedFile},
	{jestFile("FAIL"), (*scriptRun).failedFile},
	{func(_ *scriptRun, line, _ string) bool { return line == "  ● Console" }, func(r *scriptRun, i int, line string) {
		r.prints(i, line, r.passing && r.anyFailed)
	}},
	{func(r *scriptRun, line, _ string) bool {
		return strings.HasPrefix(line, "  console.") && r.block != failedBlock
	}, func(r *scriptRun, i int, line string) { r.prints(i, line, false) }},
	{whole("  ● "), opens(keep, failedBlock)},
	{whole("stdout | ", "stderr | "), func(r *scriptRun, i int, line string) {
		_, name, _ := strings.Cut(line, " | ")
		r.prints(i, line, r.anyFailed && !r.failed[name])
	}},
	{func(r *scriptRun, line, trimmed string) bool {
		return startsAny(trimmed, scriptPassed) && (r.block != failedBlock || indentOf(line) <= r.indent)
	}, opens(passedTest, noBlock)},
	{starts(scriptFailed...), opens(keep, failedBlock)},
	{starts("❯ ", "✕ "), opens(keep, noBlock)},
	{starts("ok "), opens(passedTest, passedBlock)},
	{starts("# Subtest: "), opens(progress, noBlock)},
	{func(r *scriptRun, _, trimmed string) bool {
		return trimmed == "---" && (r.block == passedBlock || r.block == failedBlock)
	}, func(r *scriptRun, i int, _ string) {
		r.mark(i, r.inside())
		r.yaml = true
	}},
	{starts("RUNS ", "TAP version ", "Determining test suites"), opens(progress, noBlock)},
}

// passedFile begins the lines of a file of jest that passed.
func (r *scriptRun) passedFile(i int, line string) {
	opens(passedFile, passedBlock)(r, i, line)
	r.passing = true
}

// failedFile begins the lines of a file of jest that failed.
func (r *scriptRun) failedFile(i int, line string) {
	opens(keep, noBlock)(r, i, line)
	r.passing = false
}

// inside is the class of a line in the block.
func (r *scriptRun) inside() class {
	switch r.block {
	case failedBlock, restBlock:
		return keep
	case printedBlock:
		return r.printed
	case passedBlock:
		return progress
	}
	return plain
}

// within marks a line that begins no block. A line that is not deeper than the head of a
// block ends it, but for those of a failure, which a new block ends.
func (r *scriptRun) within(i int, line, trimmed string) {
	deeper := trimmed == "" || indentOf(line) > r.indent
	switch r.block {
	case passedBlock:
		if !deeper {
			r.block = noBlock
		}
	case printedBlock:
		if trimmed == "" && r.indent == 0 {
			r.block = noBlock
		} else if r.indent > 0 && !deeper {
			r.block = noBlock
		}
	}
	if r.block == passedBlock && trimmed == "" {
		return
	}
	r.mark(i, r.inside())
}
