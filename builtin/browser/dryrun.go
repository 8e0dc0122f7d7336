package browser

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// describeCall returns the text of a dry run for a call that needs an open
// page.
func (b *Browser) describeCall(call *runtime.Call, text string) (string, error) {
	id, err := sessionID(call)
	if err != nil {
		return "", err
	}
	if _, err := b.session(id); err != nil {
		return "", err
	}
	return text, nil
}

// describeElementCall returns the text of a dry run for a call about an
// element, whose reference and label are written between before and after.
func (b *Browser) describeElementCall(call *runtime.Call, reference, before, after string) (string, error) {
	id, err := sessionID(call)
	if err != nil {
		return "", err
	}
	s, err := b.session(id)
	if err != nil {
		return "", err
	}
	e, err := s.find(reference)
	if err != nil {
		return "", err
	}
	return before + "@" + strings.TrimPrefix(reference, "@") + " " + e.label + after, nil
}
