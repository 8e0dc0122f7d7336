package model

import "go/token"

// Position is a position in the author's source. Columns count bytes from 1. The
// zero value means that there is no position.
type Position = token.Position

// Span is a range of the author's source. It does not include End.
type Span struct{ Start, End Position }
