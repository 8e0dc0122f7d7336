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
)

// Open returns a store in a directory, which it creates for its owner alone.
// Several processes may have it open. It fails when the directory cannot be made,
// read or written. Closing is not needed: no file stays open but the directory.
func Open(dir string) (Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("kv: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("kv: %w", err)
	}
	d := &disk{root: root, turn: make(chan struct{}, 1)}
	if err := d.probe(); err != nil {
		return nil, fmt.Errorf("kv: %s cannot be used as a store: %w", dir, err)
	}
	return d, nil
}

// disk has a directory for each scope, and in it a file for each key.
type disk struct {
	root *os.Root
	turn chan struct{} // holds a value while somebody changes something
}

// record is the content of a file. The key tells a file that was exchanged by
// hand.
type record struct {
	Key     string    `json:"key"`
	Value   string    `json:"value"`
	Expires time.Time `json:"expires,omitzero"`
}

// probe writes and removes a file.
func (d *disk) probe() error {
	name := tempName()
	return errors.Join(d.write(name, nil), d.root.Remove(name))
}

// hashed makes a name of fixed length out of any text.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// isRecord says that a name is one that hashed makes.
func isRecord(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == hex.EncodedLen(sha256.Size)
}

func fileOf(scope, key string) string { return path.Join(hashed(scope), hashed(key)) }

// read reads a record. A file that is damaged is an error, and not a missing
// value, which a tool would overwrite.
func (d *disk) read(name string) (record, error) {
	data, err := d.root.ReadFile(name)
	if err != nil {
		return record{}, clean(err)
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil || hashed(r.Key) != path.Base(name) {
		return record{}, fmt.Errorf("kv: the stored value %s is damaged: restore or remove that file", name)
	}
	return r, nil
}

// clean drops what an error tells about the place of the store.
func clean(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("kv: the store cannot be used: %w", failed.Err)
	}
	return fmt.Errorf("kv: the store cannot be used: %w", err)
}

func (d *disk) get(scope, key string, now time.Time) (string, bool, error) {
	r, err := d.read(fileOf(scope, key))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, nil
	case err != nil:
		return "", false, err
	case (kept{expires: r.Expires}).expired(now):
		return "", false, nil
	}
	return r.Value, true, nil
}

func (d *disk) set(ctx context.Context, scope, key, value string, expires, now time.Time) error {
	data, err := json.Marshal(record{key, value, expires})
	if err != nil {
		return fmt.Errorf("kv: %w", err)
	}
	return d.locked(ctx, func() error {
		if err := d.room(scope, key, now); err != nil {
			return err
		}
		return d.replace(scope, key, data)
	})
}

// replace puts a new file in the place of the old one.
func (d *disk) replace(scope, key string, data []byte) error {
	if err := d.root.Mkdir(hashed(scope), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return clean(err)
	}
	temp := path.Join(hashed(scope), tempName())
	if err := d.write(temp, data); err != nil {
		_ = d.root.Remove(temp)
		return clean(err)
	}
	if err := d.root.Rename(temp, fileOf(scope, key)); err != nil {
		_ = d.root.Remove(temp)
		return clean(err)
	}
	return d.sync(hashed(scope))
}

// write writes a new file and waits until it is on the disk.
func (d *disk) write(name string, data []byte) error {
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// sync waits until a directory's names are on the disk.
func (d *disk) sync(name string) error {
	dir, err := d.root.Open(name)
	if err != nil {
		return clean(err)
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return clean(err)
	}
	return nil
}

// room makes sure that a scope takes one more key.
func (d *disk) room(scope, key string, now time.Time) error {
	if _, err := d.root.Stat(fileOf(scope, key)); err == nil {
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

func (d *disk) remove(ctx context.Context, scope, key string) error {
	return d.locked(ctx, func() error {
		if err := d.root.Remove(fileOf(scope, key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return clean(err)
		}
		return nil
	})
}

func (d *disk) keys(scope string, now time.Time) ([]string, error) {
	names, err := d.names(scope)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, name := range names {
		file := path.Join(hashed(scope), name)
		if !isRecord(name) {
			continue // being written, or not ours
		}
		r, err := d.read(file)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile
		case err != nil:
			return nil, err
		case !(kept{expires: r.Expires}).expired(now):
			keys = append(keys, r.Key)
		}
	}
	return keys, nil
}

// names are the names of the files of a scope.
func (d *disk) names(scope string) ([]string, error) {
	dir, err := d.root.Open(hashed(scope))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, clean(err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, clean(err)
	}
	return names, nil
}
