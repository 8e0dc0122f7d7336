// Package annotations is the vocabulary of //tool: directives and its parser.
//
// The vocabulary is one table: the name of each directive, the declarations that
// it may be on, its arguments, its meaning and what enforces it. [All] and
// [Lookup] return its rows, [Text] and [Markdown] print it. The parser, its
// suggestions and the documentation use this table only.
//
// [Parse] reads the directives of one file. Its input is a syntax tree with
// comments. It returns the declarations that have directives, as plain data, and
// a [Diagnostic] for each problem: a comment that looks like a directive is
// either a valid directive or reported. [Package] combines the directives that
// the files of a package have for the package as a whole.
//
// Directives are directive comments of Go, as [ast.ParseDirective] reads them.
// They are not part of the documentation that go doc shows:
//
//	// Search finds notes that contain all the given words.
//	//
//	//tool:register search_notes
//	//tool:timeout 30s
//	func Search(ctx context.Context, args SearchArgs) ([]Note, error)
//
// Arguments are words and quoted strings. In key=value the quotes are around
// the whole argument or around the value: reason="sends mail".
//
// The table never changes. All functions are safe for concurrent use if nothing
// changes the syntax tree at the same time.
package annotations
