package runtime

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/toolgen/toolgen/internal/measure"
)

// checkTool returns an error if the tool cannot be registered.
func checkTool(tool *Tool) error {
	switch {
	case tool == nil:
		return errors.New("runtime: the tool is nil")
	case !isPortable(tool.Name):
		return fmt.Errorf("runtime: the tool name %q is not portable: use a letter or underscore, then up to 63 letters, digits, underscores and hyphens", measure.Clip(tool.Name, maxNameLength))
	case tool.Invoke == nil:
		return fmt.Errorf("runtime: the tool %s has no Invoke", tool.Name)
	case tool.MaxResultChars < 0:
		return fmt.Errorf("runtime: the tool %s has a negative MaxResultChars", tool.Name)
	case tool.Retry != nil && (tool.Retry.Count < 0 || tool.Retry.Backoff < 0):
		return fmt.Errorf("runtime: the tool %s has a Retry with a negative Count or Backoff", tool.Name)
	case tool.Retry != nil && tool.Retry.Count > 0 && !tool.Hints.Idempotent:
		return fmt.Errorf("runtime: the tool %s has a Retry, but is not idempotent: a call that failed may have had its effect; set Hints.Idempotent or remove Retry", tool.Name)
	case len(tool.Serialize) > 0 && tool.Key == nil:
		return fmt.Errorf("runtime: the tool %s names arguments in Serialize, but has no Key", tool.Name)
	case tool.Cache != nil && tool.Cache.TTL < 0:
		return fmt.Errorf("runtime: the tool %s has a Cache with a negative TTL", tool.Name)
	case tool.Exclusive && tool.Concurrent:
		return fmt.Errorf("runtime: the tool %s is both Exclusive and Concurrent: it cannot run alone and next to other calls; set one of them", tool.Name)
	case tool.ShutdownKey != nil && !reflect.ValueOf(tool.ShutdownKey).Comparable():
		return fmt.Errorf("runtime: the tool %s has a ShutdownKey that cannot be compared (%T); use a pointer", tool.Name, tool.ShutdownKey)
	}
	return nil
}

// maxNameLength is the maximum length in bytes of a name that all model
// providers accept.
const maxNameLength = 64

// The bytes of portable names, as bit sets: nameDigits has the bytes below 64,
// which must not be the first byte, and nameLetters has the bytes from 64 on.
const (
	nameDigits  = uint64(1<<'-' | (1<<10-1)<<'0')
	nameLetters = uint64((1<<26-1)<<('A'-64) | 1<<('_'-64) | (1<<26-1)<<('a'-64))
)

// isPortable reports whether all model providers accept the name for a tool: a
// letter or underscore, then letters, digits, underscores and hyphens.
func isPortable(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 64 && nameLetters>>(c-64)&1 != 0: // a shift by 64 or more gives 0
		case c >= 64 || i == 0 || nameDigits>>c&1 == 0:
			return false
		}
	}
	return name != "" && len(name) <= maxNameLength
}
