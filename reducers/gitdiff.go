package reducers

import (
	"slices"
	"strings"
)

// isGitDiff reports whether the line begins the diff of a file.
func isGitDiff(line string) bool { return strings.HasPrefix(line, "diff --git ") }

// isGitLog reports whether the line begins a commit of a log.
func isGitLog(line string) bool {
	hash, ok := strings.CutPrefix(line, "commit ")
	return ok && len(hash) >= 40 && isHex(hash[:40])
}

// isHex reports whether a text consists of hexadecimal digits.
func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// lockFiles are the ends of the names of files that programs write.
var lockFiles = []string{
	"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "go.sum", "go.work.sum", "Cargo.lock",
	"poetry.lock", "uv.lock", "Pipfile.lock", "Gemfile.lock", "composer.lock", "flake.lock", ".min.js", ".min.css", ".js.map",
}

// maxChangedLines is the number of changed lines of a large diff that are kept,
// divided among its files; at least minChangedLines of each file are kept.
const maxChangedLines, minChangedLines = 120, 3

// markGitDiff marks a large diff: the names of all files, the positions of their
// hunks, and the first changed lines of each file are kept. When a file has fewer
// changes than its part, more lines of the other files are kept. A diff that is
// not large is not marked.
func markGitDiff(p *page) {
	if !p.isLarge {
		return
	}
	files := diffFiles(p)
	maxLines := changedLinesPerFile(files)
	for _, f := range files {
		f.mark(p, maxLines)
	}
}

// diffFile is the diff of one file.
type diffFile struct {
	from, to   int // the lines from from to before to
	changed    int // the number of changed lines; zero for a lock file
	isLockFile bool
}

// diffFiles returns the files of the diff.
func diffFiles(p *page) (files []diffFile) {
	for i := 0; i < p.len(); {
		if !isGitDiff(p.line(i)) {
			i++
			continue
		}
		f := diffFile{from: i, isLockFile: hasAnySuffix(strings.TrimRight(p.line(i), "\r"), lockFiles)}
		f.to = p.find(i+1, p.len(), func(line string) bool { return isGitDiff(line) || isGitLog(line) })
		for j := p.find(i, f.to, isHunk); j < f.to && !f.isLockFile; j++ {
			if isChanged(p.line(j)) {
				f.changed++
			}
		}
		files = append(files, f)
		i = f.to
	}
	return files
}

// isHunk reports whether the line begins a hunk.
func isHunk(line string) bool {
	return strings.HasPrefix(line, "@@ ") || strings.HasPrefix(line, "@@@ ")
}

// isChanged reports whether a line of a hunk is an added or removed line.
func isChanged(line string) bool { return line != "" && strings.IndexByte("+-", line[0]) >= 0 }

// changedLinesPerFile returns the maximum number of changed lines of each file,
// so that at most maxChangedLines of all files are kept, or minChangedLines of
// each.
func changedLinesPerFile(files []diffFile) int {
	counts := make([]int, len(files))
	for i, f := range files {
		counts[i] = f.changed
	}
	slices.Sort(counts)
	left := maxChangedLines
	for i, count := range counts {
		if each := left / (len(counts) - i); count > each {
			return max(each, minChangedLines)
		}
		left -= count
	}
	return maxChangedLines
}

// mark marks the diff of the file, of which maxLines changed lines are kept.
func (f diffFile) mark(p *page, maxLines int) {
	hunks := p.find(f.from, f.to, isHunk)
	p.mark(f.from, keep)
	for i := f.from + 1; i < hunks; i++ {
		p.mark(i, classIf(hasAnyPrefix(p.line(i), redundantHeaders), uncounted, keep))
	}
	shown := 0
	for i := hunks; i < f.to; i++ {
		line := p.line(i)
		switch {
		case f.isLockFile:
			p.mark(i, lockFileLine)
		case isHunk(line):
			p.mark(i, keep)
		case isChanged(line):
			shown++
			p.mark(i, classIf(shown <= maxLines, keep, otherLines))
		default:
			p.mark(i, unchangedLine)
		}
	}
}

// redundantHeaders are the beginnings of the lines of a file's header that repeat
// its first line.
var redundantHeaders = []string{"index ", "--- a/", "+++ b/"}

// hasAnySuffix reports whether s ends with one of the suffixes.
func hasAnySuffix(s string, suffixes []string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// maxCommits is the number of commits of a large log that are kept.
const maxCommits = 60

// markGitLog marks a large log: the names and subjects of the first commits are
// kept. A log that is not large is not marked.
func markGitLog(p *page) {
	if !p.isLarge {
		return
	}
	commits, hasSubject, inDiff := 0, true, true
	for i := range p.len() {
		line := p.line(i)
		shown := classIf(commits <= maxCommits, keep, otherLines)
		switch {
		case isGitLog(line):
			commits++
			hasSubject, inDiff = false, false
			p.mark(i, classIf(commits <= maxCommits, keep, otherLines))
		case inDiff || isGitDiff(line):
			inDiff = true
		case line == "":
			p.mark(i, uncounted)
		case hasAnyPrefix(line, logHeaders):
			p.mark(i, logDetails)
		case strings.HasPrefix(line, "    "):
			p.mark(i, classIf(hasSubject, logDetails, shown))
			hasSubject = true
		}
	}
}

// logHeaders are the beginnings of the lines between the name of a commit and its
// subject.
var logHeaders = []string{"Author: ", "AuthorDate: ", "Commit: ", "CommitDate: ", "Date: ", "Merge: "}

// classIf returns yes when the condition is true, and no otherwise.
func classIf(condition bool, yes, no class) class {
	if condition {
		return yes
	}
	return no
}
