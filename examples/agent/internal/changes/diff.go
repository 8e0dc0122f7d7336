package changes

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/toolgen/toolgen/runtime"
)

// maxDiffBytes is the maximum length of the contents that are compared, together.
const maxDiffBytes = 1 << 20

// diff returns the unified diff that an undo makes, without secrets, or the reason why there is none.
func (u *undo) diff(call *runtime.Call) string {
	from, to := "a/"+u.name, "b/"+u.name
	if u.now == nil {
		from = "/dev/null"
	}
	if u.change.Before == nil {
		to = "/dev/null"
	}
	now, isNowSafe := shownText(call, u.now)
	before, isBeforeSafe := shownText(call, u.change.Before)
	switch {
	case len(now)+len(before) > maxDiffBytes:
		return "(no diff: the file is too large)"
	case !isNowSafe || !isBeforeSafe:
		return "(no diff: the file is not text, or has a secret of several lines)"
	}
	return unified(from, to, now, before)
}

// contextLines is the number of lines before and after a change in a diff.
const contextLines = 3

// unified returns the unified diff of two texts. It computes the numbers of the new lines, because those of the package ignore
// the lines between the changes of a hunk.
func unified(from, to, before, after string) string {
	d, err := udiff.ToUnifiedDiff(from, to, before, udiff.Lines(before, after), contextLines)
	if err != nil {
		return "(no diff: " + err.Error() + ")"
	}
	added := 0
	for _, hunk := range d.Hunks {
		hunk.ToLine = hunk.FromLine + added
		for _, line := range hunk.Lines {
			switch line.Kind {
			case udiff.Insert:
				added++
			case udiff.Delete:
				added--
			}
		}
	}
	return strings.TrimSuffix(d.String(), "\n")
}

// shownText returns the text of a file without secrets. ok is false if the content is not text, or if removing the
// secrets changes the numbers of its lines.
func shownText(call *runtime.Call, content []byte) (text string, ok bool) {
	if len(content) > maxDiffBytes {
		return string(content), true
	}
	text = call.Excerpt(string(content), 0, len(content))
	return text, utf8.ValidString(text) && !strings.Contains(text, "\x00") && strings.Count(text, "\n") == strings.Count(string(content), "\n")
}
