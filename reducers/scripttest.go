package reducers

import "strings"

// The beginnings of the lines of test runners for JavaScript, without indentation.
var (
	scriptPassed = []string{"✓ ", "✔ ", "√ "}
	scriptFailed = []string{"✖ ", "✗ ", "× ", "→ ", "not ok "}
	// scriptTotals are the beginnings of the lines with totals.
	scriptTotals = []string{"Test Suites: ", "Tests: ", "Snapshots: ", "Time: ", "Test Files  ", "Tests  ", "Start at  ", "Duration  ", "ℹ ", "# tests ", "# pass ", "# fail ", "# cancelled ", "# skipped ", "Failures:", "Bail out!"}
)

// isScriptTest reports whether only a test runner for JavaScript, or another
// program that writes TAP, prints the line.
func isScriptTest(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "Test Suites: ") || strings.HasPrefix(line, " Test Files  ") || strings.HasPrefix(line, "  ● ") ||
		strings.HasPrefix(line, "TAP version ") || strings.HasPrefix(trimmed, "not ok ") || strings.HasPrefix(line, "ℹ tests ") ||
		strings.HasPrefix(line, " RUN  v") || hasAnyPrefix(trimmed, scriptPassed) || hasAnyPrefix(trimmed, scriptFailed[:3]) || isJestFile(line)
}

// isJestFile reports whether the line is the verdict of jest on a file.
func isJestFile(line string) bool {
	file, ok := strings.CutPrefix(line, "PASS ")
	if !ok {
		file, ok = strings.CutPrefix(line, "FAIL ")
	}
	return ok && hasAny(file, []string{".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs"})
}

// scriptBlock is a kind of block of lines.
type scriptBlock uint8

const (
	noBlock          scriptBlock = iota
	passedBlock                  // a file of jest or a test of TAP that passed
	failedBlock                  // a failure, up to a line that ends it
	printedBlock                 // the output of tests
	failureListBlock             // the list of failures at the end
)

// scriptRun is a page with the output of such a test runner.
type scriptRun struct {
	*page
	block scriptBlock
	// indent is the indentation of the first line of the block.
	indent int
	// inYAML reports that the line is in a YAML block of TAP, which ends with "...".
	inYAML bool
	// isPassingFile reports that the current file of jest passed, anyFailed that a
	// test of the run failed; failed has the names of the failed tests of vitest.
	isPassingFile, anyFailed bool
	failed                   map[string]bool
	// printedClass is the class of the lines of a printedBlock.
	printedClass class
}

// readFailures reads which tests failed.
func (r *scriptRun) readFailures() {
	r.failed = map[string]bool{}
	for i := range r.len() {
		line := r.line(i)
		if name, ok := strings.CutPrefix(line, " FAIL  "); ok {
			r.failed[name], r.anyFailed = true, true
		}
		r.anyFailed = r.anyFailed || line != "" && line[0] == 'F' && isJestFile(line)
	}
}

// beginPrinted marks a line and begins a block with the output of tests. For
// passing tests of a failed run, isPassing is true.
func (r *scriptRun) beginPrinted(i int, line string, isPassing bool) {
	r.printedClass = classIf(isPassing, passingOutputOfFailedRun, passingOutput)
	beginBlock(r.printedClass, printedBlock)(r, i, line)
}

// markScriptTest marks the output of jest, vitest, the test runner of Node and
// TAP.
func markScriptTest(p *page) {
	run := &scriptRun{page: p}
	run.readFailures()
	for i := range p.len() {
		line := p.line(i)
		run.markLine(i, line, strings.TrimLeft(line, " "))
	}
}

// markLine marks a line, and begins or ends a block.
func (r *scriptRun) markLine(i int, line, trimmed string) {
	if r.inYAML && r.block == passedBlock && trimmed != "" && indentOf(line) < r.indent {
		r.inYAML = false // the block of a passing test ended without "..."
	}
	if r.inYAML {
		r.mark(i, r.classInBlock())
		r.inYAML = trimmed != "..."
		return
	}
	for _, row := range scriptRows {
		if row.matches(r, line, trimmed) {
			row.mark(r, i, line)
			return
		}
	}
	r.markInBlock(i, line, trimmed)
}

// lineCondition reports whether a line, with its text without indentation, is of a
// kind.
type lineCondition func(r *scriptRun, line, trimmed string) bool

// lineMarker marks the line with an index.
type lineMarker func(r *scriptRun, i int, line string)

// scriptRow is a kind of line and the function that marks it.
type scriptRow struct {
	matches lineCondition
	mark    lineMarker
}

// hasIndentedPrefix returns a condition: the line without its indentation begins
// with one of the prefixes.
func hasIndentedPrefix(prefixes ...string) lineCondition {
	return func(_ *scriptRun, _, trimmed string) bool { return hasAnyPrefix(trimmed, prefixes) }
}

