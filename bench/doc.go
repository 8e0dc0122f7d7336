// Package bench is the root of the comparison of toolgen with other ways to
// read the arguments of a tool call, and to run calls. Package shapes holds
// three tools and what they are called with, package peers what reads them,
// package contests what the runtime is compared in, and cmd/table measures.
package bench

//go:generate go tool easyjson -no_std_marshalers shapes/args.go
//go:generate go tool toolgen ./...
