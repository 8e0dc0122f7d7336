// Package kv is the backend of the capability KV. It keeps values under keys; each tool uses
// the scope that it declares.
//
// A [Store] keeps the values in memory or in a directory. In a directory every value is a file
// that is replaced as a whole. A crash at any point, also by kill -9, therefore leaves the old
// value or the new one, and several processes can share a directory. The directory of a scope is
// named after a hash of the scope's name, so that no name can lead into another scope.
//
// All exported functions and methods are safe for concurrent use.
package kv