// beginBlock returns a function that marks the line and begins a block after it.
func beginBlock(c class, block scriptBlock) lineMarker {
	return func(r *scriptRun, i int, line string) {
		r.mark(i, c)
		r.block, r.indent = block, indentOf(line)
	}
}

// hasLinePrefix returns a condition: the line with its indentation begins with one
// of the prefixes.
func hasLinePrefix(prefixes ...string) lineCondition {
	return func(_ *scriptRun, line, _ string) bool { return hasAnyPrefix(line, prefixes) }
}

// isJestVerdict returns a condition: the line is the verdict of jest on a file,
// "PASS" or "FAIL".
func isJestVerdict(verdict string) lineCondition {
	return func(_ *scriptRun, line, _ string) bool { return strings.HasPrefix(line, verdict) && isJestFile(line) }
}

// scriptRows are the kinds of lines. The first row that matches marks a line.
var scriptRows = []scriptRow{
	{func(r *scriptRun, _, trimmed string) bool {
		return r.block == failureListBlock && !hasAnyPrefix(trimmed, scriptTotals)
	}, func(r *scriptRun, i int, _ string) { r.mark(i, keep) }},
	{hasIndentedPrefix("✖ failing tests:"), beginBlock(keep, failureListBlock)},
	{hasLinePrefix("⎯⎯⎯", " FAIL  "), beginBlock(keep, failedBlock)},
	{hasIndentedPrefix(scriptTotals...), beginBlock(keep, noBlock)},
	{isJestVerdict("PASS"), (*scriptRun).beginPassedFile},
	{isJestVerdict("FAIL"), (*scriptRun).beginFailedFile},
	{func(_ *scriptRun, line, _ string) bool { return line == "  ● Console" }, func(r *scriptRun, i int, line string) {
		r.beginPrinted(i, line, r.isPassingFile && r.anyFailed)
	}},
	{func(r *scriptRun, line, _ string) bool {
		return strings.HasPrefix(line, "  console.") && r.block != failedBlock
	}, func(r *scriptRun, i int, line string) { r.beginPrinted(i, line, false) }},
	{hasLinePrefix("  ● "), beginBlock(keep, failedBlock)},
	{hasLinePrefix("stdout | ", "stderr | "), func(r *scriptRun, i int, line string) {
		_, name, _ := strings.Cut(line, " | ")
		r.beginPrinted(i, line, r.anyFailed && !r.failed[name])
	}},
	{func(r *scriptRun, line, trimmed string) bool {
		return hasAnyPrefix(trimmed, scriptPassed) && (r.block != failedBlock || indentOf(line) <= r.indent)
	}, beginBlock(passedTest, noBlock)},
	{hasIndentedPrefix(scriptFailed...), beginBlock(keep, failedBlock)},
	{hasIndentedPrefix("❯ ", "✕ "), beginBlock(keep, noBlock)},
	{hasIndentedPrefix("ok "), beginBlock(passedTest, passedBlock)},
	{hasIndentedPrefix("# Subtest: "), beginBlock(progressLine, noBlock)},
	{func(r *scriptRun, _, trimmed string) bool {
		return trimmed == "---" && (r.block == passedBlock || r.block == failedBlock)
	}, func(r *scriptRun, i int, _ string) {
		r.mark(i, r.classInBlock())
		r.inYAML = true
	}},
	{hasIndentedPrefix("RUNS ", "TAP version ", "Determining test suites"), beginBlock(progressLine, noBlock)},
}

// beginPassedFile begins the block of a file of jest that passed.
func (r *scriptRun) beginPassedFile(i int, line string) {
	beginBlock(passedFile, passedBlock)(r, i, line)
	r.isPassingFile = true
}

// beginFailedFile marks the verdict of jest on a file that failed.
func (r *scriptRun) beginFailedFile(i int, line string) {
	beginBlock(keep, noBlock)(r, i, line)
	r.isPassingFile = false
}

// classInBlock returns the class of a line in the current block.
func (r *scriptRun) classInBlock() class {
	switch r.block {
	case failedBlock, failureListBlock:
		return keep
	case printedBlock:
		return r.printedClass
	case passedBlock:
		return progressLine
	}
	return plain
}

// markInBlock marks a line that begins no block. It ends the current block when
// the line is not indented more than the first line of the block. A failure ends
// only where a new block begins.
func (r *scriptRun) markInBlock(i int, line, trimmed string) {
	isInside := trimmed == "" || indentOf(line) > r.indent
	switch r.block {
	case passedBlock:
		if !isInside {
			r.block = noBlock
		}
	case printedBlock:
		if trimmed == "" && r.indent == 0 {
			r.block = noBlock
		} else if r.indent > 0 && !isInside {
			r.block = noBlock
		}
	}
	if r.block == passedBlock && trimmed == "" {
		return
	}
	r.mark(i, r.classInBlock())
}
