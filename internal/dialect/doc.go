// Package dialect has the forms in which the APIs of model providers take the
// definition of a tool, and the limits that the providers set for the tools of
// one request. docs/dialects.md names the sources of the limits.
package dialect
