package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Options are the settings of one decode. The zero value is the default.
type Options struct {
	// MaxBytes is the longest text accepted, in bytes. Zero or less means
	// DefaultMaxBytes.
	MaxBytes int

	// NoRepair reports what would otherwise be repaired, aliases included,
	// as problems.
	NoRepair bool
}

// D is one decode of one text. Reset or ResetString makes it ready; until then it holds the
// empty text. It must not be copied while it is in use, and it is not safe
// for concurrent use.
type D struct {
	text     string   // the whole text; never changed while it is read
	slab     []string // room for string slices and pointers, handed out in runs
	flags    []bool   // room for pointers to booleans
	depth    int      // objects and arrays open
	scanned  int      // bytes passed over in search of discriminators
	spans    *spans   // where objects and arrays end; nil until that is needed
	attempts uint8    // how often the text was read
	noRepair bool
	report   *report // what the slow pass found; nil when it did not run
}

// report is what the slow pass leaves behind.
type report struct {
	problems []arguments.Problem // the first maxProblems
	total    int
	repairs  []arguments.Repair
}

// Reset makes d ready to read args, which it copies. It forgets everything of
// an earlier decode. Text longer than the options allow is not copied: the
// decode then fails with [arguments.CodeTooLarge].
func (d *D) Reset(args []byte, o Options) {
	if d.begin(len(args), o) {
		d.text = string(args)
	}
}

// ResetString is Reset for text that nobody changes: it copies nothing.
func (d *D) ResetString(args string, o Options) {
	if d.begin(len(args), o) {
		d.text = args
	}
}

// begin forgets everything and reports whether a text of that size is read.
func (d *D) begin(size int, o Options) bool {
	// Pointers that are nil already are left alone: writing one costs the
	// garbage collector's barrier.
	if d.report != nil || d.slab != nil || d.flags != nil || d.spans != nil {
		d.report, d.slab, d.flags, d.spans = nil, nil, nil, nil
	}
	d.depth, d.scanned, d.attempts, d.noRepair = 0, 0, 0, o.NoRepair
	limit := o.MaxBytes
	if limit <= 0 {
		limit = arguments.DefaultMaxBytes
	}
	if size > limit {
		d.text, d.report = "", tooLarge(size, limit)
	}
	return size <= limit
}

// Err tells what was wrong with the arguments of the named tool: nil, or an
// [*Error].
func (d *D) Err(tool string) error {
	if d.isRefused() {
		return &arguments.Error{Tool: tool, Problems: d.report.problems, Total: d.report.total}
	}
	return nil
}

// Repairs returns the repairs made, in the order of the text, or nil. There
// are none when Err is not nil.
func (d *D) Repairs() []arguments.Repair {
	if d.report == nil || d.isRefused() {
		return nil
	}
	return d.report.repairs
}

func (d *D) isRefused() bool { return d.report != nil && d.report.total > 0 }
