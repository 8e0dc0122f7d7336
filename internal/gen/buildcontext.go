package gen

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/internal/gen/cache"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// buildVariables are the variables of the go command that can change which files
// belong to packages, and the types that they declare. The flags of the C compiler, of which the go command only returns
// the values after it has called that compiler, are in cVariables.
var buildVariables = []string{
	"GOVERSION", "GOROOT", "GOOS", "GOARCH", "GOFLAGS", "GOEXPERIMENT", "GOWORK", "GOMOD", "GOMODCACHE",
	"GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM",
	"CGO_ENABLED", "CC", "GOTOOLCHAIN", "GOENV",
}

// cVariables are the variables with flags of the C compiler. They are set in the environment or in the file GOENV.
var cVariables = []string{"CGO_CFLAGS", "CGO_CPPFLAGS"}

// buildContext is what a run of the generator depends on in addition to its source.
type buildContext struct {
	variables   map[string]string
	modules     []string // the directories of the main modules
	workspace   string   // the go.work; empty without one
	moduleCache string
}

// newBuildContext returns nil outside of a module, and if the go command uses other
// files instead of those of the packages.
func newBuildContext(ctx context.Context, config Config) *buildContext {
	variables, err := goVariables(ctx, config, buildVariables...)
	if err != nil {
		return nil
	}
	addCVariables(variables, config.Env)
	c := &buildContext{variables: variables, moduleCache: variables["GOMODCACHE"], modules: mainModules(variables)}
	flags := c.variables["GOFLAGS"]
	if strings.Contains(flags, "-overlay") || strings.Contains(flags, "-modfile") || packagesDriver(config.Env) {
		return nil
	}
	if work := variables["GOWORK"]; work != "off" {
		c.workspace = work
	}
	if len(c.modules) == 0 || build() == "" {
		return nil
	}
	return c
}

// addCVariables adds what sets cVariables: their values in the environment, and the file GOENV, as "go env -w" writes it.
func addCVariables(variables map[string]string, env []string) {
	if env == nil {
		env = os.Environ()
	}
	for _, variable := range env {
		if name, value, _ := strings.Cut(variable, "="); slices.Contains(cVariables, name) {
			variables[name] = value
		}
	}
	if file, err := os.ReadFile(variables["GOENV"]); err == nil {
		variables["GOENV"] = string(file)
	}
}

// goVariables returns variables of the go command.
func goVariables(ctx context.Context, config Config, names ...string) (map[string]string, error) {
	command := exec.CommandContext(ctx, "go", append([]string{"env", "-json"}, names...)...)
	command.Dir, command.Env = config.Dir, config.Env
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("the go command failed: %w", err)
	}
	variables := make(map[string]string)
	return variables, json.Unmarshal(output, &variables)
}

// mainModules returns the directories of the main modules; none outside of a module.
func mainModules(variables map[string]string) []string {
	if work := variables["GOWORK"]; work != "" && work != "off" {
		return load.WorkspaceModules(work)
	}
	if mod := variables["GOMOD"]; filepath.Base(mod) == "go.mod" {
		return []string{filepath.Dir(mod)}
	}
	return nil
}

// packagesDriver reports whether another program than the go command lists packages.
func packagesDriver(env []string) bool {
	if env == nil {
		env = os.Environ()
	}
	return slices.ContainsFunc(env, func(variable string) bool {
		value, found := strings.CutPrefix(variable, "GOPACKAGESDRIVER=")
		return found && value != "" && value != "off"
	})
}

// key returns the key of a run in the cache. Action is what the run does.
func (c *buildContext) key(config Config, action string) cache.Hash {
	dir, _ := filepath.Abs(config.Dir)                                                 // the go command has used it
	text, _ := json.Marshal([]any{build(), c.variables, dir, config.Patterns, action}) // never fails
	return cache.HashOf(text)
}

// Marks before the build ID of a program, which the linker computes from its content: in ELF, and in other formats.
var buildIDMarks = [][]byte{[]byte("\x04\x00\x00\x00Go\x00\x00"), []byte("\xff Go build ID: \"")}

// build identifies the build of this program by the beginning of the program if it has the build ID, otherwise by
// the whole program. It is empty if the program cannot be read.
var build = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer program.Close()
	beginning, _ := io.ReadAll(io.LimitReader(program, 64<<10))
	hash := sha256.New()
	_, _ = hash.Write(beginning)
	hasID := slices.ContainsFunc(buildIDMarks, func(mark []byte) bool { return bytes.Contains(beginning, mark) })
	if !hasID {
		if _, err := io.Copy(hash, program); err != nil {
			return ""
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
})
