// Package mcp connects registries with the Model Context Protocol (MCP), by the
// official Go SDK.
//
// A [Server] makes the tools of a registry available to MCP clients, over standard
// input and output or over HTTP. One line makes a program a server:
//
//	err := mcp.ServeStdio(ctx, registry, nil)
//
// Package serve adds the command "mcp serve" to programs with runtime/cli.
//
// Each request has a turn that the application chooses ([Options.Turn]). Its policy
// decides which tools a list has and which calls are allowed. The executor of the
// registry runs the calls. A call that fails is a result with isError, as the
// protocol requires, so that the model can correct the call.
//
// A [Bridge] makes the tools of another MCP server available as tools of this
// program. The server is untrusted.
package mcp
