// Package notes keeps short notes in a file. Its tools are methods of a store,
// which the program passes to the registry.
package notes

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Store keeps notes in one JSON file, which it replaces atomically. It is safe
// for concurrent use within one process.
type Store struct {
	path string
	mu   sync.Mutex
}

// Open returns the store in the file at the given path. The first call that
// adds a note creates the file.
func Open(path string) *Store { return &Store{path: path} }

// noteFile is the content of the file.
type noteFile struct {
	NextID int    `json:"next_id"`
	Notes  []Note `json:"notes"`
}

// load reads the file. A missing file has no notes.
func (s *Store) load() (noteFile, error) {
	c := noteFile{NextID: 1}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("the file with the notes is damaged: %w", err)
	}
	return c, nil
}

// update loads the notes, calls edit and saves the result.
func (s *Store) update(edit func(*noteFile) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.load()
	if err != nil {
		return err
	}
	if err := edit(&c); err != nil {
		return err
	}
	return s.save(c)
}

// save replaces the file.
func (s *Store) save(c noteFile) error {
	data, err := json.MarshalIndent(c, "", "\t")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(s.path), ".notes-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), s.path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(temp.Name()))
	}
	return err
}
