package runtime

import (
	"errors"
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decodeArguments decodes the arguments with the worker's decoder, and again after
// Options.Rewrite if they are not valid. The error is a *arguments.Error.
func (c *Call) decodeArguments(d *decode.D, o *Options) error {
	if c.irregular != nil && c.irregular.tooLong != nil {
		return c.decodeWith(c.irregular.tooLong)
	}
	d.ResetString(c.text, o.decodeOptions(c.tool))
	err := c.decodeWith(d)
	if err != nil && o.Rewrite != nil && !c.tool.NoRepair && c.decodeRewritten(d, o) {
		return nil
	}
	return err
}

// decodeRewritten decodes the arguments that Options.Rewrite returns, and reports
// whether they are valid. Otherwise the call is unchanged.
//
//go:noinline
func (c *Call) decodeRewritten(d *decode.D, o *Options) bool {
	given, args, repairs := c.text, c.args, c.repairs()
	text := o.Rewrite(c.tool, given)
	if text == "" || text == given || len(text) > o.maxArgumentBytes() {
		return false
	}
	c.text = text
	d.ResetString(text, o.decodeOptions(c.tool))
	if c.decodeWith(d) != nil {
		c.text, c.args = given, args
		c.setRepairs(repairs)
		return false
	}
	rewritten := arguments.Repair{Kind: arguments.RepairRewritten, From: wording.Excerpt(given), To: wording.Excerpt(text)}
	c.setRepairs(append([]arguments.Repair{rewritten}, c.repairs()...))
	return true
}

// decodeWith decodes the text of a decoder and validates the arguments with Tool.Check.
func (c *Call) decodeWith(d *decode.D) error {
	if c.tool.Decode != nil {
		c.args = c.tool.Decode(d)
	} else if !isEmptyArguments(c.text) {
		decodeEmpty(d)
	}
	if text := d.JSON(); text != "" {
		c.text = text // reducers, approvers and the redaction of secrets need JSON
	}
	c.setRepairs(d.Repairs())
	err := d.Err(c.tool.Name)
	if err == nil && c.tool.Check != nil {
		if invalid := c.tool.Check(c.args); invalid != nil {
			err = validateError(c.tool.Name, invalid)
		}
	}
	if err != nil {
		addExample(err, c.tool.Examples)
	}
	return err
}

// addExample adds the first of a tool's examples to the error text that the
// model sees. The generator has checked that the examples are valid.
func addExample(err error, examples []string) {
	var list *arguments.Error
	if len(examples) > 0 && errors.As(err, &list) {
		list.Example = examples[0]
	}
}

// emptyType describes the arguments of a tool that takes none.
var emptyType = decode.Type{Kind: decode.KindStruct}

// decodeEmpty decodes an object and reports each member as unknown.
func decodeEmpty(d *decode.D) {
	decode.Arguments(d, &emptyType, func(d *decode.D, i int, _ *struct{}) int {
		_, end, _ := d.Object(i, &emptyType)
		return end
	})
}

// isEmptyArguments reports whether args is one of the common texts for no
// arguments. The decoder handles the other texts, such as "{ }".
func isEmptyArguments(args string) bool { return args == "" || args == "{}" || args == "null" }

// decodeOptions returns the options for decoding the arguments of the tool.
func (o *Options) decodeOptions(tool *Tool) decode.Options {
	return decode.Options{MaxBytes: o.maxArgumentBytes(), NoRepair: tool.NoRepair}
}

// invalidResult returns the failure for an error of decodeArguments.
func invalidResult(err error) Result {
	result := Result{Code: InputInvalid, Error: err.Error(), Cause: err}
	var decoded *arguments.Error
	if errors.As(err, &decoded) && len(decoded.Problems) > 0 {
		result.Field = decoded.Problems[0].Path
	}
	return result
}

// validateError converts an error of a tool's Validate method to a
// *arguments.Error. The problem of an *Error has its Field as the path.
func validateError(tool string, err error) error {
	list := &arguments.Error{Tool: tool}
	for _, part := range splitJoined(nil, err) {
		problem := arguments.Problem{Code: arguments.CodeRefused, Message: part.Error()}
		var fieldError *Error
		if errors.As(part, &fieldError) {
			problem.Path = fieldError.Field
			problem.Message = strings.TrimPrefix(problem.Message, fieldError.Field+": ") // the problem's path already names the field
		}
		list.Problems = append(list.Problems, problem)
	}
	list.Total = len(list.Problems)
	return list
}

// splitJoined appends the errors that errors.Join joined to err, or err itself,
// to dst. It recognizes a joined error by its text, which has one line for each
// error: other errors also have an Unwrap method that returns several errors.
func splitJoined(dst []error, err error) []error {
	join, ok := err.(interface{ Unwrap() []error })
	if !ok || err.Error() != joinTexts(join.Unwrap()) {
		return append(dst, err)
	}
	for _, err := range join.Unwrap() {
		dst = splitJoined(dst, err)
	}
	return dst
}

// joinTexts joins the texts of the errors as errors.Join does.
func joinTexts(errs []error) string {
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "\n")
}
