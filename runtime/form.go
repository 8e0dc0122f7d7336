package runtime

import "github.com/toolgen/toolgen/internal/wire"

// The versions of the JSON forms that this package writes and reads. A form whose
// meaning changes gets another version; the old version is then an error, or is read
// by code of its own.
const (
	toolCallVersion   = 1
	callResultVersion = 1
	policyVersion     = 1
	progressVersion   = 1
	logVersion        = 1
	snapshotVersion   = 1
)

// FormError is the error of a JSON text that is not the form of the type that was to
// be read. Its fields are Problem, what is wrong; Member, the path of the member, such
// as "files.read[2]", or empty for the whole text; for [FormVersion], Found and Want,
// the version in the text and the one that this program reads; Detail, which completes
// the message; and Cause, the error of a type that has a form of its own. Text that is
// not JSON at all may be a *json.SyntaxError instead, because encoding/json checks it
// first.
type FormError = wire.Error

// FormProblem is what is wrong with a JSON text; see [FormError].
type FormProblem = wire.Problem

// The problems of a [FormError].
const (
	// FormSyntax: the text is not one JSON value in valid UTF-8.
	FormSyntax = wire.ProblemSyntax
	// FormVersion: the version is not the one that this program reads.
	FormVersion = wire.ProblemVersion
	// FormUnknown: the form has no such member.
	FormUnknown = wire.ProblemUnknown
	// FormMissing: a required member is missing.
	FormMissing = wire.ProblemMissing
	// FormTwice: a member is given twice.
	FormTwice = wire.ProblemTwice
	// FormNull: the value is null, which no form uses.
	FormNull = wire.ProblemNull
	// FormValue: the value has another type, or is not one of those allowed.
	FormValue = wire.ProblemValue
)

// wrongForm is the error of a member whose value is not allowed.
func formValueError(member, detail string) error {
	return &FormError{Problem: FormValue, Member: member, Detail: detail}
}
