package load

import (
	"context"

	"golang.org/x/tools/go/packages"
)

// common are packages of the standard library that, with their imports, are most of
// those that tools import.
var common = []string{
	"bufio", "cmp", "crypto/sha256", "embed", "encoding/base64", "encoding/csv", "encoding/hex", "encoding/json", "encoding/xml", "errors", "flag", "fmt", "html",
	"io", "iter", "log/slog", "maps", "math/rand/v2", "net/http", "net/url", "os/exec", "path/filepath", "regexp", "slices", "strconv", "strings",
	"sync/atomic", "text/tabwriter", "text/template", "time", "unicode/utf8",
}

// Prefetch starts to find common packages of the standard library, so that Refresh does
// not run the go command when a file begins to import one. An error has no effect.
func (l *Loader) Prefetch(ctx context.Context, dir string) {
	result := make(chan []*packages.Package, 1)
	l.prefetched = result
	config := l.packagesConfig(ctx, dir, listMode|exportMode)
	go func() {
		found, _ := packages.Load(config, common...)
		result <- found
	}()
}

// addPrefetched adds what Prefetch has found, if it has ended.
func (l *Loader) addPrefetched() {
	select {
	case found := <-l.prefetched:
		l.addExported(found)
	default:
	}
}

// addExported adds packages and those that they import, with their export data.
func (l *Loader) addExported(found []*packages.Package) {
	packages.Visit(found, nil, func(p *packages.Package) {
		if l.metadata[p.PkgPath] == nil {
			l.metadata[p.PkgPath] = p
		}
		if l.exports[p.PkgPath] == "" && l.own[p.PkgPath] == nil {
			l.exports[p.PkgPath] = p.ExportFile
		}
	})
}
