// Package search has the tools search_files, which finds text in files, and
// list_files, which lists directories.
//
// The input is a capability.FS and the arguments of a call. The output is text
// for a model, and the same data as structured content. Both tools walk a
// directory in the order of fs.WalkDir: the names in a directory are sorted by
// their bytes, and the content of a subdirectory follows its name. The tools
// leave out .git and the files that .gitignore files exclude. They do not follow
// symbolic links.
//
// The tools read .gitignore files in the working directory and below, up to a
// total of 128 KiB for one directory. They do not read .git/info/exclude or the
// user's global list. A directory that a call names is walked even if it is
// ignored. A directory named .git is never walked.
//
// Memory is bounded for all files: files are read in blocks, long lines are cut,
// results are limited to the call's budget, and each result says what was left
// out and why. A list grows level by level, so that the upper levels are
// complete if the list ends early.
//
// A search reads files in several goroutines, which have ended when it returns.
// All functions are safe for concurrent use.
package search

//go:generate go tool toolgen .
