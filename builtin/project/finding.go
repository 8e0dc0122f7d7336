package project

import (
	"path"
	"regexp"
	"strings"
)

// Severity is how bad a finding is.
type Severity string

// The severities, as programs call them.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one thing that a command found: an error, a warning, a test that
// failed.
type Finding struct {
	// File is the file relative to the working directory, as the tools for files
	// take it; empty where the command names none. A file outside of the working
	// directory has an absolute path, or one that begins with "../".
	File string `json:"file,omitempty"`
	// Line and Column are counted from 1; 0 where the command names none.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Message is what is wrong, in one or more lines.
	Message  string   `json:"message"`
	Severity Severity `json:"severity"`
	// Rule is the linter's or compiler's name for it, such as "no-undef" or "E0308".
	Rule string `json:"rule,omitempty"`
	// Test is the test that failed, with those around it, or its package or file
	// where that could not be run.
	Test string `json:"test,omitempty"`

	// base is the path of the Go package in which File is looked for first.
	base string
	// cut says that the output ended before the test did.
	cut bool
}

// Counts are numbers of tests, and of findings that are no failed tests.
type Counts struct {
	// Passed, Failed and Skipped count tests. One that has others in it counts
	// only if it failed by itself, where the runner tells.
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	// Errors and Warnings count findings, those left out too.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
}

// Limits of what is kept of a command, in findings and in bytes.
const (
	mostFindings   = 500
	longestMessage = 4000
	shortMessage   = 300
	longestName    = 500
	// mostText is how long all messages are together; those beyond it are short.
	mostText = 128 << 10
)

// collector keeps what the formats find. It is not safe for concurrent use.
type collector struct {
	findings []Finding
	seen     map[Finding]bool
	leftOut  int
	mild     int // how many of the findings kept are no errors
	bytes    int
	counts   Counts
	deepest  int // tests around the innermost one that ran, in Go
	said     excerpt
}

// add takes in a finding. The same one twice counts once.
func (c *collector) add(f Finding) {
	f.Message = strings.TrimRight(dedent(plainLines(f.Message)), " \n")
	for _, name := range []*string{&f.Test, &f.File, &f.Rule} {
		*name = middle(plain(strings.ReplaceAll(*name, "\n", " ")), longestName)
	}
	if f.Severity == "" {
		f.Severity = Error
	}
	limit := longestMessage
	if c.bytes > mostText {
		limit = shortMessage
	}
	f.Message = middle(f.Message, limit)
	if c.seen[f] {
		return
	}
	c.count(f, 1)
	c.keep(f)
}

// count counts a finding that is no failed test, or takes it back.
func (c *collector) count(f Finding, by int) {
	switch {
	case f.Test != "":
	case f.Severity == Error:
		c.counts.Errors += by
	case f.Severity == Warning:
		c.counts.Warnings += by
	}
}

// keep keeps a finding while there is room; an error takes the room of the last
// one that is none.
func (c *collector) keep(f Finding) {
	if len(c.findings) >= mostFindings {
		c.leftOut++
		if f.Severity != Error || c.mild == 0 {
			return
		}
		c.dropMild()
	}
	if f.Severity != Error {
		c.mild++
	}
	if c.seen == nil {
		c.seen = map[Finding]bool{}
	}
	c.seen[f] = true
	c.bytes += len(f.Message)
	c.findings = append(c.findings, f)
}

// dropMild drops the last finding that is no error.
func (c *collector) dropMild() {
	for i := len(c.findings) - 1; i >= 0; i-- {
		if f := c.findings[i]; f.Severity != Error {
			delete(c.seen, f)
			c.bytes -= len(f.Message)
			c.findings = append(c.findings[:i], c.findings[i+1:]...)
			c.mild--
			return
		}
	}
}

// merge takes in what another command found.
func (c *collector) merge(other *collector) {
	for _, f := range other.findings {
		if c.seen[f] {
			other.count(f, -1)
			continue
		}
		c.keep(f)
	}
	c.leftOut += other.leftOut
	for _, line := range other.said.lines() {
		c.said.add(line)
	}
	c.said.omitted += other.said.omitted
	c.deepest = max(c.deepest, other.deepest)
	c.counts.Passed += other.counts.Passed
	c.counts.Failed += other.counts.Failed
	c.counts.Skipped += other.counts.Skipped
	c.counts.Errors += other.counts.Errors
	c.counts.Warnings += other.counts.Warnings
}

// locate makes the files of all findings relative to the working directory.
func (c *collector) locate(p *project) {
	known := map[[2]string]string{}
	for i := range c.findings {
		f := &c.findings[i]
		key := [2]string{f.base, f.File}
		if _, ok := known[key]; !ok && f.File != "" {
			known[key] = p.locate(f.base, f.File)
		}
		f.File, f.base = known[key], ""
	}
}

// locate is a file that a command named, as seen from the working directory.
func (p *project) locate(base, file string) string {
	file = strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "file://")
	for _, working := range p.workingDirs {
		if inside, ok := strings.CutPrefix(file, strings.TrimSuffix(working, "/")+"/"); ok {
			return path.Clean(inside)
		}
	}
	if path.IsAbs(file) {
		return file
	}
	first := p.packageDir(base)
	for _, dir := range append([]string{first, p.dir}, p.upwards(p.root)...) {
		if name := path.Join(dir, file); !strings.HasPrefix(name, "../") && p.isFile(name) {
			return name
		}
	}
	return path.Join(first, file)
}

var goModule = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// packageDir is the directory of a Go package of the project; where its path is
// empty or another module's, the one where commands run.
func (p *project) packageDir(importPath string) string {
	for _, root := range append([]string{p.root}, p.modules...) {
		module := goModule.FindStringSubmatch(p.content(path.Join(root, "go.mod")))
		if module == nil || importPath == "" {
			continue
		}
		below, ok := strings.CutPrefix(importPath+"/", module[1]+"/")
		if dir := path.Join(root, below); ok && isDirectory(p.files, dir) == nil {
			return dir
		}
	}
	return p.directory(command{})
}

// foreign are in the paths of files that are not the project's own.
var foreign = []string{"node_modules/", "node:", "site-packages/", "dist-packages/", "/lib/python", "<frozen", "<string>", "/src/testing/", "/src/runtime/", "/usr/local/go/", "/usr/lib/go", "/rustc/", "/pkg/mod/"}

// isForeign reports whether a file belongs to a library.
func isForeign(file string) bool {
	for _, part := range foreign {
		if strings.Contains(file, part) {
			return true
		}
	}
	return false
}
