package main

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is the time without events after which a save is complete: editors write a file
// in several steps. A change of many files is complete after maxQuiet at the latest.
const (
	quiet    = 10 * time.Millisecond
	maxQuiet = 500 * time.Millisecond
)

// next waits for changes, and returns their names and the time of the first one; nil
// means that events were lost. It reports false when the channel done is closed.
func (w *watch) next(done <-chan struct{}) (changed []string, began time.Time, ok bool) {
	var names changes
	var complete <-chan time.Time
	for {
		select {
		case <-done:
			return nil, began, false
		case err := <-w.source.Errors: // the system has lost events
			w.printError(err)
			names.lost = true
		case event := <-w.source.Events:
			if !names.add(event) {
				continue
			}
		case <-complete:
			w.follow(names.names)
			return names.all(), began, true
		}
		if began.IsZero() {
			began = time.Now()
		}
		complete = time.After(min(quiet, maxQuiet-time.Since(began)))
	}
}

// pending returns the changes that have already happened.
func (w *watch) pending() (changed []string, ok bool) {
	var names changes
	for {
		select {
		case event := <-w.source.Events:
			names.add(event)
		case err := <-w.source.Errors:
			w.printError(err)
			names.lost = true
		case <-time.After(time.Millisecond):
			return names.names, names.lost || len(names.names) > 0
		}
	}
}

// follow watches the directories that are new.
func (w *watch) follow(changed []string) {
	for _, name := range changed {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if err := w.add(name); err != nil {
				w.printError(err)
			}
		}
	}
}

// changes are the names of files and directories that changed.
type changes struct {
	names []string
	// lost is set if there are changes without a name.
	lost bool
}

// moduleFiles are the files that decide which modules and packages there are.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum"}

// add stores the name of an event. It reports false for a file that generated files do
// not depend on.
func (c *changes) add(event fsnotify.Event) bool {
	name := filepath.Base(event.Name)
	extension := filepath.Ext(name)
	isSource := extension == ".go" || extension == ".md" || slices.Contains(moduleFiles, name)
	// Only a directory or a file without meaning has another name.
	isDir := !isSource && event.Op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0 && extension == ""
	if !isWatched(name) || event.Op == fsnotify.Chmod || !isSource && !isDir {
		return false
	}
	if !slices.Contains(c.names, event.Name) {
		c.names = append(c.names, event.Name)
	}
	return true
}

// all returns the names, or nil if not all names are known.
func (c *changes) all() []string {
	if c.lost {
		return nil
	}
	return c.names
}
