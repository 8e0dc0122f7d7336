// Package annotations is the vocabulary of //tool: directives and its parser.
//
// The vocabulary is one table: what each directive is called, where it may
// stand, what arguments it takes, what it means and who honours it. [All] and
// [Lookup] read it, [Text] and [Markdown] print it. Parsing, "did you mean"
// and the documentation come from nothing else.
//
// [Parse] reads the directives of one parsed file. A syntax tree with comments
// flows in; out flow the declarations that carry directives, as plain data, and
// everything that is wrong with them: nothing that starts like a directive
// without being a good one goes unreported. [Package] unites what the files of
// a package say about the package as a whole.
//
// Directives are Go's own directive comments, as [ast.ParseDirective] reads
// them, and so no part of the documentation that go doc shows:
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
// The table never changes, and all functions are safe for concurrent use as
// long as no syntax tree is changed meanwhile.
package annotations
