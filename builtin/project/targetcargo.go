package project

import (
	"path"
	"regexp"
	"strings"
)

// crateName matches the name of a package of Cargo.
var crateName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// crateArguments returns the arguments of cargo for a package, whose directory or
// name is the target.
func crateArguments(p *project) ([]string, error) {
	name, exists := p.resolveTarget(p.target)
	switch {
	case p.target == "":
		return nil, nil
	case p.isFile(path.Join(name, "Cargo.toml")):
		return []string{"--manifest-path", path.Join(p.target, "Cargo.toml")}, nil
	case !exists && crateName.MatchString(p.target):
		return []string{"--package", p.target}, nil
	}
	return nil, targetError(p.target, "is neither the name nor the directory of a package: cargo checks whole packages")
}

// crateTestArguments returns the arguments of cargo test: a package, a file in
// tests/, or a part of the names of tests.
func crateTestArguments(p *project) ([]string, error) {
	name, exists := p.resolveTarget(p.target)
	switch {
	case p.target == "" || p.isFile(path.Join(name, "Cargo.toml")):
		return crateArguments(p)
	case exists && p.isFile(name) && path.Base(path.Dir(name)) == "tests" && path.Ext(name) == ".rs":
		return []string{"--test", strings.TrimSuffix(path.Base(name), ".rs")}, nil
	case exists:
		return nil, targetError(p.target, "does not select tests: use the directory of a package, a file in tests/ or a part of the names of tests")
	}
	if names := p.testNames(); len(names) > 1 {
		return append([]string{"--"}, names...), nil
	}
	return []string{p.target}, nil
}
