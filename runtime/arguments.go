package runtime

import (
	"errors"
	"strings"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decode reads the arguments with the worker's decoder and has the author's
// Validate look at them. The error is a *arguments.Error, or a Validate error
// joined to one.
func (c *Call) decode(d *decode.D, o *Options) error {
	if c.tooLong != nil {
		d = c.tooLong
	} else {
		d.ResetString(c.text, o.decoding(c.tool))
	}
	if c.tool.Decode != nil {
		c.args = c.tool.Decode(d)
	} else if !isEmpty(c.text) {
		decodeNothing(d)
	}
	c.repairs = d.Repairs()
	err := d.Err(c.tool.Name)
	if err == nil && c.tool.Check != nil {
		if own := c.tool.Check(c.args); own != nil {
			err = refusedBy(c.tool.Name, own)
		}
	}
	if err != nil {
		showExample(err, c.tool.Examples)
	}
	return err
}

// showExample shows the first of a tool's examples, which the generator has
// checked, to a model whose arguments were refused.
func showExample(err error, examples []string) {
	var refused *arguments.Error
	if len(examples) > 0 && errors.As(err, &refused) {
		refused.Example = examples[0]
	}
}

// nothing describes the arguments of a tool without any.
var nothing = decode.Type{Kind: decode.KindStruct}

// decodeNothing accepts an object without members only.
func decodeNothing(d *decode.D) {
	decode.Arguments(d, &nothing, func(d *decode.D, i int, _ *struct{}) int {
		_, end, _ := d.Object(i, &nothing)
		return end
	})
}

// isEmpty recognizes arguments without members in the forms that models write
// them; other forms are left to the decoder.
func isEmpty(args string) bool { return args == "" || args == "{}" || args == "null" }

// decoding is how the arguments of the tool are read.
func (o *Options) decoding(tool *Tool) decode.Options {
	return decode.Options{MaxBytes: o.maxArgumentBytes(), NoRepair: tool.NoRepair}
}

// invalid is the failed result for arguments that were refused.
func invalid(err error) Result {
	result := Result{Code: InputInvalid, Error: err.Error(), Cause: err}
	var decoded *arguments.Error
	if errors.As(err, &decoded) && len(decoded.Problems) > 0 {
		result.Field = decoded.Problems[0].Path
	}
	return result
}

// refusedBy turns the error of an author's Validate into the form of the
// decoder's. An *Error in it names its field.
func refusedBy(tool string, err error) error {
	list := &arguments.Error{Tool: tool}
	for _, part := range parts(nil, err) {
		problem := arguments.Problem{Code: arguments.CodeRefused, Message: part.Error()}
		var own *Error
		if errors.As(part, &own) {
			problem.Path = own.Field
			problem.Message = strings.TrimPrefix(problem.Message, own.Field+": ") // the list names it
		}
		list.Problems = append(list.Problems, problem)
	}
	list.Total = len(list.Problems)
	return list
}

// parts appends the parts of an errors.Join, or else the error itself. What
// distinguishes a join from other errors that wrap several is its text: that
// of its parts, one to a line.
func parts(dst []error, err error) []error {
	join, ok := err.(interface{ Unwrap() []error })
	if !ok || err.Error() != joined(join.Unwrap()) {
		return append(dst, err)
	}
	for _, part := range join.Unwrap() {
		dst = parts(dst, part)
	}
	return dst
}

func joined(errs []error) string {
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "\n")
}
