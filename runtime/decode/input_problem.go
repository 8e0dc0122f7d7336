package decode

// maxSchemaProblems is the maximum number of problems that are stored. Further
// problems are counted.
const maxSchemaProblems = 100

// location is the path to a value in a schema document: the last step of the path,
// and the location that contains the value. The location of the root is nil.
type location struct {
	up   *location
	step pathStep
}

// member returns the location of a member.
func (p *location) member(name string) *location { return &location{p, pathStep{name: &name}} }

// item returns the location of an item.
func (p *location) item(n int) *location { return &location{p, pathStep{index: n}} }

// pointer returns the location as a JSON Pointer.
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
