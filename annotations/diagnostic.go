package annotations

import "github.com/toolgen/toolgen/internal/gen/diag"

// Diagnostic is one problem that [Parse] or [Package] finds. Its fields are
//
//   - Pos and End, of type token.Position: where the problem begins, and the
//     position after it. Columns count bytes from 1.
//   - Code, a [Code].
//   - Message, a text for people: what is wrong, and what was expected.
//   - Fix, a text for people: how to fix the problem; it may be empty.
//   - Related, of type [Related]: other positions that are part of the problem.
//   - Edits, of type [Edit]: changes of the source that make the fix. It is
//     empty when the author has to decide.
//
// The zero value is a problem without a position, code or text.
type Diagnostic = diag.Diagnostic

// Code identifies a kind of problem, such as "TG1001" for an unknown directive.
// A code never changes its meaning.
type Code = diag.Code

// Related is another position that is part of a problem: Pos, and in Message a
// text about what is there.
type Related = diag.Related

// Edit replaces the source from Pos up to End, which is excluded, with Text.
type Edit = diag.Edit
