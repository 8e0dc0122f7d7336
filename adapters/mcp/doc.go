// Package mcp connects registries with the Model Context Protocol (MCP), on the
// official Go SDK.
//
// A [Server] offers the tools of a registry to MCP clients, over standard input
// and output or over HTTP. One line makes a program a server:
//
//	err := mcp.ServeStdio(ctx, registry, nil)
//
// Each request runs in a turn that the application chooses ([Options.Turn]): its
// policy decides which tools the client sees and may call, in a list and in a
// call alike. Calls go through the registry's executor. A call that fails is a
// result with isError, as the protocol wants it, so that the model can correct
// itself.
package mcp
