// Package search finds text in files and lists directories: the tools
// search_files and list_files.
//
// What flows in is a capability.FS and the arguments of a call; what flows out
// is text for a model, and the same as structured content. Both tools walk a
// directory in the order of fs.WalkDir: the names of a directory sorted by
// their bytes, each directory followed by what is in it. They leave out .git
// and what .gitignore files exclude, and do not follow symbolic links.
//
// The .gitignore files that count are those from the working directory down,
// together up to 128 KiB for a directory: neither .git/info/exclude nor a
// user's own list is read. A directory that a call names is walked even if it is
// ignored itself, and .git never.
//
// Whatever is in the files, memory stays bounded: files are read in blocks,
// lines are shown in part, results are limited to what fits into the call's
// budget, and each says what was left out and why. A list grows level by level,
// so that the upper levels are whole when it ends early.
//
// A search reads files in several goroutines, all of which have ended when it
// returns. Everything is safe for concurrent use.
package search

//go:generate go tool toolgen .
