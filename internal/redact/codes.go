package redact

import (
	"strings"
	"sync"
)

// code is an encoding of bytes in digits of the same number of bits: hexadecimal, Base32 or Base64.
type code struct {
	bits   int
	digits *[256]int8 // the value of each digit; -1 for other bytes
	// minDigits is the number of digits that MinEncoded bytes have at least.
	minDigits int
}

// hexDigits are the values of hexadecimal digits in both cases. The tables of this package are written out or
// computed when they are needed, so that programs start without them.
var hexDigits = [256]int8{
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1,
	-1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
}

// hexadecimal and the codes of letters are the known codes: RFC 4648. Base32 is in upper or in lower case, so that a word
// in the other case is not part of it.
var (
	hexadecimal   = code{bits: 4, digits: &hexDigits, minDigits: MinEncoded * 2}
	computedCodes base64AndBase32
	computeCodes  sync.Once
)

// base64AndBase32 are the codes of letters.
type base64AndBase32 struct {
	base64 code
	base32 [4]code
}

// letterCodes returns the codes of letters.
func letterCodes() *base64AndBase32 {
	computeCodes.Do(func() { computedCodes = newLetterCodes() })
	return &computedCodes
}

// newLetterCodes computes the codes of letters.
func newLetterCodes() base64AndBase32 {
	return base64AndBase32{
		code{6, digitValues("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), minLetters},
		[...]code{
			base32Code("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), base32Code("abcdefghijklmnopqrstuvwxyz234567"),
			base32Code("0123456789ABCDEFGHIJKLMNOPQRSTUV"), base32Code("0123456789abcdefghijklmnopqrstuv"),
		},
	}
}

func base32Code(alphabet string) code { return code{5, digitValues(alphabet), (MinEncoded*8 + 4) / 5} }

// minLetters is the number of digits that MinEncoded bytes have at least in Base64.
const minLetters = (MinEncoded*8 + 5) / 6

// digitValues returns the values of the digits of several alphabets.
func digitValues(alphabets ...string) *[256]int8 {
	values := new([256]int8)
	for i := range values {
		values[i] = -1
	}
	for _, alphabet := range alphabets {
		for i := range len(alphabet) {
			values[alphabet[i]] = int8(i)
		}
	}
	return values
}

// maxGap is the maximum length of a separator in bytes.
const maxGap = 24

// lineBreak returns the index after one line break, with white space around it. Two or more plus signs after the line
// break are the spaces of a query.
func lineBreak(text string, i int) int {
	end, found := i, false
	for ; end < len(text) && end < i+maxGap; end++ {
		switch text[end] {
		case '\n':
			if found {
				return i
			}
			found = true
			if strings.HasPrefix(text[end+1:], "++") {
				end = skip(text, end+1, "+", maxGap) - 1
			}
		case ' ', '\t', '\r':
		default:
			if found {
				return end
			}
			return i
		}
	}
	return i
}

// run is a sequence of digits of a code. Separators divide it into pieces.
type run struct {
	pieces []span
	count  int // the number of digits
}

// add adds a piece.
func (r *run) add(start, end int) {
	r.pieces = append(r.pieces, span{start: start, end: end})
	r.count += end - start
}

// searchLetters appends the secrets and keys in Base64 and Base32. All digits of Base32 are digits of Base64.
func (f *finder) searchLetters(spans []span, text string, depth int) []span {
	var r run
	codes := letterCodes()
	base64Code := &codes.base64
	for i := 0; i < len(text); {
		if base64Code.digits[text[i]] < 0 {
			i++
			continue
		}
		start := i
		for i < len(text) && base64Code.digits[text[i]] >= 0 {
			i++
		}
		if i-start < minLetters && (i == len(text) || text[i] > ' ' || text[i] == ' ' && i+1 < len(text) && text[i+1] > ' ') {
			continue
		}
		if i = base64Code.readRun(&r, text, start); r.count < minLetters || r.count >= minHexRun && r.isHex(text) {
			continue
		}
		spans = f.searchRun(spans, text, base64Code, &r, depth)
		for n := range codes.base32 {
			spans = f.searchBase32(spans, text[:i], start, &codes.base32[n], depth)
		}
	}
	return spans
}

// minHexRun is the number of hexadecimal digits in a row that other codes have by chance in one of 2^24 cases.
const minHexRun = 24

// isHex reports whether all digits of the run are hexadecimal.
func (r *run) isHex(text string) bool {
	for _, piece := range r.pieces {
		if hexEnd(text[:piece.end], piece.start) < piece.end {
			return false
		}
	}
	return true
}

// searchBase32 appends the secrets and keys in the runs of a code from i to the end of the text.
func (f *finder) searchBase32(spans []span, text string, i int, c *code, depth int) []span {
	var r run
	for i < len(text) {
		if c.digits[text[i]] < 0 {
			i++
			continue
		}
		if i = c.readRun(&r, text, i); r.count >= c.minDigits {
			spans = f.searchRun(spans, text, c, &r, depth)
		}
	}
	return spans
}

// readRun reads the run that begins at i, and returns the index after it. Line breaks separate its pieces.
func (c *code) readRun(r *run, text string, i int) int {
	r.pieces, r.count = r.pieces[:0], 0
	for {
		start := i
		for i < len(text) && c.digits[text[i]] >= 0 {
			i++
		}
		r.add(start, i)
		if i == len(text) || text[i] > ' ' {
			return i
		}
		next := lineBreak(text, i)
		if next == i || c.digits[text[next]] < 0 {
			return i
		}
		i = next
	}
}

// searchRun decodes a run from the digits at which its bytes may begin, and appends the secrets and keys in the
// bytes.
func (f *finder) searchRun(spans []span, text string, c *code, r *run, depth int) []span {
	begins := c.begins(text, r)
	for skip := range phases {
		if begins>>skip&1 == 0 {
			continue
		}
		if !f.spend(r.count * c.bits / 8) {
			return spans
		}
		f.buffers[depth] = c.decode(f.buffers[depth][:0], text, r, skip)
		for _, s := range f.findDecoded(f.buffers[depth], depth) {
			first := skip + s.start*8/c.bits
			last := skip + (s.end*8-1)/c.bits
			spans = append(spans, span{r.position(first), r.position(last) + 1, s.label})
		}
	}
	return spans
}

// phases is the maximum number of digits after which bytes begin at a digit again.
const phases = 8

// begins returns a bit for each digit at which the bytes of a run may begin. That is every digit if the run has a
// decimal digit. Otherwise, the run is probably a word, a name or a path, and the bytes begin at its first digit
// or after a sign.
func (c *code) begins(text string, r *run) (bits uint8) {
	period := 8 / (c.bits & -c.bits) // the number of digits of a whole number of bytes
	every := uint8(1<<period - 1)
	if c.bits == hexadecimal.bits {
		return every
	}
	count := 0
	for _, piece := range r.pieces {
		bits |= 1 << (count % period)
		for _, digit := range []byte(text[piece.start:piece.end]) {
			count++
			switch {
			case isDigit(digit):
				return every
			case !isLetter(digit):
				bits |= 1 << (count % period)
			}
		}
	}
	return bits
}

// decode appends the bytes of a run without its first digits.
func (c *code) decode(out []byte, text string, r *run, skip int) []byte {
	word, bits := uint32(0), 0
	for _, piece := range r.pieces {
		digits := text[piece.start:piece.end]
		n := min(skip, len(digits))
		skip -= n
		for _, digit := range []byte(digits[n:]) {
			word = word<<c.bits | uint32(c.digits[digit])
			if bits += c.bits; bits >= 8 {
				bits -= 8
				out = append(out, byte(word>>bits))
			}
		}
	}
	return out
}

// position returns the index in the text of a digit of the run.
func (r *run) position(digit int) int {
	for _, piece := range r.pieces {
		if size := piece.end - piece.start; digit >= size {
			digit -= size
			continue
		}
		return piece.start + digit
	}
	return r.pieces[len(r.pieces)-1].end - 1
}
