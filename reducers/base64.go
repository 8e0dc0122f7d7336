package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
)

const (
	// minBlob is the minimum length of a blob on one line, in characters.
	minBlob = 256
	// minDistinct is the minimum number of different characters of a blob. Random
	// bytes have more than 50 in 256 characters, hexadecimal digits at most 22.
	minDistinct = 28
	// minWrappedLines is the minimum number of lines of a wrapped blob.
	minWrappedLines = 4
)

// ReplaceBase64 replaces text that looks like base64 by its size: a run of at
// least 256 characters of the two alphabets of base64, and at least four lines of
// 60 to 80 such characters, as in PEM and MIME. The text must have capital
// letters, small letters, digits and at least 28 different characters, so that
// words, paths and hexadecimal digits are not replaced.
func ReplaceBase64(text string) string {
	return applyUntilStable(text, func(text string) string { return replaceRuns(replaceWrapped(text)) })
}

// isBase64 is true for the characters of both alphabets and the padding.
var isBase64 = func() (is [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") {
		is[b] = true
	}
	return is
}()

// base64Length returns the number of base64 characters at the beginning of s.
func base64Length(s string) (n int) {
	for n < len(s) && isBase64[s[n]] {
		n++
	}
	return n
}

// isBlob reports whether base64 characters are as different as those of encoded
// bytes.
func isBlob(run string) bool {
	var seen [256]bool
	distinct, upper, lower, digit := 0, false, false, false
	for i := range min(len(run), 4096) {
		b := run[i]
		if !seen[b] {
			seen[b] = true
			distinct++
		}
		upper = upper || 'A' <= b && b <= 'Z'
		lower = lower || 'a' <= b && b <= 'z'
		digit = digit || '0' <= b && b <= '9'
	}
	return distinct >= minDistinct && upper && lower && digit
}

// blobMark returns the mark that replaces that number of base64 characters.
func blobMark(characters int) string {
	return cut.Mark(cut.Count(characters/4*3, "byte")+" of base64", "")
}

// replaceRuns replaces blobs on one line.
func replaceRuns(text string) string {
	var out strings.Builder
	from := 0
	for i := 0; i < len(text); {
		n := base64Length(text[i:])
		if n >= minBlob && isBlob(text[i:i+n]) {
			out.WriteString(text[from:i])
			out.WriteString(blobMark(n))
			from = i + n
		}
		i += n + 1
	}
	if from == 0 {
		return text
	}
	out.WriteString(text[from:])
	return out.String()
}

// replaceWrapped replaces wrapped blobs: lines of one length, of which the last
// may be shorter.
func replaceWrapped(text string) string {
	var out strings.Builder
	for text != "" {
		lines, bytes, characters := measureWrappedBase64(text)
		if lines >= minWrappedLines && isBlob(text[:bytes]) {
			out.WriteString(blobMark(characters) + "\n")
			text = text[bytes:]
			continue
		}
		bytes = max(bytes, len(firstLine(text)))
		out.WriteString(text[:bytes])
		text = text[bytes:]
	}
	return out.String()
}

// measureWrappedBase64 returns the size of the wrapped base64 at the beginning of the
// text: the number of lines, of bytes with line feeds, and of characters.
func measureWrappedBase64(text string) (lines, bytes, characters int) {
	full := 0
	for {
		line := firstLine(text[bytes:])
		body := strings.TrimRight(line, "\r\n")
		width := len(body)
		if width == 0 || body == line || base64Length(body) != width || full == 0 && (width < 60 || width > 80) || full > 0 && width > full {
			return lines, bytes, characters
		}
		lines, bytes, characters = lines+1, bytes+len(line), characters+width
		if full == 0 {
			full = width
		}
		if width < full {
			return lines, bytes, characters
		}
	}
}
