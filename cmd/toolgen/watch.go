package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// watchCommand generates again after each change of the source.
type watchCommand struct{ packages }

// Run runs the command until it is interrupted. Package kong calls it.
func (c *watchCommand) Run(s *session) (err error) {
	if s.JSON || s.GitHub || s.SARIF {
		return errors.New("watch prints lines for people; run toolgen check for output that programs read")
	}
	config := gen.Config{Dir: s.Dir, Patterns: c.patterns(), Env: s.environment(nil)}
	w, err := newWatch(s, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.source.Close()) }()
	w.generateAll()
	fmt.Fprintf(s.out, "watching; directories: %d\n", len(w.source.WatchList()))
	for {
		changed, began, ok := w.next(s.Done())
		if !ok {
			return nil
		}
		w.generate(changed, began)
	}
}

// watch generates files when their source changes.
type watch struct {
	*session
	source    *fsnotify.Watcher
	generator *gen.Incremental
	problems  []diag.Diagnostic // those that were printed last
}

// newWatch returns a watch of the directories of the main modules.
func newWatch(s *session, config gen.Config) (*watch, error) {
	dirs, err := gen.ModuleDirs(s, config)
	if err != nil {
		return nil, err
	}
	source, err := fsnotify.NewBufferedWatcher(maxEvents)
	if err != nil {
		return nil, fmt.Errorf("the system cannot watch files: %w", err)
	}
	w := &watch{session: s, source: source, generator: gen.NewIncremental(config)}
	for _, dir := range dirs {
		if err := w.add(dir); err != nil {
			return nil, errors.Join(err, source.Close())
		}
	}
	return w, nil
}

// maxEvents is the number of events that are stored during a run.
const maxEvents = 4096

// generateAll generates everything, as often as the source changes meanwhile.
func (w *watch) generateAll() {
	w.generate(nil, time.Now())
}

// generate generates the files that depend on changed files and prints one line for
// each file that it writes or removes, and the problems that are new. An error does not
// end the watch: the next change can fix it.
func (w *watch) generate(changed []string, began time.Time) {
	w.began = began
	p := w.progress("generating files")
	files, diagnostics, err := w.generator.Generate(w, changed)
	p.done()
	if w.Err() != nil {
		return
	}
	if err == nil && w.generator.Complete {
		if more, ok := w.pending(); ok { // a file changed while the go command read the packages
			w.follow(more)
			w.generate(nil, began)
			return
		}
	}
	if err == nil {
		err = writeAll(files)
	}
	if err != nil {
		w.printError(err)
		return
	}
	for _, file := range files {
		if verb, ok := verbs[file.State]; ok {
			fmt.Fprintf(w.out, "%s %s (%d ms)\n", verb, w.relative(file.Path), time.Since(began).Milliseconds())
		}
	}
	w.printProblems(diagnostics)
}

// verbs say what was done with files that were not up to date.
var verbs = map[gen.State]string{gen.Missing: "wrote", gen.Stale: "wrote", gen.Orphaned: "removed"}

// printProblems prints the problems if they are others than before.
func (w *watch) printProblems(problems []diag.Diagnostic) {
	same := slices.EqualFunc(problems, w.problems, func(a, b diag.Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
	fixed := len(problems) == 0 && len(w.problems) > 0
	w.problems = problems
	switch {
	case fixed:
		fmt.Fprintln(w.out, "no problems")
	case !same:
		_ = w.report(problems) // the result says that there are problems
	}
}

// isWatched reports whether a directory can have source, by its name.
func isWatched(name string) bool {
	return name != "" && name[0] != '.' && name[0] != '_' && !slices.Contains([]string{"node_modules", "testdata", "vendor"}, name)
}

// add watches a directory and those below it. A directory that is removed meanwhile is
// no error.
func (w *watch) add(root string) error {
	return filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return nil
		case path != root && !isWatched(entry.Name()):
			return filepath.SkipDir
		}
		err = w.source.Add(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("the system cannot watch %s: %w; on Linux, raise fs.inotify.max_user_watches", path, err)
		}
		return nil
	})
}
