package file

import (
	"bytes"
	"strings"
)

// sniffed is how many bytes at the beginning of a file tell its kind, as git has it.
const sniffed = 8000

// kind is what a file holds: a media type for images, words for people
// otherwise.
type kind string

const (
	text   kind = "text"
	binary kind = "of unknown kind"
	utf16  kind = "UTF-16 text; convert it to UTF-8 to read it"
)

// image says that models can look at it.
func (k kind) image() bool { return strings.HasPrefix(string(k), "image/") }

// signatures are what files of a kind have at an offset. Those that could begin a
// text count only beside a NUL byte, which no text has.
var signatures = []struct {
	offset int
	bytes  string
	kind   kind
	sure   bool
}{
	{0, "\x89PNG\r\n\x1a\n", "image/png", true},
	{0, "\xff\xd8\xff", "image/jpeg", true},
	{0, "GIF87a", "image/gif", false},
	{0, "GIF89a", "image/gif", false},
	{8, "WEBP", "image/webp", false},
	{0, "\xff\xfe", utf16, false},
	{0, "\xfe\xff", utf16, false},
	{0, "%PDF-", "PDF document", true},
	{0, "PK\x03\x04", "ZIP archive, or a format made of one such as docx, xlsx or jar", true},
	{0, "\x1f\x8b", "gzip", true},
	{0, "BZh", "bzip2", false},
	{0, "\xfd7zXZ\x00", "xz", true},
	{0, "\x28\xb5\x2f\xfd", "zstd", true},
	{0, "7z\xbc\xaf\x27\x1c", "7z archive", true},
	{257, "ustar", "tar archive", false},
	{0, "\x7fELF", "ELF program or library", true},
	{0, "\xcf\xfa\xed\xfe", "Mach-O program or library", true},
	{0, "MZ", "Windows program or library", false},
	{0, "\x00asm", "WebAssembly module", true},
	{0, "\xca\xfe\xba\xbe", "Java class or Mach-O program", true},
	{0, "SQLite format 3\x00", "SQLite database", true},
	{0, "BM", "BMP image", false},
	{0, "ID3", "MP3 audio", false},
	{0, "OggS", "Ogg audio or video", false},
	{8, "WAVE", "WAV audio", false},
	{4, "ftyp", "MP4, HEIC or AVIF", false},
}

// kindOf judges a file by its beginning: what has a NUL byte or the signature of a
// binary format is no text. Bytes that are not UTF-8 may be text.
func kindOf(head []byte) kind {
	binaryLike := bytes.IndexByte(head, 0) >= 0
	for _, s := range signatures {
		if len(head) > s.offset && bytes.HasPrefix(head[s.offset:], []byte(s.bytes)) && (s.sure || binaryLike) {
			return s.kind
		}
	}
	if binaryLike {
		return binary
	}
	return text
}
