package project

import (
	"encoding/json"
	"errors"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
)

// packageJSON has some fields of a package.json.
type packageJSON struct {
	Scripts map[string]any  `json:"scripts"`
	Bin     json.RawMessage `json:"bin"`
}

// readManifest reads the package.json in a directory.
func (p *project) readManifest(dir string) (*packageJSON, error) {
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
		return nil, brokenConfig(name, err)
	}
	return &m, nil
}

// placeholder is in the script "test" that npm init writes.
const placeholder = "no test specified"

// findScript returns the first of the names for which the project has a script. It
// is empty when there is none.
func (p *project) findScript(wanted []string) (string, error) {
	m, err := p.readManifest(p.root)
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

// packagePrograms are the programs of packages with another name.
var packagePrograms = map[string]string{"typescript": "tsc"}

// packageProgram returns the JavaScript file of the program of a package that is
// installed in node_modules, relative to the root. It is empty when there is none.
func (p *project) packageProgram(name string) (string, error) {
	for _, at := range p.directoriesUp(p.root) {
		dir := path.Join(at, "node_modules", name)
		if !p.isFile(path.Join(dir, "package.json")) {
			continue
		}
		m, err := p.readManifest(dir)
		if err != nil {
			return "", err
		}
		program := name
		if other, ok := packagePrograms[name]; ok {
			program = other
		}
		if file := path.Join(dir, m.programPath(program)); p.isFile(file) && strings.HasPrefix(file, dir+"/") {
			return safePath(relative(p.root, file)), nil
		}
	}
	return "", nil
}

// programPath returns the path of a program in its package. It is empty when the
// package has no such program.
func (m *packageJSON) programPath(name string) string {
	var single string
	var byName map[string]string
	if json.Unmarshal(m.Bin, &single) == nil {
		return single
	}
	if json.Unmarshal(m.Bin, &byName) == nil {
		return byName[name]
	}
	return ""
}
