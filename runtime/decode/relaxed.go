package decode

import (
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// relaxedReader reads a text that is almost JSON, as models write it, and writes it as
// JSON: without the fences of Markdown, comments and trailing commas, with double
// quotes, with the literals of JSON, and with the closing brackets that are missing
// at the end. It fails if a part of the text has more than one meaning. It reads the
// text once, except for comments that follow a comma, which it reads twice.
type relaxedReader struct {
	text    string // up to the closing fence
	path    string // of the text, for the repairs
	depth   int
	out     []byte
	copied  int // the number of bytes of the text that are in the output or are replaced
	edits   edits
	repairs []arguments.Repair // one of each kind: the first one in the text
	closers []byte             // the closing brackets that are missing at the end

	lineQuotes  string // the quotes of the strings on the current line
	openComment bool   // a comment without a line break is at the end of the text
}

// relax converts a text that is inside of depth objects and arrays. It returns nil
// if the result is not JSON.
func relax(text, path string, depth int) *relaxedReader {
	x := &relaxedReader{text: text, path: path, depth: depth}
	i := x.space(x.fences())
	if i >= 0 {
		i = x.space(x.value(i))
	}
	if i != len(x.text) {
		return nil
	}
	if x.closers != nil && x.replace(len(x.text), len(x.text), string(x.closers), arguments.RepairCutOff) < 0 {
		return nil
	}
	x.out = append(x.out, x.text[x.copied:]...)
	if findFault(string(x.out), depth) != nil {
		return nil
	}
	return x
}

// value reads the value at i and returns the index after it, or a negative number.
func (x *relaxedReader) value(i int) int {
	switch c := peek(x.text, i); {
	case c == '{':
		return x.container(i, '}', (*relaxedReader).member)
	case c == '[':
		return x.container(i, ']', (*relaxedReader).value)
	case c == '"' || c == '\'':
		return x.str(i)
	case c == '-' || c-'0' <= 9:
		return x.number(i)
	}
	return x.literal(i)
}

// container reads an object or array, each member or item by the function part.
func (x *relaxedReader) container(i int, closer byte, part func(*relaxedReader, int) int) int {
	if x.depth == arguments.MaxDepth {
		return -1
	}
	x.depth++
	defer func() { x.depth-- }()
	i = x.space(i + 1)
	for i >= 0 && peek(x.text, i) != closer {
		if i = x.space(part(x, i)); i < 0 {
			return i
		}
		switch {
		case i == len(x.text):
			return x.close(closer)
		case x.text[i] == ',':
			i = x.comma(i, closer)
		case x.text[i] != closer:
			return -1
		}
	}
	if i < 0 {
		return i
	}
	return i + 1
}

// comma reads the comma at i and the white space after it. It removes the comma if
// the closer follows.
func (x *relaxedReader) comma(i int, closer byte) int {
	if next := skipComments(x.text, i+1); peek(x.text, next) == closer && x.replace(i, i+1, "", arguments.RepairComma) < 0 {
		return -1
	}
	return x.space(i + 1)
}

// close adds the closing bracket of an object or array that ends with the text. It
// fails after a comment without a line break, which could have contained the rest of
// a text that was written on one line.
func (x *relaxedReader) close(closer byte) int {
	if x.openComment {
		return -1
	}
	x.closers = append(x.closers, closer)
	return len(x.text)
}

// replace replaces a part of the text in the output. It returns the index after the
// part, or a negative number if there are too many replacements.
func (x *relaxedReader) replace(from, to int, with string, kind arguments.RepairKind) int {
	start := x.copyTo(from)
	x.out = append(x.out, with...)
	return x.recordReplacement(from, to, start, kind)
}

// copyTo appends the text before i that is not in the output yet. It returns the
// length of the output.
func (x *relaxedReader) copyTo(i int) int {
	x.out = append(x.out, x.text[x.copied:i]...)
	x.copied = i
	return len(x.out)
}

// recordReplacement records that the output from start on replaces a part of the text. It
// returns the same as replace.
func (x *relaxedReader) recordReplacement(from, to, start int, kind arguments.RepairKind) int {
	if len(x.edits) == maxRepairs {
		return -1
	}
	x.copied = to
	x.edits = append(x.edits, textEdit{out: start, outEnd: len(x.out), text: from, textEnd: to})
	for _, r := range x.repairs {
		if r.Kind == kind {
			return to
		}
	}
	x.repairs = append(x.repairs, arguments.Repair{
		Path: x.path, Kind: kind, From: wording.Excerpt(x.text[from:to]), To: wording.Excerpt(string(x.out[start:])),
	})
	return to
}
