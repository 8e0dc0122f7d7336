package decode

// maxSchemaProblems is the number of problems that are kept; further ones are
// counted.
const maxSchemaProblems = 100

// place is a position in a schema document: the last step of the way from the
// root, which is nil.
type place struct {
	up   *place
	step pathStep
}

// member returns the place of a member.
func (p *place) member(name string) *place { return &place{p, pathStep{name: &name}} }

// item returns the place of an item.
func (p *place) item(n int) *place { return &place{p, pathStep{index: n}} }

// pointer writes the place as a JSON Pointer.
func (p *place) pointer() string {
	var steps path
	for ; p != nil; p = p.up {
		steps = append(steps, p.step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps.pointer()
}
