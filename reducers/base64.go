package reducers

import (
	"fmt"
	"strings"
)

const (
	// leastBlob is the length from which on an unbroken run of base64 is a blob.
	leastBlob = 256
	// leastDistinct is how many different characters a blob has at least. Random
	// bytes have more than 50 in 256 characters, hexadecimal digits 22 at most.
	leastDistinct = 28
	// leastWrapped is from how many full lines on base64 in lines is a blob.
	leastWrapped = 4
)

// ReplaceBase64 replaces what looks like base64 by its size: unbroken runs of
// 256 and more characters of one of its two alphabets, and four and more lines
// of 60 to 80 of them, as PEM and MIME write it. Words, paths and hexadecimal
// digits are left alone: a blob has capitals, small letters and digits, 28 and more
// different characters in all.
func ReplaceBase64(text string) string {
	return settle(text, func(text string) string { return replaceRuns(replaceWrapped(text)) })
}

// isBase64 has the characters of both alphabets and the padding.
var isBase64 = func() (is [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") {
		is[b] = true
	}
	return is
}()

// runLength is the length of the base64 that s begins with.
func runLength(s string) (n int) {
	for n < len(s) && isBase64[s[n]] {
		n++
	}
	return n
}

// isBlob says whether a run of base64 has the variety of encoded bytes.
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
	return distinct >= leastDistinct && upper && lower && digit
}

// blobMark stands for so many characters of base64.
func blobMark(characters int) string {
	return fmt.Sprintf("[base64: %d bytes left out]", characters/4*3)
}

// replaceRuns replaces unbroken runs.
func replaceRuns(text string) string {
	var out strings.Builder
	from := 0
	for i := 0; i < len(text); {
		n := runLength(text[i:])
		if n >= leastBlob && isBlob(text[i:i+n]) {
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

// replaceWrapped replaces base64 in lines: full ones of one length, and what
// may be the shorter last one.
func replaceWrapped(text string) string {
	var out strings.Builder
	for text != "" {
		lines, bytes, characters := wrapped(text)
		if lines >= leastWrapped && isBlob(text[:bytes]) {
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

// wrapped measures the base64 in lines that the text begins with.
func wrapped(text string) (lines, bytes, characters int) {
	full := 0
	for {
		line := firstLine(text[bytes:])
		body := strings.TrimRight(line, "\r\n")
		width := len(body)
		if width == 0 || body == line || runLength(body) != width || full == 0 && (width < 60 || width > 80) || full > 0 && width > full {
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
