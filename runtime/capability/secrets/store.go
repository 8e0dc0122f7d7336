package secrets

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// ErrNotFound says that a store has no such secret.
var ErrNotFound = errors.New("secrets: not found")

// MaxBytes is the longest value, or file of values, that is read.
const MaxBytes = 1 << 20

// Store gives values. It is asked for valid, declared references only, and must be safe
// for concurrent use.
type Store interface {
	// Get returns the value behind the reference, or an error that wraps
	// ErrNotFound.
	Get(ctx context.Context, reference string) (string, error)
}

// StoreFunc is a function that is a Store.
type StoreFunc func(ctx context.Context, reference string) (string, error)

// Get calls the function.
func (f StoreFunc) Get(ctx context.Context, reference string) (string, error) {
	return f(ctx, reference)
}

// Environment takes values from environment variables. A reference's variable
// is named as Variable says, behind the prefix. Only references of lower-case
// letters, digits and slashes have one: "db/prod" and "db_prod" must not be the
// same secret.
func Environment(prefix string) Store {
	return StoreFunc(func(_ context.Context, reference string) (string, error) {
		if hasVariable(reference) {
			if value, ok := os.LookupEnv(prefix + Variable(reference)); ok {
				return value, nil
			}
		}
		return "", ErrNotFound
	})
}

// hasVariable says that no other reference has the same variable.
func hasVariable(reference string) bool {
	return !strings.ContainsFunc(reference, func(r rune) bool {
		return r != '/' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// Variable is the name of a reference's environment variable: in capitals,
// with an underscore for everything but letters and digits. "providers/exa/key"
// is PROVIDERS_EXA_KEY.
func Variable(reference string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, reference)
}

// File takes values from a file of lines "reference=value". Empty lines and
// those that begin with "#" do not count; white space around the reference and the
// value is dropped. The file is read once, here: one that cannot be read, that
// others than its owner and group can read, that is longer than MaxBytes, or
// that has a line of another form or a reference twice, is an error.
func File(name string) (Store, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("secrets: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o007 != 0:
		return nil, fmt.Errorf("secrets: %s must be a file that only its owner and group can read: chmod o= %s", name, name)
	case info.Size() > MaxBytes:
		return nil, fmt.Errorf("secrets: %s is longer than %d bytes", name, MaxBytes)
	}
	values := make(map[string]string)
	lines := bufio.NewScanner(io.LimitReader(file, MaxBytes))
	lines.Buffer(nil, MaxBytes)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		reference, value, ok := strings.Cut(line, "=")
		if reference = strings.TrimSpace(reference); !ok || !Valid(reference) {
			return nil, fmt.Errorf("secrets: %s:%d: expected reference=value", name, number)
		}
		if _, twice := values[reference]; twice {
			return nil, fmt.Errorf("secrets: %s:%d: %s is given twice", name, number, reference)
		}
		values[reference] = strings.TrimSpace(value)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("secrets: %s: %w", name, err)
	}
	return Map(values), nil
}

// Map takes values from a map, which must not change any more.
func Map(values map[string]string) Store {
	return StoreFunc(func(_ context.Context, reference string) (string, error) {
		if value, ok := values[reference]; ok {
			return value, nil
		}
		return "", ErrNotFound
	})
}

// Directory takes values from files below a directory, as containers are given
// them: a reference is a file's path. A line break at the end is dropped. Files
// are read each time, so that a secret can be exchanged; nothing outside the directory is
// read, whatever links say.
func Directory(name string) (Store, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("secrets: %w", err)
	}
	return StoreFunc(func(_ context.Context, reference string) (string, error) {
		info, err := root.Stat(reference)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", ErrNotFound
		case err != nil:
			return "", errors.New("the file cannot be read")
		case !info.Mode().IsRegular() || info.Size() > MaxBytes:
			return "", fmt.Errorf("not a file of at most %d bytes", MaxBytes)
		}
		data, err := root.ReadFile(reference)
		if err != nil {
			return "", errors.New("the file cannot be read")
		}
		return strings.TrimRight(string(data), "\r\n"), nil
	}), nil
}

// Chain asks stores in order; the first that has the secret answers. A store
// that fails ends the search: another value must not stand in for it.
func Chain(stores ...Store) Store {
	return StoreFunc(func(ctx context.Context, reference string) (string, error) {
		for _, store := range stores {
			value, err := store.Get(ctx, reference)
			if !errors.Is(err, ErrNotFound) {
				return value, err
			}
		}
		return "", ErrNotFound
	})
}
