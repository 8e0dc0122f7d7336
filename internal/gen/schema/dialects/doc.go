// Package dialects writes the definitions of tools in the form that each model
// provider accepts.
//
// Its input is tools of package model, its output is the JSON of their definitions
// and of the schemas of their arguments. The rules of the dialects are data: the
// table in keywords.go has a row for each keyword, and rules.go has the rules for
// objects, maps, recursion and limits. docs/dialects.md documents them for users,
// with the source of each rule.
//
// What a dialect cannot express is never dropped without notice. The package
// rewrites it to another form that the generated decoder also accepts, or moves it
// to the description, or refuses it with a *Refusal that has its position. It
// reports all refusals of a tool together, joined by errors.Join.
//
// The order of keywords and properties is that of package schema, because it
// matters to models and to prompt caches.
//
// The package has no state. Its functions are safe for concurrent use if nothing
// changes the model at the same time.
package dialects
