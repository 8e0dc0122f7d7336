package decode

// DefaultMaxBytes is the longest text that is read when [Options] do not say
// otherwise: 4 MiB.
const DefaultMaxBytes = 4 << 20

// MaxDepth is how many objects and arrays may be open at once.
const MaxDepth = 64

// Options are the settings of one decode. The zero value is the default.
type Options struct {
	// MaxBytes is the longest text accepted, in bytes. Zero means
	// DefaultMaxBytes.
	MaxBytes int

	// NoRepair reports what would otherwise be repaired, aliases included,
	// as problems.
	NoRepair bool
}

// D is one decode of one text. Reset makes it ready; until then it holds the
// empty text. It must not be copied while it is in use, and it is not safe
// for concurrent use.
type D struct {
	text     string // the whole text; never changed while it is read
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
	*d = D{noRepair: o.NoRepair}
	limit := o.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	if len(args) > limit {
		d.refuse(CodeTooLarge, "the arguments are too long")
		return
	}
	d.text = string(args)
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
// describes and read reads must be the same, a struct. Reading is not supported
// yet: every text is refused.
func Arguments[T any](d *D, t *Type, read func(d *D, i int, v *T) int) any {
	if !d.refused() {
		d.refuse(CodeUnexplained, "reading arguments is not supported yet")
	}
	return nil
}

func (d *D) refuse(code Code, message string) {
	d.report = &report{problems: []Problem{{Code: code, Message: message}}, total: 1}
}
