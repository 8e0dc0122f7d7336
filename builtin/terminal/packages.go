package terminal

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// lifecycles are the scripts that package managers run by themselves, by subcommand.
var lifecycles = map[string]string{
	"install": "preinstall install postinstall prepublish prepare", "i": "preinstall install postinstall prepare", "ci": "preinstall install postinstall prepare",
	"add": "preinstall install postinstall prepare", "pack": "prepack prepare postpack", "t": "test", "tst": "test",
}

// inspectPackage inspects the scripts of package.json that a command runs, with
// those before and after them.
func (i *inspector) inspectPackage(text string, words []string, s *state) {
	var file struct {
		Scripts map[string]string `json:"scripts"`
	}
	if !i.spend(len(text)) {
		return
	}
	for decoder := json.NewDecoder(strings.NewReader(text)); ; { // the command line may write the file several times
		err := decoder.Decode(&file)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			i.inspectLines(text, s)
			return
		}
	}
	var names []string
	for _, word := range words[1:] {
		names = append(names, append(strings.Fields(lifecycles[word]), word)...)
	}
	for _, name := range names {
		for _, each := range []string{"pre" + name, name, "post" + name} {
			if script := file.Scripts[each]; script != "" && !slices.Contains(i.running, each) {
				i.running = append(i.running, each)
				i.inspectScript(script, s.child())
				i.running = i.running[:len(i.running)-1]
			}
		}
	}
}
