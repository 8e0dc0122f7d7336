// Package file has the tools that read, write and patch single files:
// read_file, write_file and patch_file.
//
// Paths flow in, relative to the turn's working directory, and texts flow out.
// Files are reached through capabilities alone, so that policy and the backend
// decide what there is. Whatever is read is content of others: results are
// marked as untrusted.
//
// A line ends with a line feed, which belongs to it; what follows the last one
// is a line if it is not empty. So "a\nb" and "a\nb\n" have two lines, and an
// empty file has none. Carriage returns and byte order marks are ordinary
// characters, and stay.
//
// read_file opens attachments of the turn too, by "attachment:" and the id. It
// declares them, so a program that offers the tool configures their backend;
// attachments.New(nil).Open has no state and no options, and serves a turn
// without attachments as well.
//
// # Stale writes
//
// Whoever has read a file, even a part of it, must not overwrite what others
// made of it since: write_file then fails with STALE_WRITE until the session
// has read the file again. The backend of the files notices this for every
// tool that opens one; read_file and write_file also note the time of change in
// the session, which a look at the file by another tool, such as a search,
// does not renew. patch_file changes what it finds, at the moment it finds it,
// and so works on a changed file, but does not make it count as read.
//
// Calls of one batch that write the same file run in their order when the
// paths mean the same: "a.txt" and "./a.txt" do, a symbolic link or an
// absolute path beside a relative one do not.
//
// The tools keep no state of their own and are safe for concurrent use.
package file
