package browser

import (
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// describe is the text of a dry run, for calls that need an open page.
func (b *Browser) describe(call *runtime.Call, text string) (string, error) {
	id, err := sessionID(call)
	if err != nil {
		return "", err
	}
	if _, err := b.session(id); err != nil {
		return "", err
	}
	return text, nil
}

// describeAt is the text of a dry run about an element, which stands between
// before and after.
func (b *Browser) describeAt(call *runtime.Call, reference, before, after string) (string, error) {
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
	return before + "@" + strings.TrimPrefix(reference, "@") + " " + e.shown + after, nil
}
