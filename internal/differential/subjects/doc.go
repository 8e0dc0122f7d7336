// Package subjects has tools whose generated decoders are compared with an
// independent validator of their schemas and with encoding/json. They have every kind
// of type in every position, every constraint, defaults, aliases, unions and recursion.
// The functions do nothing. Strings with a special form have examples in their tags,
// from which the random documents are made.
package subjects
