package mcp

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// headerKeyword is the keyword of a schema that names the HTTP header of an
// argument. Clients of version 2026-07-28 of the protocol send the argument in
// this header, too.
const headerKeyword = `"x-mcp-header"`

// updateHeaderTools registers the tools whose schemas have headerKeyword with the
// SDK, under their names. The SDK then compares the headers of a request with the
// arguments before it calls receive, and refuses differences with the status 400.
func (s *Server) updateHeaderTools() {
	var names []string
	for _, tool := range s.registry.Tools() {
		if !bytes.Contains(tool.Definition().Parameters, []byte(headerKeyword)) {
			continue
		}
		if err := s.addHeaderTool(tool); err != nil {
			if s.options.Logger != nil {
				s.options.Logger.Error("the headers of a tool are not checked", "tool", tool.Name, "error", err)
			}
			continue
		}
		names = append(names, tool.Name)
	}
	removed := slices.DeleteFunc(s.headerTools, func(name string) bool { return slices.Contains(names, name) })
	s.server.RemoveTools(removed...)
	s.headerTools = names
}

// addHeaderTool registers a tool with the SDK, which panics if the value of
// headerKeyword is not valid. Calls reach the dispatcher and not this tool.
func (s *Server) addHeaderTool(tool *runtime.Tool) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("mcp: %v", fault)
		}
	}()
	s.server.AddTool(definition(tool), s.call)
	return nil
}
