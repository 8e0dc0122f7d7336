package files

import (
	"context"
	"io/fs"
	"sync"
	"weak"

	"github.com/toolgen/toolgen/runtime/capability"
)

// The defaults of [Options].
const (
	// DefaultMaxReadBytes leaves room for sixteen reads at a time on a small
	// machine, and is far more than a model can take.
	DefaultMaxReadBytes = 64 << 20
	DefaultMaxEntries   = 100_000
)

// Options configure a backend. The zero value, and nil, mean the defaults that
// each field names.
type Options struct {
	// MaxReadBytes is the size of the largest file that ReadFile reads; zero
	// means DefaultMaxReadBytes. A larger one is a *LimitError, and can be opened
	// and read in parts.
	MaxReadBytes int64
	// MaxEntries is how many entries ReadDir lists at most; zero means
	// DefaultMaxEntries. A directory with more is a *LimitError, and can be
	// opened and listed in parts.
	MaxEntries int
	// HardLinks lets files that have several hard links be read and replaced.
	// Nothing is ever appended to them.
	HardLinks bool
	// Mounts opens file systems that are mounted below a directory in reach.
	Mounts bool
}

// Backend opens the files of calls, and remembers for each session which
// files it read. Make one with [New].
type Backend struct {
	options Options
	stamps  stamps
	swept   recent
	commits sync.Mutex // held by the one who changes what sessions may have read
}

// New returns a backend. It holds nothing open.
func New(o *Options) *Backend {
	b := &Backend{}
	if o != nil {
		b.options = *o
	}
	if b.options.MaxReadBytes <= 0 {
		b.options.MaxReadBytes = DefaultMaxReadBytes
	}
	if b.options.MaxEntries <= 0 {
		b.options.MaxEntries = DefaultMaxEntries
	}
	return b
}

// Open serves [capability.Backends.Files]. The files belong to the call whose context
// it is: when that ends, every operation on them fails, those of a tool
// that was abandoned too.
//
// A working directory or a directory of the policy that cannot be opened is a
// *capability.Denied, and so is an empty intersection of the policy and the tool's declaration.
// A directory that does not exist yet is no error: it can be made where writing is allowed. An
// entry of the policy that cannot be understood, such as an empty one, is an error; a declared path
// that cannot be understood opens nothing.
func (b *Backend) Open(ctx context.Context, request *capability.Request) (capability.WriteFS, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v := &view{backend: b, ctx: ctx, session: request.Session, dryRun: request.DryRun}
	if err := v.reach(request); err != nil {
		v.close()
		return nil, err
	}
	// A context that lives longer than the tool must not keep directories open.
	open := weak.Make(v)
	context.AfterFunc(ctx, func() {
		if v := open.Value(); v != nil {
			v.close()
		}
	})
	return v, nil
}

// view is the files of one call.
type view struct {
	backend *Backend
	ctx     context.Context // of the call, as long as which it lives
	session string

	base      string // the working directory, without symbolic links; empty for none
	anchors   []*anchor
	spellings []spelling
	rules     rules
	writes    bool // the tool declares writing
	dryRun    bool // nothing may change
	ways      ways
}

var (
	_ capability.WriteFS = (*view)(nil)
	_ fs.ReadLinkFS      = (*view)(nil) // or fs.Sub takes links for what they lead to
)

func (v *view) close() {
	for _, a := range v.anchors {
		a.close()
	}
}
