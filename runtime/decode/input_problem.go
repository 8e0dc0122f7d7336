package decode

// maxSchemaProblems is the number of problems that are kept; further ones are
// counted.
const maxSchemaProblems = 100

// location is a position in a schema document: the last step of the way from the
// root, which is nil.
type location struct {
	up   *location
	step pathStep
}

// member returns the place of a member.
func (p *location) member(name string) *location { return &location{p, pathStep{name: &name}} }

// item returns the place of an item.
func (p *location) item(n int) *location { return &location{p, pathStep{index: n}} }

// pointer writes the place as a JSON Pointer.
func (p *location) pointer() string {
	var steps path
	for ; p != nil; p = p.up {
		steps = append(steps, p.step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps.pointer()
}
