package browser

import "github.com/chromedp/cdproto/page"

// The answers to dialogs of a call; any other text is that for a prompt.
const (
	answerAccept  = "accept"
	answerDismiss = "dismiss"
)

// setAnswer sets the answer to the dialogs that the page opens until the next call.
func (s *session) setAnswer(answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// answerTo returns the answer to a dialog, and what the model reads about it. The
// text for a prompt accepts other dialogs.
func (s *session) answerTo(e *page.EventJavascriptDialogOpening) (accept bool, text, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case e.Type == page.DialogTypeAlert:
		return false, "", "closed"
	case s.answer == answerDismiss:
		return false, "", "dismissed"
	case s.answer == "":
		return false, "", "dismissed (the argument dialog of the call gives another answer)"
	case e.Type == page.DialogTypePrompt && s.answer != answerAccept:
		return true, s.answer, "answered with the given text"
	case e.Type == page.DialogTypePrompt:
		return true, e.DefaultPrompt, "accepted"
	}
	return true, "", "accepted"
}
