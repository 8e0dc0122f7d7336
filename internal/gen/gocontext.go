package gen

import (
	"context"
	gobuild "go/build"
	"runtime"
	"strings"
)

// knownFlags are the flags of the go command that do not change which files belong to a
// package, except for -tags.
var knownFlags = []string{"-tags=", "-mod=", "-buildvcs=", "-trimpath", "-p=", "-v", "-ldflags=", "-gcflags=", "-modcacherw"}

// goContext returns the build context of the go command, or nil if this program cannot
// know which files belong to a package.
func goContext(ctx context.Context, config Config) *gobuild.Context {
	variables, err := goVariables(ctx, config, "GOVERSION", "GOOS", "GOARCH", "GOFLAGS", "GOEXPERIMENT", "CGO_ENABLED")
	if err != nil || variables["GOVERSION"] != runtime.Version() || variables["GOEXPERIMENT"] != "" || packagesDriver(config.Env) {
		return nil
	}
	c := gobuild.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = variables["GOOS"], variables["GOARCH"], variables["CGO_ENABLED"] == "1", nil
	for flag := range strings.FieldsSeq(variables["GOFLAGS"]) {
		known := false
		for _, prefix := range knownFlags {
			known = known || strings.HasPrefix(strings.Replace(flag, "--", "-", 1), prefix)
		}
		if !known {
			return nil
		}
		if _, tags, found := strings.Cut(flag, "-tags="); found {
			c.BuildTags = strings.Split(tags, ",")
		}
	}
	return &c
}
