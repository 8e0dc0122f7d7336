package file

import (
	"bytes"
	"strings"
)

// headBytes is the length of the beginning of a file that determines its kind.
// git uses the same length.
const headBytes = 8000

// fileKind is the kind of a file's content: a media type for an image,
// otherwise a description.
type fileKind string

const (
	kindText   fileKind = "text"
	kindBinary fileKind = "unknown kind"
	kindUTF16  fileKind = "UTF-16 text; convert it to UTF-8 to read it"
)

// isImage reports whether the kind is an image that models can see.
func (k fileKind) isImage() bool { return strings.HasPrefix(string(k), "image/") }

// signatures are the bytes that identify a kind at an offset. If sure is
// false, a text can also begin with the bytes, so they count only in a file
// with a NUL byte.
var signatures = []struct {
	offset int
	bytes  string
	kind   fileKind
	sure   bool
}{
	{0, "\x89PNG\r\n\x1a\n", "image/png", true},
	{0, "\xff\xd8\xff", "image/jpeg", true},
	{0, "GIF87a", "image/gif", false},
	{0, "GIF89a", "image/gif", false},
	{8, "WEBP", "image/webp", false},
	{0, "\xff\xfe", kindUTF16, false},
	{0, "\xfe\xff", kindUTF16, false},
	{0, "%PDF-", "PDF document", true},
	{0, "PK\x03\x04", "ZIP archive, or a format based on it, such as docx, xlsx or jar", true},
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

// detectKind determines the kind of a file by its first bytes. A file with a
// NUL byte or the signature of a binary format is not text. A text can contain
// bytes that are not UTF-8.
func detectKind(head []byte) fileKind {
	hasNUL := bytes.IndexByte(head, 0) >= 0
	for _, s := range signatures {
		if len(head) > s.offset && bytes.HasPrefix(head[s.offset:], []byte(s.bytes)) && (s.sure || hasNUL) {
			return s.kind
		}
	}
	if hasNUL {
		return kindBinary
	}
	return kindText
}
