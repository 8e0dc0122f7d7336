package reducers

import (
	"slices"
	"strings"
)

// isGitDiff reports whether the line begins the diff of a file, also of a merge.
func isGitDiff(line string) bool {
	return hasAnyPrefix(line, []string{"diff --git ", "diff --cc ", "diff --combined "})
}

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
// changes than its part, more lines of the other files are kept. All lines of a
// diff that is not large are kept. The lines after a diff are not marked.
func markGitDiff(p *page) {
	files := diffFiles(p)
	if !p.isLarge {
		for _, f := range files {
			p.markRange(f.from, f.to, keep)
		}
		return
	}
	maxLines := changedLinesPerFile(files)
	for _, f := range files {
		f.mark(p, maxLines)
	}
}

// diffFile is the diff of one file: the lines from from to before to, with the
// hunks from hunks. Hunks after a text that is not a diff are a diffFile without
// a header.
type diffFile struct {
	from, hunks, to int
	changed         int // the number of changed lines; zero for a lock file
	isLockFile      bool
}

// diffFiles returns the files of the diff.
func diffFiles(p *page) (files []diffFile) {
	for i := 0; i < p.len(); {
		f := diffFile{from: i, hunks: i}
		if line := p.line(i); isGitDiff(line) {
			f.isLockFile = hasAnySuffix(strings.TrimRight(line, "\r"), lockFiles)
			f.hunks = p.find(i+1, p.len(), func(line string) bool { return !hasAnyPrefix(line, diffHeaders) })
		}
		f.to = f.hunks
		for h, ok := p.hunkAt(f.to); ok; h, ok = p.hunkAt(f.to) {
			f.addHunk(p, h)
		}
		if f.to > f.from {
			files = append(files, f)
		}
		i = max(f.to, i+1)
	}
	return files
}

// hunkAt returns the hunk that begins in a line, if there is one.
func (p *page) hunkAt(i int) (h hunk, ok bool) {
	if i >= p.len() {
		return h, false
	}
	return parseHunk(p.line(i))
}

// addHunk adds the lines of a hunk to the file.
func (f *diffFile) addHunk(p *page, h hunk) {
	for f.to++; f.to < p.len() && h.next(p.line(f.to)); f.to++ {
		if h.isChanged(p.line(f.to)) && !f.isLockFile {
			f.changed++
		}
	}
}

// diffHeaders are the beginnings of the lines between the first line of a file and
// its hunks.
var diffHeaders = []string{
	"index ", "--- ", "+++ ", "old mode ", "new mode ", "deleted file mode ", "new file mode ", "mode ", "copy from ", "copy to ",
	"rename from ", "rename to ", "similarity index ", "dissimilarity index ", "Binary files ", "GIT binary patch",
}

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
	for i := f.from; i < f.hunks; i++ {
		p.mark(i, classIf(i > f.from && hasAnyPrefix(p.line(i), redundantHeaders), uncounted, keep))
	}
	shown := 0
	var h hunk
	for i := f.hunks; i < f.to; i++ {
		line := p.line(i)
		next, isFirst := parseHunk(line)
		switch {
		case f.isLockFile:
			p.mark(i, lockFileLine)
		case isFirst:
			h = next
			p.mark(i, keep)
		case h.isChanged(line):
			shown++
			p.mark(i, classIf(shown <= maxLines, keep, otherLines))
		default:
			p.mark(i, classIf(shown < maxLines, unchangedLine, otherLines))
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
	commits := 0
	var isHeader, isMessage, hasSubject bool
	for i := range p.len() {
		line := p.line(i)
		shown := classIf(commits <= maxCommits, keep, otherLines)
		switch {
		case isGitLog(line):
			commits++
			isHeader, isMessage, hasSubject = true, true, false
			p.mark(i, classIf(commits <= maxCommits, keep, otherLines))
		case !isMessage:
		case line == "":
			isHeader = false
			p.mark(i, uncounted)
		case strings.HasPrefix(line, "    "):
			p.mark(i, classIf(hasSubject, logDetails, shown))
			isHeader, hasSubject = false, true
		case isHeader:
			p.mark(i, classIf(hasAnyPrefix(line, logHeaders), logDetails, plain))
		default: // a diff, or the output of another program
			isMessage = isMark(line)
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
