// Package cache remembers which inputs the generated files of a run were made
// from, so that the next run can leave out the packages whose inputs are the same.
//
// An [Entry] is what one run found: the hashes of all files that it depended on,
// and for each package the directories that it depends on. [Scan] reads the present
// hashes, and [Entry.Compare] finds the packages to generate again. A [Store] keeps
// entries in files. Contents decide, never the times of files.
package cache
