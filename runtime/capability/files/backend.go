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
	// DefaultMaxReadBytes allows sixteen reads at a time on a small machine, and is much more
	// than fits into the context of a model.
	DefaultMaxReadBytes = 64 << 20
	DefaultMaxEntries   = 100_000
)

// Options configure a backend. The zero value, and nil, mean the defaults that
// each field names.
type Options struct {
	// MaxReadBytes limits the size of a file that ReadFile reads, in bytes; zero means
	// DefaultMaxReadBytes. A larger file is a *LimitError; it can be opened and read in parts.
	MaxReadBytes int64
	// MaxEntries limits how many entries ReadDir lists; zero means DefaultMaxEntries. A larger
	// directory is a *LimitError; it can be opened and listed in parts.
	MaxEntries int
	// HardLinks allows reading and replacing files that have several hard links. Appending to
	// them is never allowed.
	HardLinks bool
	// Mounts allows using file systems that are mounted below a directory in reach.
	Mounts bool
	// Close are rules that close paths in addition to [ClosedPaths].
	Close []ClosedPath
	// Reopen are the patterns of rules of [ClosedPaths] that do not apply, such as "AGENTS.md". The
	// policy decides about their paths.
	Reopen []string
	// Repositories allows writing in directories that git would use as a bare repository.
	Repositories bool
}

// Backend opens the files of calls, and records for each session which files it read. Make one with
// [New].
type Backend struct {
	options    Options
	index      func() (*ruleIndex, error) // of Options.Close and Options.Reopen
	stamps     stamps
	sweepTimes sweepTimes
	commits    sync.Mutex // held during a change of a file that sessions may have read
}

// New returns a backend. It keeps no file open.
func New(o *Options) *Backend {
	b := &Backend{options: o.withDefaults()}
	b.index = sync.OnceValues(func() (*ruleIndex, error) {
		rules, err := b.options.closedPaths()
		return newIndex(rules), err
	})
	return b
}

// withDefaults returns a copy with the defaults of all fields.
func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.MaxReadBytes <= 0 {
		c.MaxReadBytes = DefaultMaxReadBytes
	}
	if c.MaxEntries <= 0 {
		c.MaxEntries = DefaultMaxEntries
	}
	return c
}

// Open serves [capability.Backends.Files]. The context is that of the call: after its end, every
// operation on the files fails, also if the tool is still running.
//
// If the working directory or a path of the policy cannot be opened, the error is a
// *capability.Denied, and so it is if the policy and the declaration of the tool have no path in
// common. A missing directory is not an error: the tool can create it if it may write there. An entry
// of the policy or of Options that is not valid, such as an empty one, is an error; a declared path that is not
// valid adds nothing to the reach.
func (b *Backend) Open(ctx context.Context, request *capability.Request) (capability.WriteFS, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	index, err := b.ruleIndex()
	if err != nil {
		return nil, err
	}
	v := &view{backend: b, ctx: ctx, session: request.Session, dryRun: request.DryRun, closure: closure{index: index, ignoresNames: true}}
	if err := v.applyRequest(request); err != nil {
		v.close()
		return nil, err
	}
	// A context that lives longer than the tool must not keep the directories open.
	open := weak.Make(v)
	context.AfterFunc(ctx, func() {
		if v := open.Value(); v != nil {
			v.close()
		}
	})
	return v, nil
}

// view is the files that one call can use. It implements capability.WriteFS.
type view struct {
	backend *Backend
	ctx     context.Context // of the call
	session string

	base      string // the working directory without symbolic links; empty if there is none
	anchors   []*anchor
	hostPaths []hostPath
	closure   closure // also in rules
	rules     rules
	writes    bool // the tool declares that it writes
	dryRun    bool // changes are denied
	usedDirs  usedDirs
}

var (
	_ capability.WriteFS = (*view)(nil)
	_ fs.ReadLinkFS      = (*view)(nil) // without it, fs.Sub describes the target of a link
)

func (v *view) close() {
	for _, a := range v.anchors {
		a.close()
	}
}
