package reducers

import (
	"slices"
	"strings"
)

func isGitDiff(line string) bool { return strings.HasPrefix(line, "diff --git ") }

func isGitLog(line string) bool {
	hash, ok := strings.CutPrefix(line, "commit ")
	return ok && len(hash) >= 40 && isHex(hash[:40])
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// lockFiles are written by programs, and not read in a diff.
var lockFiles = []string{
	"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "go.sum", "go.work.sum", "Cargo.lock",
	"poetry.lock", "uv.lock", "Pipfile.lock", "Gemfile.lock", "composer.lock", "flake.lock", ".min.js", ".min.css", ".js.map",
}

// changedLines is how many changed lines stay of a large diff, shared by its
// files; leastChanged each of them gets.
const changedLines, leastChanged = 120, 3

// markGitDiff marks a large diff: the names of all files, where their hunks
// are, and the first changed lines of each file stay; files with few changes
// leave their share to the others. A diff that is not large is left alone.
func markGitDiff(p *page) {
	if !p.large {
		return
	}
	files := diffFiles(p)
	level := share(files)
	for _, f := range files {
		f.mark(p, level)
	}
}

// diffFile is the diff of one file: lines from up to to, of which so many are
// changed. Those of lock files are not counted.
type diffFile struct {
	from, to, changed int
	lock              bool
}

// diffFiles finds the files of the diff.
func diffFiles(p *page) (files []diffFile) {
	for i := 0; i < p.len(); {
		if !isGitDiff(p.line(i)) {
			i++
			continue
		}
		f := diffFile{from: i, lock: hasAnySuffix(strings.TrimRight(p.line(i), "\r"), lockFiles)}
		f.to = p.find(i+1, p.len(), func(line string) bool { return isGitDiff(line) || isGitLog(line) })
		for j := p.find(i, f.to, isHunk); j < f.to && !f.lock; j++ {
			if isChanged(p.line(j)) {
				f.changed++
			}
		}
		files = append(files, f)
		i = f.to
	}
	return files
}

func isHunk(line string) bool {
	return strings.HasPrefix(line, "@@ ") || strings.HasPrefix(line, "@@@ ")
}

// isChanged says whether a line of a hunk is an added or a removed one.
func isChanged(line string) bool { return line != "" && strings.IndexByte("+-", line[0]) >= 0 }

// share is how many changed lines a file may show, so that all of them show no
// more than there is room for.
func share(files []diffFile) int {
	counts := make([]int, len(files))
	for i, f := range files {
		counts[i] = f.changed
	}
	slices.Sort(counts)
	room := changedLines
	for i, count := range counts {
		if each := room / (len(counts) - i); count > each {
			return max(each, leastChanged)
		}
		room -= count
	}
	return changedLines
}

// mark marks the diff of the file.
func (f diffFile) mark(p *page, share int) {
	hunks := p.find(f.from, f.to, isHunk)
	p.mark(f.from, keep)
	for i := f.from + 1; i < hunks; i++ {
		p.mark(i, classIf(startsAny(p.line(i), diffSilent), silent, keep))
	}
	shown := 0
	for i := hunks; i < f.to; i++ {
		line := p.line(i)
		switch {
		case f.lock:
			p.mark(i, lockLines)
		case isHunk(line):
			p.mark(i, keep)
		case isChanged(line):
			shown++
			p.mark(i, classIf(shown <= share, keep, moreLines))
		default:
			p.mark(i, unchanged)
		}
	}
}

// diffSilent begin the lines of a file's head that say what its first one says.
var diffSilent = []string{"index ", "--- a/", "+++ b/"}

func hasAnySuffix(s string, suffixes []string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// commitsShown is how many commits of a large log stay.
const commitsShown = 60

// markGitLog marks a large log: of each commit its name and subject stay, of
// the first 60. A log that is not large is left alone.
func markGitLog(p *page) {
	if !p.large {
		return
	}
	commits, subject, patch := 0, true, true
	for i := range p.len() {
		line := p.line(i)
		shown := classIf(commits <= commitsShown, keep, moreLines)
		switch {
		case isGitLog(line):
			commits++
			subject, patch = false, false
			p.mark(i, classIf(commits <= commitsShown, keep, moreLines))
		case patch || isGitDiff(line):
			patch = true
		case line == "":
			p.mark(i, silent)
		case startsAny(line, logHeaders):
			p.mark(i, described)
		case strings.HasPrefix(line, "    "):
			p.mark(i, classIf(subject, described, shown))
			subject = true
		}
	}
}

// logHeaders begin the lines between the name of a commit and its subject.
var logHeaders = []string{"Author: ", "AuthorDate: ", "Commit: ", "CommitDate: ", "Date: ", "Merge: "}

// classIf is one class or the other.
func classIf(so bool, yes, no class) class {
	if so {
		return yes
	}
	return no
}
