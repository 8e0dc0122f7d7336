// Package mcp has examples of MCP servers and of a program that uses other MCP
// servers. Its tests run the official inspector of MCP.
package mcp
