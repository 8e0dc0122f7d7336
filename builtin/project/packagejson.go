package project

import (
	"encoding/json"
	"errors"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
)

// packageJSON is what of a package.json matters here.
type packageJSON struct {
	Scripts map[string]any  `json:"scripts"`
	Bin     json.RawMessage `json:"bin"`
}

// manifest reads the package.json in a directory.
func (p *project) manifest(dir string) (*packageJSON, error) {
	name := path.Join(dir, "package.json")
	info, err := p.files.Stat(name)
	if err == nil && info.Size() > maxConfig {
		err = errors.New("is too large")
	}
	var data []byte
	if err == nil {
		data, err = p.files.ReadFile(name)
	}
	if err != nil {
		return nil, names.Explain("dir", name, err)
	}
	var m packageJSON
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), &m); err != nil {
		return nil, broken(name, err)
	}
	return &m, nil
}

// placeholder is in the script "test" that npm init writes.
const placeholder = "no test specified"

// scriptNamed is the first of these names that the project has a script for;
// empty if it has none.
func (p *project) scriptNamed(wanted []string) (string, error) {
	m, err := p.manifest(p.root)
	if err != nil {
		return "", err
	}
	for _, name := range wanted {
		if script, ok := m.Scripts[name].(string); ok && strings.TrimSpace(script) != "" && !strings.Contains(script, placeholder) {
			return name, nil
		}
	}
	return "", nil
}

// programs are those of packages whose main program has another name.
var programs = map[string]string{"typescript": "tsc"}

// packageProgram is the JavaScript file of the program of a package that is
// installed in node_modules, as seen from the root; empty if there is none.
func (p *project) packageProgram(name string) (string, error) {
	for _, at := range p.upwards(p.root) {
		dir := path.Join(at, "node_modules", name)
		if !p.isFile(path.Join(dir, "package.json")) {
			continue
		}
		m, err := p.manifest(dir)
		if err != nil {
			return "", err
		}
		program := name
		if other, ok := programs[name]; ok {
			program = other
		}
		if file := path.Join(dir, m.program(program)); p.isFile(file) && strings.HasPrefix(file, dir+"/") {
			return protected(relative(p.root, file)), nil
		}
	}
	return "", nil
}

// program is the path of a program in its package; empty if it has none.
func (m *packageJSON) program(name string) string {
	var one string
	var several map[string]string
	if json.Unmarshal(m.Bin, &one) == nil {
		return one
	}
	if json.Unmarshal(m.Bin, &several) == nil {
		return several[name]
	}
	return ""
}
