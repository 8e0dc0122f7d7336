package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/toolgen/toolgen/internal/gen"
)

// writeAll updates all files, or none, and shows that it does.
func (s *session) writeAll(files []gen.File) error {
	if err := s.Err(); err != nil {
		return err
	}
	p := s.progress("writing files")
	defer p.done()
	return writeAll(files)
}

// writeAll updates all files, or none. It first writes all contents to temporary
// files in the directories of their targets, then renames them to the targets, so
// that each target has its complete old or new content if the command is killed. It
// does not wait for the disk, which takes milliseconds for each file: if the machine
// fails, the files can be generated again. It removes orphans last.
func writeAll(files []gen.File) error {
	staged, err := stageAll(files)
	if err != nil {
		return errors.Join(err, discard(staged))
	}
	if err := commit(staged); err != nil {
		return err
	}
	return removeOrphans(files)
}

// stageAll stages the files whose content changes, on all processors. It also returns
// those that it staged before an error.
func stageAll(files []gen.File) (staged []stagedFile, err error) {
	files = slices.DeleteFunc(slices.Clone(files), func(file gen.File) bool { return file.State != gen.Missing && file.State != gen.Stale })
	all, errs := make([]stagedFile, len(files)), make([]error, len(files))
	var next, failed atomic.Int64
	var group sync.WaitGroup
	for range min(len(files), runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files) && failed.Load() == 0; i = int(next.Add(1)) - 1 {
				if all[i], errs[i] = stage(files[i]); errs[i] != nil {
					failed.Add(1)
				}
			}
		})
	}
	group.Wait()
	for i, s := range all {
		if s.temp != "" && errs[i] == nil {
			staged = append(staged, s)
		}
	}
	return staged, cmp.Or(errs...)
}

// stagedFile is a temporary file with the new content of its target.
type stagedFile struct{ temp, target string }

// stage writes the new content of a file to a temporary file.
func stage(file gen.File) (s stagedFile, err error) {
	// The name begins with a dot so that the go command ignores the file.
	temp, err := os.CreateTemp(filepath.Dir(file.Path), "."+gen.FileName+"-*.tmp")
	if err != nil {
		return s, fmt.Errorf("%w; nothing was written; make the directory writable", err)
	}
	_, err = temp.Write(file.Content)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err != nil {
		err = errors.Join(err, os.Remove(temp.Name()))
	}
	return stagedFile{temp.Name(), file.Path}, err
}

// commit renames the temporary files to their targets.
func commit(staged []stagedFile) error {
	for i, s := range staged {
		if err := os.Rename(s.temp, s.target); err != nil {
			return errors.Join(err, discard(staged[i:]))
		}
	}
	return nil
}

// discard removes the temporary files.
func discard(staged []stagedFile) error {
	var errs []error
	for _, s := range staged {
		errs = append(errs, os.Remove(s.temp))
	}
	return errors.Join(errs...)
}

// removeOrphans removes the files of packages without tools.
func removeOrphans(files []gen.File) error {
	var errs []error
	for _, file := range files {
		if file.State == gen.Orphaned {
			errs = append(errs, os.Remove(file.Path))
		}
	}
	return errors.Join(errs...)
}
