package decode

import "github.com/toolgen/toolgen/runtime/arguments"

// Options are the settings of one decode. The zero value is the default.
type Options struct {
	// MaxBytes is the maximum length of the text, in bytes. Zero or less means
	// [arguments.DefaultMaxBytes].
	MaxBytes int

	// NoRepair reports problems instead of making repairs. Aliases of arguments are
	// repairs, too.
	NoRepair bool
}

// D is the state of decoding one text. Reset or ResetString sets the text; the
// zero value has the empty text. A D must not be copied while it is in use, and it
// is not safe for concurrent use.
type D struct {
	text     string   // the whole text; a repair replaces it between two attempts
	slab     []string // memory for slices of strings and pointers to strings, used in runs
	short    []byte   // memory for short strings, also of the next texts
	depth    int      // the number of open objects and arrays
	lengths  [8]uint8 // the lengths of the last arrays of some depths
	scanned  int      // the number of bytes that scan has read
	spans    *spans   // the ends of objects and arrays; nil until scan needs them
	attempts uint8    // the number of attempts to read the text
	kept     uint8    // the number of strings of a lent text that were copied alone
	lent     bool     // text is memory of the caller
	noRepair bool
	report   *report // the result of the review; nil if there was none
}

// report is the result of a review.
type report struct {
	problems []arguments.Problem // at most maxProblems
	total    int
	repairs  []arguments.Repair
	json     string // the text after repairs of its syntax; empty if there were none
}

// Reset discards the state of d and sets its text to args, which must not change
// until the text was read. The value, its problems and its repairs share no memory
// with args; short strings of it can share up to 512 bytes with those of other values.
// If args is longer than the options allow, decoding fails with
// [arguments.CodeTooLarge].
func (d *D) Reset(args []byte, o Options) {
	if d.begin(len(args), o) {
		d.lend(args)
	}
}

// ResetString is like [D.Reset] for a string. Strings of the value are parts of it.
func (d *D) ResetString(args string, o Options) {
	if d.begin(len(args), o) {
		d.text = args
	}
}

// begin discards the state and reports whether a text of that size is accepted.
func (d *D) begin(size int, o Options) bool {
	// Fields that are nil are not written: writing a pointer executes the write
	// barrier of the garbage collector.
	if d.report != nil || d.slab != nil || d.spans != nil {
		d.report, d.slab, d.spans = nil, nil, nil
	}
	d.depth, d.scanned, d.attempts, d.kept, d.noRepair, d.lent = 0, 0, 0, 0, o.NoRepair, false
	clear(d.lengths[:])
	limit := o.MaxBytes
	if limit <= 0 {
		limit = arguments.DefaultMaxBytes
	}
	if size > limit {
		d.text, d.report = "", tooLarge(size, limit)
	}
	return size <= limit
}

// Err returns an [*arguments.Error] with the problems of the arguments of the
// named tool, or nil if there are none.
func (d *D) Err(tool string) error {
	if d.isRefused() {
		return &arguments.Error{Tool: tool, Problems: d.report.problems, Total: d.report.total}
	}
	return nil
}

// Repairs returns the repairs that were made, in the order of the text. It returns
// nil if Err returns an error.
func (d *D) Repairs() []arguments.Repair {
	if d.report == nil || d.isRefused() {
		return nil
	}
	return d.report.repairs
}

// JSON returns the text of the arguments after the repairs of its syntax, without the
// other repairs. It returns an empty string if the text was JSON, or could not be
// repaired.
func (d *D) JSON() string {
	if d.report == nil {
		return ""
	}
	return d.report.json
}

// isRefused reports whether there are problems.
func (d *D) isRefused() bool { return d.report != nil && d.report.total > 0 }
