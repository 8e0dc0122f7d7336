package screen

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

const (
	// maxInputRows is how many rows of the input are visible; longer texts scroll.
	maxInputRows = 8
	// maxInputLines is the maximum number of rows of a text.
	maxInputLines = 10_000
)

// newInput returns an empty input. Enter does not add a line to it; Ctrl-J, Alt-Enter and a pasted text do.
func newInput(prompt string) textarea.Model {
	input := textarea.New()
	input.ShowLineNumbers = false
	input.EndOfBufferCharacter = ' '
	input.DynamicHeight, input.MinHeight = true, 1
	input.MaxHeight, input.MaxContentHeight, input.MaxWidth = maxInputRows, maxInputLines, 0
	input.KeyMap.InsertNewline = key.NewBinding(key.WithKeys("ctrl+j", "alt+enter", "shift+enter"))
	input.SetPromptFunc(lipgloss.Width(prompt), func(line textarea.PromptInfo) string {
		if line.LineNumber == 0 {
			return prompt
		}
		return ""
	})
	styles := input.Styles()
	styles.Focused.CursorLine, styles.Focused.Prompt = lipgloss.NewStyle(), lipgloss.NewStyle()
	input.SetStyles(styles)
	return input
}

// history has the texts of the user, and the one that is shown.
type history struct {
	texts    []string // the oldest first
	position int      // len(texts) for the new text
	draft    string   // the new text while an older one is shown
}

// add adds a text, unless it is the last one.
func (h *history) add(text string) {
	if n := len(h.texts); n == 0 || h.texts[n-1] != text {
		h.texts = append(h.texts, text)
	}
	h.position = len(h.texts)
}

// move returns the text that is so many texts newer than the one that is shown; ok is false at both ends.
func (h *history) move(shown string, by int) (text string, ok bool) {
	to := h.position + by
	if to < 0 || to > len(h.texts) {
		return "", false
	}
	if h.position == len(h.texts) {
		h.draft = shown
	}
	h.position = to
	if to == len(h.texts) {
		return h.draft, true
	}
	return h.texts[to], true
}

// recall shows an older text, if the cursor is in the first row, or a newer one, if it is in the last row. ok is false
// if the key moves the cursor instead.
func (s *state) recall(by int) (ok bool) {
	row := s.input.LineInfo()
	isFirst := s.input.Line() == 0 && row.RowOffset == 0
	isLast := s.input.Line() == s.input.LineCount()-1 && row.RowOffset >= row.Height-1
	if by < 0 && !isFirst || by > 0 && !isLast {
		return false
	}
	if text, found := s.history.move(s.input.Value(), by); found {
		s.input.SetValue(text)
		if by < 0 {
			s.input.MoveToBegin()
			s.input.CursorEnd()
		}
	}
	return true
}

// completions returns the commands that begin with the text of the input; none if it is not the beginning of a command.
func (s *state) completions() (found []Command) {
	text := s.input.Value()
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, " \n") {
		return nil
	}
	for _, c := range s.terminal.Commands {
		if strings.HasPrefix(c.Name, text) {
			found = append(found, c)
		}
	}
	return found
}

// complete extends the text of the input to what all commands that begin with it have in common.
func (s *state) complete() {
	found := s.completions()
	if len(found) == 0 {
		return
	}
	common := found[0].Name
	for _, c := range found {
		for !strings.HasPrefix(c.Name, common) {
			common = common[:len(common)-1]
		}
	}
	if len(found) == 1 {
		common += " "
	}
	s.input.SetValue(common)
}

// updateInput gives a message to the input or, while the user writes a reason, to the input for the reason.
func (s *state) updateInput(message tea.Msg) (command tea.Cmd) {
	if s.isExplaining {
		s.reason, command = s.reason.Update(message)
		return command
	}
	s.input, command = s.input.Update(message)
	return command
}
