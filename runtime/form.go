package runtime

import "github.com/toolgen/toolgen/internal/wire"

// The versions of the JSON forms that this package writes and reads. A form
// gets a new version if the meaning of its members changes. Reading an old
// version is then an error, unless there is separate code for it.
const (
	toolCallVersion   = 1
	callResultVersion = 1
	policyVersion     = 1
	progressVersion   = 1
	logVersion        = 1
	snapshotVersion   = 1
)

// FormError is the error of a JSON text that does not have the form of the type
// being read. Problem says what is wrong. Member is the path of the member,
// such as "files.read[2]", or empty for the entire text. For [FormVersion],
// Found is the version of the text and Want the version that this program
// reads. Detail completes the message. Cause is the error of a type with its
// own form. A text that is not JSON may result in a *json.SyntaxError instead,
// because encoding/json checks the syntax first.
type FormError = wire.Error

// FormProblem says what is wrong with a JSON text; see [FormError].
type FormProblem = wire.Problem

// The problems of a [FormError].
const (
	// FormSyntax means that the text is not one JSON value in valid UTF-8.
	FormSyntax = wire.ProblemSyntax
	// FormVersion means that this program does not read the version of the
	// text.
	FormVersion = wire.ProblemVersion
	// FormUnknown means that the form does not have the member.
	FormUnknown = wire.ProblemUnknown
	// FormMissing means that a required member is missing.
	FormMissing = wire.ProblemMissing
	// FormTwice means that a member occurs twice.
	FormTwice = wire.ProblemTwice
	// FormNull means that a value is null, which no form uses.
	FormNull = wire.ProblemNull
	// FormValue means that a value has the wrong type or is not allowed.
	FormValue = wire.ProblemValue
)

// formValueError returns the error of a member whose value is not allowed.
func formValueError(member, detail string) error {
	return &FormError{Problem: FormValue, Member: member, Detail: detail}
}
