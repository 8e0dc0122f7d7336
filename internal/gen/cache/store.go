package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxEntries is the number of entries that a store keeps. An entry of 500 packages
// has about 300 KB.
const maxEntries = 100

// extension is the end of the names of entries.
const extension = ".json"

// Store keeps entries in a directory, which it creates when it writes the first
// one. Several processes can use it at once. A nil Store keeps nothing.
type Store struct{ dir string }

// Open returns the store in a directory.
func Open(dir string) *Store { return &Store{dir} }

// Load returns the entry with a key, or nil. An entry that is damaged is not
// returned.
func (s *Store) Load(key Hash) *Entry {
	if s == nil {
		return nil
	}
	content, err := os.ReadFile(s.path(key))
	if err != nil || len(content) < sha256.Size {
		return nil
	}
	text := content[sha256.Size:]
	if check := sha256.Sum256(text); !bytes.Equal(check[:], content[:sha256.Size]) {
		return nil
	}
	entry := new(Entry)
	if json.Unmarshal(text, entry) != nil {
		return nil
	}
	return entry
}

// Save stores an entry. It replaces the file in one step, and removes the oldest
// entries if there are too many.
func (s *Store) Save(key Hash, entry *Entry) error {
	if s == nil {
		return nil
	}
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	check := sha256.Sum256(text)
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(s.dir, "*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(check[:], text...))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), s.path(key))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return s.removeOld()
}

// path returns the name of the file of a key.
func (s *Store) path(key Hash) string {
	text, _ := key.MarshalText() // never fails
	return filepath.Join(s.dir, string(text)+extension)
}

// removeOld removes the oldest entries, and the temporary files that interrupted
// runs left, while there are more than maxEntries files.
func (s *Store) removeOld() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) <= maxEntries {
		return err
	}
	var files []os.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && (strings.HasSuffix(info.Name(), extension) || strings.HasSuffix(info.Name(), ".tmp")) {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, info := range files[:max(0, len(files)-maxEntries)] {
		if err := os.Remove(filepath.Join(s.dir, info.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
