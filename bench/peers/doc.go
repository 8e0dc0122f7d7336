// Package peers has toolgen and the libraries that it is compared with, each used as in
// its documentation, with the same bytes, structs and schemas of package shapes.
//
// New sets up a [Peer]; this is not measured. A [Call] is measured: it validates the
// text of the arguments ([Validates]), decodes it to a new struct ([Decodes]), or calls
// the typed function and returns its result ([Invokes]). The tests check the results of
// every call, and which bad calls each peer refuses.
package peers
