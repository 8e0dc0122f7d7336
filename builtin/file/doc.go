// Package file has the tools that read, write and patch single files:
// read_file, write_file and patch_file.
//
// A path is relative to the turn's working directory. The tools access files
// only through capabilities, so the policy and the backend decide which files
// they can access. The content of a file is untrusted, and the results are
// marked as untrusted.
//
// A line includes its line feed. The text after the last line feed is a line if
// it is not empty: "a\nb" and "a\nb\n" have two lines, and an empty file has
// none. Carriage returns and byte order marks are ordinary characters of a line.
//
// read_file also opens the attachments of the turn, by "attachment:" and the id.
// It declares the capability, so a program with this tool must configure a
// backend for attachments. attachments.Backend has no state and no options, and
// also works for turns without attachments.
//
// # Stale writes
//
// If a session has read a file or a part of it, and the file has changed since
// then, write_file fails with STALE_WRITE until the session reads the file
// again. The backend of the files checks this for every tool that opens a file.
// In addition, read_file and write_file record the modification time in the
// session; another tool that opens the file, such as a search, does not update
// this record. patch_file replaces a text that it finds at the time of the call,
// so it also works on a changed file, but the file then does not count as read.
//
// The calls of one batch that write the same file run in their order if their
// paths are equal after cleaning: "a.txt" and "./a.txt" are equal. A symbolic
// link, or an absolute and a relative path, are not.
//
// The tools have no state and are safe for concurrent use.
package file
