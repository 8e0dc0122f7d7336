// Package file has the tools for files: read_file, write_file, patch_file and
// manage_file, which moves and deletes files and undoes changes.
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
// backend for attachments. That of package attachments needs no options, and also
// works for turns without attachments.
//
// # Stale writes
//
// write_file replaces an existing file only if the session has read it or a part
// of it with read_file, or has written it with write_file, and the file has not
// changed since then. Otherwise it fails with STALE_WRITE until the session reads
// the file. A turn without a session has no such record: its calls replace any
// file. The backend of the files checks this for every tool that opens a file.
// In addition, read_file and write_file record the time of the file's last
// change in the session; another tool that opens the file, such as a search, does not update
// this record. patch_file replaces a text that it finds at the time of the call,
// so it also works on a file that was not read or has changed, but the file then
// does not count as read.
// It fails with STALE_WRITE only if the file changes during the call.
//
// The calls of one batch that write the same file run in their order if their
// paths are equal after cleaning: "a.txt" and "./a.txt" are equal. A symbolic
// link, or an absolute and a relative path, are not.
//
// # Undo
//
// A session keeps the content that its calls of write_file, patch_file and
// manage_file replaced or deleted, up to 10 MiB for a file and 64 MiB together, in the
// memory of this process. manage_file restores it, the last change first, if the file
// is still in the state after the last change; otherwise it fails with STALE_WRITE. A
// file whose content cannot be kept is not deleted.
//
// The tools have no state outside of sessions and are safe for concurrent use.
package file
