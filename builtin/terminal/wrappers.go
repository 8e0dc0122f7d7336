package terminal

import (
	"slices"

	"github.com/toolgen/toolgen/internal/shell"
)

// asOtherUser is the danger of a program that changes the user.
const asOtherUser = "runs as another user"

// unwrap removes assignments and one wrapper, such as sudo, from a command. It
// returns the wrapped command, the danger of the wrapper, if any, and whether
// the command has a wrapper.
func unwrap(words []string) (inner []string, danger string, ok bool) {
	inner, wrapper := shell.Unwrap(words)
	if wrapper == nil {
		return inner, "", false
	}
	if wrapper.OtherUser {
		danger = asOtherUser
	}
	if wrapper.AppendsInput && inner != nil {
		inner = append(slices.Clip(inner), unknown+"/")
	}
	return inner, danger, true
}

// unwrapAll removes assignments and all wrappers from a command.
func unwrapAll(words []string) []string {
	for range maxDepth {
		inner, _, ok := unwrap(words)
		if words = inner; !ok {
			break
		}
	}
	return words
}
