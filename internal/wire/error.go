package wire

import (
	"errors"
	"strconv"
	"strings"
)

// Problem is what is wrong with a text that cannot be read.
type Problem string

// The problems.
const (
	// ProblemSyntax: the text is not one JSON value in valid UTF-8.
	ProblemSyntax Problem = "syntax"
	// ProblemVersion: the version is not the one that this program reads.
	ProblemVersion Problem = "version"
	// ProblemUnknown: the form has no such member.
	ProblemUnknown Problem = "unknown"
	// ProblemMissing: a required member is missing.
	ProblemMissing Problem = "missing"
	// ProblemTwice: a member is given twice.
	ProblemTwice Problem = "twice"
	// ProblemNull: the value is null, which no form uses.
	ProblemNull Problem = "null"
	// ProblemValue: the value has another type, or is not one of those allowed.
	ProblemValue Problem = "value"
)

// problemTexts complete the sentence whose subject is the member or the text.
var problemTexts = map[Problem]string{
	ProblemSyntax:  "is not one JSON value in valid UTF-8",
	ProblemVersion: "has a version that this program does not read",
	ProblemUnknown: "is unknown",
	ProblemMissing: "is missing",
	ProblemTwice:   "is given twice",
	ProblemNull:    "must not be null",
	ProblemValue:   "has a value that is not allowed",
}

// Error is the error of a text that cannot be read.
type Error struct {
	// Problem is what is wrong.
	Problem Problem
	// Member is the path of the member, such as "files.read[2]"; empty for the
	// whole text.
	Member string
	// Found and Want are, for ProblemVersion, the version in the text and the one
	// that this program reads; otherwise zero. Found is zero, too, when the version
	// is not an integer.
	Found, Want int
	// Detail completes the message, such as "want a string"; empty for nothing.
	Detail string
	// Cause is the error of a type that reads itself and does not use this package;
	// otherwise nil.
	Cause error
}

// Error says what is wrong, where, and what was expected.
func (e *Error) Error() string {
	subject := "the text"
	if e.Member != "" {
		subject = "member " + strconv.Quote(e.Member)
	}
	text := "JSON form: " + subject + " " + problemTexts[e.Problem]
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

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// wrongValue is the error of a value that is not what was expected.
func wrongValue(detail string) error { return &Error{Problem: ProblemValue, Detail: detail} }

// at adds the name of a member, or "[index]", to the front of the error's path.
func at(name string, err error) error {
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
