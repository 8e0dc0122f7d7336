// Package attachments is the backend of the capability Attachments: it opens what
// came in with the turn, of the kinds that the tool declared, and nothing else.
//
// A tool names an attachment by its id. Where the host keeps the file it never
// learns: neither from a listing, nor from the open file, nor from an error.
package attachments
