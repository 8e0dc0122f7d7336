package temporal_test

import (
	"github.com/toolgen/toolgen/adapters/temporal"
	"github.com/toolgen/toolgen/adapters/temporal/sqlite"
)

func init() {
	temporal.SetFileStore(func(path string) (temporal.Store, error) { return sqlite.Open(path) })
}
