package emit

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// pointer returns the expression for the pointer to the struct.
func (s *structReader) pointer() string {
	if s.part == "" {
		return s.names.local("v")
	}
	return "&" + s.names.local("v") + s.part
}

// fieldVariable returns the variable for a field of the struct.
func (s *structReader) fieldVariable(field *model.Field) variable {
	path := s.from(s.names.local("v")+s.part, field)
	return variable{address: "&" + path, value: path}
}

// from returns the expression for a field of a variable.
func (s *structReader) from(variable string, field *model.Field) string {
	for _, step := range field.Path {
		variable += "." + step.Name
	}
	return variable
}

// embeddedPointers returns the embedded pointers in the path to a field, with the
// types that they point to.
func (s *structReader) embeddedPointers(field *model.Field) (paths []string, types []*model.Type) {
	if !slices.ContainsFunc(field.Path, func(step model.Step) bool { return step.Allocate != nil }) {
		return nil, nil
	}
	path := s.names.local("v") + s.part
	for _, step := range field.Path {
		path += "." + step.Name
		if step.Allocate != nil {
			paths, types = append(paths, path), append(types, step.Allocate)
		}
	}
	return paths, types
}

// allocations returns statements that allocate the embedded pointers in the path
// to a field.
func (s *structReader) allocations(field *model.Field) []code {
	var lines []code
	paths, types := s.embeddedPointers(field)
	for i, path := range paths {
		lines = append(lines, block(s.line("if %s == nil", path), s.line("%s = new(%s)", path, s.goType(types[i].Go))))
	}
	return lines
}
