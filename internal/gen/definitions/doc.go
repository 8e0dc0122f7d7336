// Package definitions has only tests: the definitions of compiled tools at run
// time are equal to those that the generator prints. The tests are apart from
// package dialect because go mod tidy also adds what the tests of imported
// packages need to the go.sum of a user.
package definitions
