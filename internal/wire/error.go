package wire

import (
	"errors"
	"strconv"
	"strings"
)

// Problem says what is wrong with a text that cannot be read.
type Problem string

// The problems of a text.
const (
	// ProblemSyntax means that the text is not one JSON value in valid UTF-8.
	ProblemSyntax Problem = "syntax"
	// ProblemVersion means that the version is not the one that this program reads.
	ProblemVersion Problem = "version"
	// ProblemUnknown means that the form has no such member.
	ProblemUnknown Problem = "unknown"
	// ProblemMissing means that a required member is missing.
	ProblemMissing Problem = "missing"
	// ProblemTwice means that a member is repeated.
	ProblemTwice Problem = "twice"
	// ProblemNull means that the value is null, which no form uses.
	ProblemNull Problem = "null"
	// ProblemValue means that the value has another type, or is not an allowed one.
	ProblemValue Problem = "value"
)

// text returns the predicate of an error message; the subject is the member or the text.
func (p Problem) text() string {
	switch p {
	case ProblemSyntax:
		return "is not one JSON value in valid UTF-8"
	case ProblemVersion:
		return "has a version that this program does not read"
	case ProblemUnknown:
		return "is unknown"
	case ProblemMissing:
		return "is missing"
	case ProblemTwice:
		return "is given twice"
	case ProblemNull:
		return "must not be null"
	case ProblemValue:
		return "has a value that is not allowed"
	}
	return ""
}

// Error is the error of a text that cannot be read.
type Error struct {
	// Problem says what is wrong.
	Problem Problem
	// Member is the path of the member, such as "files.read[2]"; it is empty if the error is
	// about the whole text.
	Member string
	// Found and Want are set for ProblemVersion: the version in the text and the one that this
	// program reads. Found is zero if the version is not an integer.
	Found, Want int
	// Detail is added to the message, such as "want a string"; it can be empty.
	Detail string
	// Cause is the error of a type that does not use this package for its form; otherwise it is
	// nil.
	Cause error
}

// Error returns the problem, its location and the expected form.
func (e *Error) Error() string {
	subject := "the text"
	if e.Member != "" {
		subject = "member " + strconv.Quote(e.Member)
	}
	text := "JSON form: " + subject + " " + e.Problem.text()
	if e.Problem == ProblemVersion {
		text += ": want " + strconv.Itoa(e.Want)
		if e.Found != 0 {
			text += ", got " + strconv.Itoa(e.Found)
		}
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// valueError returns the error of a value that is not the expected one.
func valueError(detail string) error { return &Error{Problem: ProblemValue, Detail: detail} }

// withMember adds the name of a member, or "[index]", to the front of the path of an error.
func withMember(name string, err error) error {
	inner := new(Error)
	if !errors.As(err, &inner) {
		return &Error{Problem: ProblemValue, Member: name, Detail: err.Error(), Cause: err}
	}
	outer := *inner
	switch {
	case inner.Member == "":
		outer.Member = name
	case strings.HasPrefix(inner.Member, "["):
		outer.Member = name + inner.Member
	default:
		outer.Member = name + "." + inner.Member
	}
	return &outer
}
