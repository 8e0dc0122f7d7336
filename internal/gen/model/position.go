package model

import "go/token"

// Position is where something stands in the author's source. Columns count
// bytes from 1. The zero value is nowhere.
type Position = token.Position

// Span is a stretch of the author's source, End excluded.
type Span struct{ Start, End Position }
