package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
	"github.com/toolgen/toolgen/runtime"
)

// typingPause is how long the user must not have typed before a key answers a question, so that a question that appears
// while the user types is not answered by accident.
const typingPause = 700 * time.Millisecond

// maxShownArgs is the maximum length of the arguments of a call without a preview, in bytes.
const maxShownArgs = 4000

// ask adds a question.
func (s *state) ask(m askMessage) {
	s.questions = append(s.questions, m)
	if len(s.questions) == 1 {
		s.showQuestion()
	}
}

// showQuestion prints what the first call that waits would do.
func (s *state) showQuestion() {
	r := &s.questions[0].request
	text := bold.Render(markdown.Clean(r.ToolName))
	if r.Preview != "" {
		text += "\n" + markdown.Diff(r.Preview)
	} else {
		text += "\n" + shownArgs(r.Args)
	}
	if r.PreviewPartial {
		text += "\n" + faint.Render("[this preview is not complete]")
	}
	if !isExplained(r) {
		text += "\n" + faint.Render(s.wrap("approval is needed: "+spaced(r.Why)))
	}
	s.print(text)
}

// isExplained reports whether the preview says why approval is needed, or there is no reason.
func isExplained(r *runtime.ApprovalRequest) bool {
	for why := range strings.SplitSeq(r.Why, "; ") {
		if !strings.Contains(r.Preview, why) {
			return false
		}
	}
	return true
}

// shownArgs returns arguments with an indent, and says if they are not complete.
func shownArgs(args json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, args, "", "  ") != nil {
		b.Reset()
		b.Write(args)
	}
	text := b.String()
	if len(text) > maxShownArgs {
		text = strings.ToValidUTF8(text[:maxShownArgs], "") + fmt.Sprintf("\n[%d more bytes]", len(text)-maxShownArgs)
	}
	return markdown.Clean(text)
}

// question returns the question for the user, with the keys that answer it.
func question(q *askMessage) string {
	name := markdown.Clean(q.request.ToolName)
	text := "Allow " + name + "?  [y]es  [n]o  no with a [r]eason"
	if q.always != nil {
		return text + "  [a]lways: all further calls of " + name + " until you leave"
	}
	return text
}

// answerQuestion handles a key that answers the first question. Other keys do nothing.
func (s *state) answerQuestion(key string) tea.Cmd {
	q := s.questions[0]
	switch {
	case key == "y":
		s.decide(runtime.Decision{Approved: true}, "yes")
	case key == "a" && q.always != nil:
		q.always()
		s.decide(runtime.Decision{Approved: true}, "yes, always")
	case key == "n" || key == "esc":
		s.decide(runtime.Decision{Reason: "the user said no"}, "no")
	case key == "r":
		s.isExplaining = true
		s.reason.Reset()
		return s.reason.Focus()
	}
	return nil
}

// explain handles a key while the user writes why a call is refused.
func (s *state) explain(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc":
		s.isExplaining = false
	case "enter":
		s.isExplaining = false
		if reason := strings.TrimSpace(s.reason.Value()); reason != "" {
			s.decide(runtime.Decision{Reason: "the user said no: " + reason}, "no: "+reason)
		} else {
			s.decide(runtime.Decision{Reason: "the user said no"}, "no")
		}
	default:
		return s.updateInput(key)
	}
	return nil
}

// decide answers the first question and shows the next one.
func (s *state) decide(d runtime.Decision, shown string) {
	q := s.questions[0]
	q.answer <- d
	s.print(bold.Render(s.wrap("Allow " + markdown.Clean(q.request.ToolName) + "? " + markdown.Clean(shown))))
	if s.questions = s.questions[1:]; len(s.questions) > 0 {
		s.showQuestion()
	}
}

// dropQuestions refuses all calls that wait, because the work has ended.
func (s *state) dropQuestions() {
	for _, q := range s.questions {
		q.answer <- runtime.Decision{}
	}
	s.questions, s.isExplaining = nil, false
}

// viewQuestion returns the rows of the first question.
func (s *state) viewQuestion() string {
	if s.isExplaining {
		return s.reason.View() + "\n" + faint.Render(s.wrap("Enter sends it to the model; Esc goes back"))
	}
	return bold.Render(s.wrap(question(&s.questions[0])))
}
