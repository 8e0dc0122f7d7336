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

// ErrNotFound is the error of a store that does not have the secret.
var ErrNotFound = errors.New("secrets: not found")

// MaxBytes is the maximum length in bytes of a value in a [Directory], and of the file of [File].
const MaxBytes = 1 << 20

// Store gives the values of secrets. A backend asks only for references that are valid and
// declared. A Store must be safe for concurrent use.
type Store interface {
	// Get returns the secret of the reference. If there is none, the error wraps
	// ErrNotFound.
	Get(ctx context.Context, reference string) (string, error)
}

// StoreFunc is a function that implements [Store].
type StoreFunc func(ctx context.Context, reference string) (string, error)

// Get calls the function.
func (f StoreFunc) Get(ctx context.Context, reference string) (string, error) {
	return f(ctx, reference)
}

// Environment takes values from environment variables. The name of the variable is the prefix
// followed by the result of [Variable]. References with characters other than lower-case
// letters, digits and slashes have no variable: otherwise "db/prod" and "db_prod" would be the
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

// hasVariable reports whether the reference has a variable that no other reference has.
func hasVariable(reference string) bool {
	return !strings.ContainsFunc(reference, func(r rune) bool {
		return r != '/' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// Variable returns the part of a variable's name that represents the reference: letters in upper
// case, digits, and an underscore for every other character. For "providers/exa/key" it is
// "PROVIDERS_EXA_KEY".
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

// File takes values from a file with lines of the form "reference=value". Empty lines and lines
// that begin with "#" are ignored, and so is white space around the reference and the value. File
// reads the file once. It returns an error if the file cannot be read, if users other than the
// owner and the group can read it, if it is longer than MaxBytes, and if a line has another form or
// repeats a reference.
func File(name string) (Store, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("secrets: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o007 != 0:
		return nil, fmt.Errorf("secrets: %s must be a file that only its owner and group can read: run chmod o= %s", name, name)
	case info.Size() > MaxBytes:
		return nil, fmt.Errorf("secrets: %s is longer than %d bytes", name, MaxBytes)
	}
	values, err := parseLines(name, io.LimitReader(file, MaxBytes))
	if err != nil {
		return nil, err
	}
	return Map(values), nil
}

// parseLines returns the values of a file by reference. The name is for error messages.
func parseLines(name string, content io.Reader) (map[string]string, error) {
	values := make(map[string]string)
	lines := bufio.NewScanner(content)
	lines.Buffer(nil, MaxBytes)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		reference, value, ok := strings.Cut(line, "=")
		if reference = strings.TrimSpace(reference); !ok || !Valid(reference) {
			return nil, fmt.Errorf("secrets: %s:%d: the line is not valid: expected reference=value", name, number)
		}
		if _, exists := values[reference]; exists {
			return nil, fmt.Errorf("secrets: %s:%d: the file has two values for %s: remove one", name, number, reference)
		}
		values[reference] = strings.TrimSpace(value)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("secrets: %s: %w", name, err)
	}
	return values, nil
}

// Map takes values from a map. The caller must not change the map afterwards.
func Map(values map[string]string) Store {
	return StoreFunc(func(_ context.Context, reference string) (string, error) {
		if value, ok := values[reference]; ok {
			return value, nil
		}
		return "", ErrNotFound
	})
}

// Directory takes values from the files below a directory, as container systems provide them.
// A reference is the path of a file, relative to the directory. Line breaks at the end of a file
// are removed. Each call of Get reads the file again, so that a secret can be replaced while the
// program runs. Symbolic links cannot lead out of the directory.
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
			return "", fmt.Errorf("it is not a regular file of at most %d bytes", MaxBytes)
		}
		data, err := root.ReadFile(reference)
		if err != nil {
			return "", errors.New("the file cannot be read")
		}
		return strings.TrimRight(string(data), "\r\n"), nil
	}), nil
}

// Chain asks several stores in order and returns the first value that one of them has. An error
// other than ErrNotFound ends the search, so that the value of a later store does not replace one
// that could not be read.
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
