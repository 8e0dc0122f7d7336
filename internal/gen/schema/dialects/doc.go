// Package dialects writes tools down as each model provider takes them.
//
// In flow tools of package model; out flow the schema of their arguments and
// their whole definition, as text. What a dialect takes is data: the table in
// keywords.go has a row for each keyword, and rules.go what goes for objects,
// maps, recursion and limits. docs/dialects.md tells users the same, with the
// sources of each rule.
//
// Nothing that a dialect cannot express is lost silently. It is written in
// another form that the generated decoder takes back, or told in the
// description, or refused with a *Refusal that says where it comes from. All
// refusals of a tool are reported together, joined by errors.Join.
//
// The order of keywords and properties is that of package schema, because it
// matters to models and to prompt caches.
//
// The package keeps no state: its functions are safe for concurrent use, as
// long as nobody changes the model meanwhile.
package dialects
