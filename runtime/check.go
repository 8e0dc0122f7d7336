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

// isPortable reports whether all model providers accept the name for a tool: a
// letter or underscore, then letters, digits, underscores and hyphens.
func isPortable(name string) bool {
	if name == "" || len(name) > maxNameLength || name[0] < 'A' {
		return false
	}
	if len(name) < 8 {
		return outsideName(shortWord(name)) == 0
	}
	outside := outsideName(wordAt(name, len(name)-8))
	for i := 0; i < len(name)-8; i += 8 {
		outside |= outsideName(wordAt(name, i))
	}
	return outside == 0
}
