package runtime

import (
	"errors"
	"fmt"
	"reflect"
)

// checkTool says what makes the tool unfit for registration.
func checkTool(tool *Tool) error {
	switch {
	case tool == nil:
		return errors.New("runtime: a tool to register is nil")
	case !isPortable(tool.Name):
		return fmt.Errorf("runtime: the tool name %q is not portable: use a letter or underscore, then up to 63 letters, digits, underscores and hyphens", tool.Name)
	case tool.Invoke == nil:
		return fmt.Errorf("runtime: the tool %s has no Invoke", tool.Name)
	case tool.MaxResultChars < 0:
		return fmt.Errorf("runtime: the tool %s has a negative MaxResultChars", tool.Name)
	case tool.ShutdownKey != nil && !reflect.ValueOf(tool.ShutdownKey).Comparable():
		return fmt.Errorf("runtime: the tool %s has a ShutdownKey that cannot be compared (%T); use a pointer", tool.Name, tool.ShutdownKey)
	}
	return nil
}

// maxNameLength is the longest name, in bytes, that every provider accepts.
const maxNameLength = 64

// isPortable reports whether every model provider accepts the name of a tool:
// a letter or underscore, then letters, digits, underscores and hyphens.
func isPortable(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != "" && len(name) <= maxNameLength
}
