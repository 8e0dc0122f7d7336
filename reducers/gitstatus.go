package reducers

import "strings"

// What the human-readable git status prints, see wt-status.c of git.
var (
	// statusStarts begin it.
	statusStarts = []string{
		"On branch ", "HEAD detached at ", "HEAD detached from ", "Not currently on any branch.",
		"interactive rebase in progress;", "rebase in progress;",
	}
	// statusHeads begin the other lines that are not indented.
	statusHeads = []string{
		"Changes to be committed:", "Changes not staged for commit:", "Untracked files", "Ignored files:", "Unmerged paths:",
		"Your branch ", "and have ", "You ", "Last command", "Next command", "No command", "No commits yet", "Initial commit",
		"no changes added", "nothing ", "All conflicts fixed", "Submodule", "It took ", "Warning: ", "Your stash ",
	}
)

func isGitStatus(line string) bool { return startsAny(line, statusStarts) }

// filesShown is how many files of a section, or of a code, are named.
const filesShown = 25

// markGitStatus marks git status, human-readable or porcelain: the hints say
// nothing of this tree, and of each section the first files stay. Conflicts
// all stay.
func markGitStatus(p *page) {
	for i := 0; i < p.len(); i++ {
		if isGitStatus(p.line(i)) {
			i = p.markStatus(i) - 1
		}
	}
	p.markPorcelain()
}

// markStatus marks a human-readable status that begins in that line, and
// returns where it ends.
func (p *page) markStatus(i int) int {
	p.mark(i, keep)
	files, unmerged := 0, false
	for i++; i < p.len(); i++ {
		line := strings.TrimRight(p.line(i), "\r")
		switch {
		case line == "":
			p.mark(i, silent)
		case strings.HasPrefix(line, "  (") && strings.HasSuffix(line, ")"):
			p.mark(i, silent)
		case strings.HasPrefix(line, "\t"):
			if files++; files > filesShown && !unmerged {
				p.mark(i, moreFiles)
			} else {
				p.mark(i, keep)
			}
		case startsAny(line, statusHeads) || isGitStatus(line):
			files, unmerged = 0, line == "Unmerged paths:"
			p.mark(i, keep)
		case strings.HasPrefix(line, " ") || ourMark(line):
		default:
			return i
		}
	}
	return i
}

// markPorcelain marks the entries of git status --short and --porcelain: the
// first of each code stay.
func (p *page) markPorcelain() {
	shown := map[string]int{}
	for i := range p.len() {
		code, ok := porcelain(p.line(i))
		if !ok {
			continue
		}
		shown[code]++
		if shown[code] > filesShown && !isConflict(code) {
			p.mark(i, moreFiles)
		} else {
			p.mark(i, keep)
		}
	}
}

// porcelain is the code of an entry: XY of version 1, and with its kind of version 2.
func porcelain(line string) (code string, ok bool) {
	if len(line) < 3 {
		return "", false
	}
	if line[1] == ' ' && strings.IndexByte("?!", line[0]) >= 0 {
		return line[:1], true
	}
	if line[1] == ' ' && strings.IndexByte("12u", line[0]) >= 0 && len(line) > 5 && line[4] == ' ' {
		return line[2:4], isCode(line[2], ".") && isCode(line[3], ".")
	}
	if len(line) > 3 && line[2] == ' ' && line[3] != ' ' && line[:2] != "  " {
		return line[:2], isCode(line[0], " ?!") && isCode(line[1], " ?!")
	}
	return "", false
}

// isCode says whether the character is a letter of a status, or one of more.
func isCode(b byte, more string) bool {
	return strings.IndexByte("MTADRCUm", b) >= 0 || strings.IndexByte(more, b) >= 0
}

// isConflict says whether the code is one of an unmerged path.
func isConflict(code string) bool {
	return strings.Contains(code, "U") || code == "AA" || code == "DD"
}
