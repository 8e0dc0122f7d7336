// Package bench compares toolgen with other libraries that decode the arguments of
// tool calls or execute calls. Package shapes has three tools and their arguments,
// package peers the libraries, and packages comparisons and search have comparisons
// of the runtime and of file search. cmd/table measures them. Package protocol compares
// MCP servers, and package additions measures what adapters add to a program;
// cmd/adapters prints their tables.
package bench

//go:generate go tool easyjson -no_std_marshalers shapes/args.go
//go:generate go tool toolgen ./...
