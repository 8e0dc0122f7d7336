// Package kv is the backend of the capability KV: values under keys, each tool in
// the scope that it declares.
//
// A [Store] keeps them, in memory or in a directory. On disk every value is a file of
// its own that is replaced as a whole, so that a crash at any point, kill -9 too,
// leaves the old value or the new one, and several processes can share a directory.
// Scopes are kept apart by directories whose names no scope can choose.
//
// Everything is safe for concurrent use.
package kv
