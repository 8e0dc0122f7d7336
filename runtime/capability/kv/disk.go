package kv

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/toolgen/toolgen/internal/hidepath"
)

// Directory returns a store in a directory. It creates a missing directory with access for the
// owner only. Several processes may use one directory at a time. Directory returns an error if
// it cannot create, read or write the directory. The store needs no closing: it keeps only the
// directory open.
func Directory(dir string) (Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("kv: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("kv: %w", err)
	}
	d := &disk{root: root, writer: make(chan struct{}, 1)}
	if err := d.probe(); err != nil {
		return nil, fmt.Errorf("kv: the directory %s cannot be used as a store: %w", dir, err)
	}
	return d, nil
}

// disk is a store with a directory for each scope, and in it a file for each key.
type disk struct {
	root   *os.Root
	writer chan struct{} // a semaphore: holds a value while a goroutine changes the store
}

// record is the content of a file. The key shows whether the file has the right name.
type record struct {
	Key     string    `json:"key"`
	Value   string    `json:"value"`
	Expires time.Time `json:"expires,omitzero"`
}

// probe checks that files can be written: it writes a file and removes it.
func (d *disk) probe() error {
	name := tempName()
	return errors.Join(d.write(name, nil), d.root.Remove(name))
}

// hash returns a file name of fixed length for any text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// isRecordName reports whether a file name has the form of those that hash returns.
func isRecordName(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == hex.EncodedLen(sha256.Size)
}

func fileName(scope, key string) string { return path.Join(hash(scope), hash(key)) }

// read reads a record. A damaged file is an error and not a missing value: a tool would
// overwrite a missing value.
func (d *disk) read(name string) (record, error) {
	data, err := d.root.ReadFile(name)
	if err != nil {
		return record{}, storeError(err)
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil || hash(r.Key) != path.Base(name) {
		return record{}, fmt.Errorf("kv: the file %s of the store is damaged: restore it or remove it", name)
	}
	return r, nil
}

// storeError returns an error of the file system without the path of the store.
func storeError(err error) error {
	return fmt.Errorf("kv: the store cannot be used: %w", hidepath.Cause(err))
}

// get implements [Store].
func (d *disk) get(scope, key string, now time.Time) (string, bool, error) {
	r, err := d.read(fileName(scope, key))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, nil
	case err != nil:
		return "", false, err
	case (entry{expires: r.Expires}).isExpired(now):
		return "", false, nil
	}
	return r.Value, true, nil
}

// set implements [Store].
func (d *disk) set(ctx context.Context, scope, key, value string, expires, now time.Time) error {
	data, err := json.Marshal(record{key, value, expires})
	if err != nil {
		return fmt.Errorf("kv: %w", err)
	}
	return d.withLock(ctx, func() error {
		if err := d.checkCapacity(scope, key, now); err != nil {
			return err
		}
		return d.replace(scope, key, data)
	})
}

// replace writes a new file and renames it over the old one.
func (d *disk) replace(scope, key string, data []byte) error {
	if err := d.root.Mkdir(hash(scope), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return storeError(err)
	}
	temp := path.Join(hash(scope), tempName())
	if err := d.write(temp, data); err != nil {
		_ = d.root.Remove(temp)
		return storeError(err)
	}
	if err := d.root.Rename(temp, fileName(scope, key)); err != nil {
		_ = d.root.Remove(temp)
		return storeError(err)
	}
	return d.sync(hash(scope))
}

// write writes a new file and flushes it to the disk.
func (d *disk) write(name string, data []byte) error {
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// sync flushes the entries of a directory to the disk.
func (d *disk) sync(name string) error {
	dir, err := d.root.Open(name)
	if err != nil {
		return storeError(err)
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return storeError(err)
	}
	return nil
}

// checkCapacity returns errFull if the key is new and the scope has MaxKeys keys. It removes
// expired values first.
func (d *disk) checkCapacity(scope, key string, now time.Time) error {
	if _, err := d.root.Stat(fileName(scope, key)); err == nil {
		return nil
	}
	names, err := d.names(scope)
	if err != nil || len(names) < MaxKeys {
		return err
	}
	left, err := d.sweep(scope, names, now)
	if err != nil || left < MaxKeys {
		return err
	}
	return errFull
}

// remove implements [Store].
func (d *disk) remove(ctx context.Context, scope, key string) error {
	return d.withLock(ctx, func() error {
		if err := d.root.Remove(fileName(scope, key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return storeError(err)
		}
		return nil
	})
}

// keys implements [Store].
func (d *disk) keys(scope string, now time.Time) ([]string, error) {
	names, err := d.names(scope)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, name := range names {
		file := path.Join(hash(scope), name)
		if !isRecordName(name) {
			continue // a temporary file, or one of another program
		}
		r, err := d.read(file)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed since the directory was listed
		case err != nil:
			return nil, err
		case !(entry{expires: r.Expires}).isExpired(now):
			keys = append(keys, r.Key)
		}
	}
	return keys, nil
}

// names returns the names of the files of a scope.
func (d *disk) names(scope string) ([]string, error) {
	dir, err := d.root.Open(hash(scope))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storeError(err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, storeError(err)
	}
	return names, nil
}
