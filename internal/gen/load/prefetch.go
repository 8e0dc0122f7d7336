package load

import (
	"context"

	"golang.org/x/tools/go/packages"
)

// common are packages of the standard library that, with their imports, are most of
// those that tools import.
var common = []string{
	"archive/tar", "archive/zip", "bufio", "cmp", "compress/gzip", "container/heap", "container/list", "crypto/hmac", "crypto/rand",
	"crypto/sha256", "database/sql", "embed", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/json",
	"encoding/pem", "encoding/xml", "errors", "flag", "fmt", "hash/fnv", "html", "html/template", "io", "io/fs", "iter", "log", "log/slog",
	"maps", "math", "math/big", "math/rand/v2", "mime/multipart", "net/http", "net/mail", "net/netip", "net/url", "os", "os/exec", "os/signal",
	"path", "path/filepath", "reflect", "regexp", "runtime/debug", "slices", "sort", "strconv", "strings", "sync/atomic", "text/tabwriter",
	"text/template", "time", "unicode/utf16", "unicode/utf8",
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
