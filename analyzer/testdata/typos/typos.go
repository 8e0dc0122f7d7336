// Package typos has misspelt directives.
package typos

import _ "example.com/tools/elsewhere"

// want +2 `looks like a directive`

// tool:register
func Look() {}

// want +4 `there is no directive //tool:regster; did you mean`

// Ping answers.
//
//tool:regster
func Ping() {}
