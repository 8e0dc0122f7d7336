// Package attachments is the backend of the capability Attachments. It opens the attachments of
// a turn whose kinds the tool declares, and no others.
//
// A tool names an attachment by its id. The tool cannot see where the host stores the file:
// neither in the list, nor in the open file, nor in an error.
//
// All exported functions and methods are safe for concurrent use.
package attachments
