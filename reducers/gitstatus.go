package reducers

import "strings"

// The lines of git status for people; see wt-status.c of git.
var (
	// statusStarts are the beginnings of its first line.
	statusStarts = []string{
		"On branch ", "HEAD detached at ", "HEAD detached from ", "Not currently on any branch.",
		"interactive rebase in progress;", "rebase in progress;",
	}
	// statusHeads are the beginnings of the other lines without indentation.
	statusHeads = []string{
		"Changes to be committed:", "Changes not staged for commit:", "Untracked files", "Ignored files:", "Unmerged paths:",
		"Your branch ", "and have ", "You ", "Last command", "Next command", "No command", "No commits yet", "Initial commit",
		"no changes added", "nothing ", "All conflicts fixed", "Submodule", "It took ", "Warning: ", "Your stash ",
	}
)

// isGitStatus reports whether the line is the first line of git status for
// people.
func isGitStatus(line string) bool { return hasAnyPrefix(line, statusStarts) }

// maxStatusFiles is the number of files of a section, or of a code, that are
// kept.
const maxStatusFiles = 25

// markGitStatus marks git status, for people or with --porcelain: hints are left
// out, and the first files of each section are kept. All conflicts are kept.
func markGitStatus(p *page) {
	for i := 0; i < p.len(); i++ {
		if isGitStatus(p.line(i)) {
			i = p.markStatus(i) - 1
		}
	}
	p.markPorcelain()
}

// markStatus marks a status for people that begins in a line. It returns the
// index of the line after it.
func (p *page) markStatus(i int) int {
	p.mark(i, keep)
	files, isUnmerged := 0, false
	for i++; i < p.len(); i++ {
		line := strings.TrimRight(p.line(i), "\r")
		switch {
		case line == "":
			p.mark(i, uncounted)
		case strings.HasPrefix(line, "  (") && strings.HasSuffix(line, ")"):
			p.mark(i, uncounted)
		case strings.HasPrefix(line, "\t"):
			if files++; files > maxStatusFiles && !isUnmerged {
				p.mark(i, otherFiles)
			} else {
				p.mark(i, keep)
			}
		case hasAnyPrefix(line, statusHeads) || isGitStatus(line):
			files, isUnmerged = 0, line == "Unmerged paths:"
			p.mark(i, keep)
		case strings.HasPrefix(line, " ") || isMark(line):
		default:
			return i
		}
	}
	return i
}

// markPorcelain marks the entries of git status --short and --porcelain: the
// first of each code are kept.
func (p *page) markPorcelain() {
	shown := map[string]int{}
	for i := range p.len() {
		code, ok := porcelainCode(p.line(i))
		if !ok {
			continue
		}
		shown[code]++
		if shown[code] > maxStatusFiles && !isConflict(code) {
			p.mark(i, otherFiles)
		} else {
			p.mark(i, keep)
		}
	}
}

// porcelainCode returns the code of an entry: one or two letters in both versions
// of the format. It reports whether the line is an entry.
func porcelainCode(line string) (code string, ok bool) {
	if len(line) < 3 {
		return "", false
	}
	if line[1] == ' ' && strings.IndexByte("?!", line[0]) >= 0 {
		return line[:1], true
	}
	if line[1] == ' ' && strings.IndexByte("12u", line[0]) >= 0 && len(line) > 5 && line[4] == ' ' {
		return line[2:4], isStatusCode(line[2], ".") && isStatusCode(line[3], ".")
	}
	if len(line) > 3 && line[2] == ' ' && line[3] != ' ' && line[:2] != "  " {
		return line[:2], isStatusCode(line[0], " ?!") && isStatusCode(line[1], " ?!")
	}
	return "", false
}

// isStatusCode reports whether the character is a letter of a status, or one of
// more.
func isStatusCode(b byte, more string) bool {
	return strings.IndexByte("MTADRCUm", b) >= 0 || strings.IndexByte(more, b) >= 0
}

// isConflict reports whether the code is that of an unmerged path.
func isConflict(code string) bool {
	return strings.Contains(code, "U") || code == "AA" || code == "DD"
}
