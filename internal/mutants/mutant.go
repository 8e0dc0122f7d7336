package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is one change of the source, and the test that fails because of it.
type mutant struct {
	name string
	// decl is the declaration that is changed: the directory of its package, a
	// dot, and the name of a function, constant, variable or type, or
	// Receiver.Method: "runtime.batch.run", "internal/wire.splitObject".
	decl string
	// pattern is Go source: an expression, an element of a composite literal, or
	// consecutive statements. It must match exactly one location in decl; with the
	// prefix "#i/n " it must match n locations, of which the i-th is changed. A name
	// of one small letter matches any expression, and the same expression wherever
	// the name is repeated. Formatting and comments do not matter.
	pattern string
	// replacement is the source that replaces what pattern matches. In it, names
	// of one small letter are replaced by what they match in pattern.
	replacement string
	// test is a pattern as of go test -run. The test is in the package of decl,
	// or, in the form "directory:test", in the package in that directory.
	test string
}

// split returns the directory of the package, and the name within the package.
func (m mutant) split() (dir, name string) {
	slash := strings.LastIndexByte(m.decl, '/') + 1
	base, name, _ := strings.Cut(m.decl[slash:], ".")
	return m.decl[:slash] + base, name
}

// testDir returns the directory of the test, and the test without it.
func (m mutant) testDir() (dir, test string) {
	if dir, test, ok := strings.Cut(m.test, ":"); ok {
		return dir, test
	}
	dir, _ = m.split()
	return dir, m.test
}

// testArguments returns the package and the value of -run for go test.
func (m mutant) testArguments() (dir, pattern string) {
	dir, test := m.testDir()
	return "./" + dir, "^(" + strings.ReplaceAll(test, "/", ")$/^(") + ")$"
}

// apply returns the file that m changes, and its changed content. root is the root
// directory of the module.
func (m mutant) apply(root string) (file string, content []byte, err error) {
	dir, name := m.split()
	sources, err := parsePackage(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		return "", nil, err
	}
	p, err := parsePattern(m.pattern)
	if err != nil {
		return "", nil, err
	}
	found, err := sources.find(name, p)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w; update its row in internal/mutants/table.go", m.decl, err)
	}
	text := found.source.text
	changed := text[:found.start] + found.fill(m.replacement) + text[found.end:]
	return found.source.path, []byte(changed), nil
}

// writeOverlay writes the changed source, and the overlay file that names it, to
// dir. It returns the path of the overlay file.
func (m mutant) writeOverlay(root, dir string) (path string, err error) {
	file, content, err := m.apply(root)
	if err != nil {
		return "", err
	}
	original, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(file))
	if err := os.WriteFile(changed, content, 0o600); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, overlay, 0o600)
}
