// Package notes keeps short notes in a file. Its tools are methods of a
// store: the store is handed over where the tools are wired.
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

// Open returns the store in that file. The file is created with the first
// note.
func Open(path string) *Store { return &Store{path: path} }

// content is what the file holds.
type content struct {
	NextID int    `json:"next_id"`
	Notes  []Note `json:"notes"`
}

func (s *Store) load() (content, error) {
	c := content{NextID: 1}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("the file of notes is damaged: %w", err)
	}
	return c, nil
}

// change loads the notes, lets edit change them and saves what comes out.
func (s *Store) change(edit func(*content) error) error {
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

func (s *Store) save(c content) error {
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
