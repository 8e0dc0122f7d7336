// Package values compares the sets of JSON values that two JSON Schemas accept.
//
// Parse reads a schema of draft 2020-12 with the keywords that toolgen emits.
// Comparison.Includes reports whether every value of one schema is a value of the
// other, and Comparison.Narrowings lists what one schema accepts and the other
// does not, by the path in the value.
//
// The comparison is sound: if Includes returns true, each value that the first
// schema accepts is accepted by the second. If it returns false, such a value
// exists or the comparison found no proof. It finds a proof for all schemas that
// only differ in their form, such as a list of one value and a constant. The
// limits are: two regular expressions or two formats are equal only if their texts
// are equal, and so are two schemas of the keyword not.
//
// A schema is the union of atoms. An atom has values of one JSON type. The schemas
// of the parts of a value are evaluated when they are needed, so that a schema can
// refer to itself.
//
// Parsed schemas do not change. A Comparison must not be used concurrently.
package values
