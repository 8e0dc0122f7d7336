package decode

// DefaultMaxBytes is the longest text that is read when [Options] do not say
// otherwise: 4 MiB.
const DefaultMaxBytes = 4 << 20

// MaxDepth is how many objects and arrays may be open at once.
const MaxDepth = 64

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
	depth    int      // objects and arrays open
	noRepair bool
	report   *report // what the slow pass found; nil when it did not run
}

// report is what the slow pass leaves behind.
type report struct {
	problems []Problem // the first maxProblems
	total    int
	repairs  []Repair
}

// Reset makes d ready to read args, which it copies. It forgets everything of
// an earlier decode. Text longer than the options allow is not copied: the
// decode then fails with [CodeTooLarge].
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
	*d = D{noRepair: o.NoRepair}
	limit := o.MaxBytes
	if limit <= 0 {
		limit = DefaultMaxBytes
	}
	if size > limit {
		d.report = tooLarge(size, limit)
	}
	return size <= limit
}

// Err tells what was wrong with the arguments of the named tool: nil, or an
// [*Error].
func (d *D) Err(tool string) error {
	if d.refused() {
		return &Error{Tool: tool, Problems: d.report.problems, Total: d.report.total}
	}
	return nil
}

// Repairs returns the repairs made, in the order of the text, or nil. There
// are none when Err is not nil.
func (d *D) Repairs() []Repair {
	if d.report == nil || d.refused() {
		return nil
	}
	return d.report.repairs
}

func (d *D) refused() bool { return d.report != nil && d.report.total > 0 }

// Arguments reads the whole text of d into a new T and returns the *T. It
// returns nil when there are problems; [D.Err] then has them. The type that t
// describes and read reads must be the same, a struct.
func Arguments[T any](d *D, t *Type, read func(d *D, i int, v *T) int) any {
	if d.refused() {
		return nil
	}
	d.defaultText()
	if v := whole(d, read); v != nil {
		return v
	}
	if !d.review(t) {
		return nil
	}
	if v := whole(d, read); v != nil {
		return v
	}
	d.disagree()
	return nil
}

// defaultText replaces text that holds nothing, or null, by an empty object.
func (d *D) defaultText() {
	i := space(d.text, 0)
	if peek(d.text, i) == '{' {
		return
	}
	rest := d.text[i:]
	if rest == "" || len(rest) >= 4 && rest[:4] == "null" && space(rest, 4) == len(rest) {
		d.text = "{}"
	}
}

// firstRun is how many strings of slices and pointers find room beside the
// value itself: most calls have no more.
const firstRun = 4

// box is a value with room for its first strings: one allocation for both.
type box[T any] struct {
	value T
	run   [firstRun]string
}

// whole reads the text from its first byte to its last, or returns nil.
func whole[T any](d *D, read func(d *D, i int, v *T) int) *T {
	b := new(box[T])
	d.depth = 0
	d.slab = b.run[:0]
	i := read(d, space(d.text, 0), &b.value)
	if i < 0 || space(d.text, i) != len(d.text) {
		return nil
	}
	return &b.value
}
