// Package subjects has tools whose generated decoders are compared with an
// independent validator of their schemas and with encoding/json: every kind of
// type in every place, every constraint, defaults, aliases, unions, recursion.
// The functions do nothing. Texts with a form of their own carry examples in
// their tags, which the comparison starts from.
package subjects
