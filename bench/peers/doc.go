// Package peers holds what toolgen is compared with, each used as its own
// documentation uses it, over the same bytes, structs and schemas of package
// shapes.
//
// A [Peer] is set up once, with New; that is not measured. What is measured is
// one [Call]: from the text of the arguments to a fresh struct ([Decodes]), to
// a verdict ([Judges]), or through the typed function to the text of its
// answer ([Invokes]). The tests check that every call does what it is said to
// do, and how much each peer refuses.
package peers
