package serve

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// selection says which tools the command serves. Its names are those of tools and
// of toolsets.
type selection struct {
	only, exclude []string
}

// allows reports whether the tool is served.
func (s *selection) allows(tool *runtime.Tool) bool {
	return (len(s.only) == 0 || has(s.only, tool)) && !has(s.exclude, tool)
}

// has reports whether one of the names is that of the tool or of its toolset.
func has(names []string, tool *runtime.Tool) bool {
	return slices.Contains(names, tool.Name) || tool.Toolset != "" && slices.Contains(names, tool.Toolset)
}

// check returns an error for a name that no tool and no toolset has, so that a
// mistake does not open a tool.
func (s *selection) check(tools []*runtime.Tool) error {
	for _, f := range []struct {
		flag  string
		names []string
	}{{"--only", s.only}, {"--exclude", s.exclude}} {
		for _, name := range f.names {
			if !slices.ContainsFunc(tools, func(tool *runtime.Tool) bool { return has([]string{name}, tool) }) {
				return fmt.Errorf("%s: no tool and no toolset has the name %q: the command list prints the names", f.flag, name)
			}
		}
	}
	if !slices.ContainsFunc(tools, s.allows) && len(s.only)+len(s.exclude) > 0 {
		return fmt.Errorf("--only and --exclude leave no tool")
	}
	return nil
}

// visible returns the tools of the registry that are served; nil if all are.
func (s *selection) visible(registry *runtime.Registry) []*runtime.Tool {
	if len(s.only)+len(s.exclude) == 0 {
		return nil
	}
	served := []*runtime.Tool{}
	for _, tool := range registry.Tools() {
		if s.allows(tool) {
			served = append(served, tool)
		}
	}
	return served
}
