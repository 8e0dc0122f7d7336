// Package migrate rewrites tools that are written for another library as functions with
// //tool: directives.
//
// Its input is package patterns, its output the new contents of files, the tools that
// were rewritten, and the registrations that a person must look at. It changes a tool
// only if it is sure: the rewritten package compiles, and the function does the same. It
// writes no files.
package migrate
