package web

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// kind is what becomes of a document.
type kind uint8

const (
	kindBinary kind = iota // is refused
	kindText               // is returned as it is
	kindHTML               // is read
)

// sniffBytes is how much of a body is looked at to find out its type.
const sniffBytes = 4 << 10

// pages are the types of HTML.
var pages = map[string]bool{"text/html": true, "application/xhtml+xml": true}

// plainTypes are types of text that do not begin with text/.
var plainTypes = map[string]bool{
	"application/json": true, "application/xml": true, "application/javascript": true, "application/ecmascript": true, "application/x-javascript": true,
	"application/yaml": true, "application/x-yaml": true, "application/toml": true, "application/x-ndjson": true, "application/jsonl": true, "application/json-seq": true,
	"application/sql": true, "application/graphql": true, "application/x-sh": true, "application/x-httpd-php": true,
	"application/xml-dtd": true, "application/x-tex": true, "application/x-subrip": true, "application/mbox": true, "application/pgp-signature": true,
}

// vague are types that say nothing: the content decides.
var vague = map[string]bool{
	"": true, "application/octet-stream": true, "binary/octet-stream": true, "application/unknown": true, "unknown/unknown": true,
	"application/force-download": true, "application/x-download": true,
}

// classify says what a document is: by what the server declares, unless the
// content shows that to be wrong. A program's source that is declared as plain
// text stays that, also when it is HTML.
func classify(declared string, head []byte) (mediaType string, k kind) {
	declaredType, parameters, err := mime.ParseMediaType(declared)
	if err != nil {
		declaredType, _, _ = strings.Cut(strings.ToLower(declared), ";")
		declaredType = short(declaredType, 60)
	}
	found := sniff(head, parameters["charset"])
	switch {
	case found == "":
		found = "application/octet-stream"
		if vague[declaredType] || isText(declaredType) || pages[declaredType] {
			return found, kindBinary
		}
		return declaredType, kindBinary
	case !strings.HasPrefix(found, "text/"):
		return found, kindBinary
	case pages[declaredType]:
		return declaredType, kindHTML
	case isText(declaredType):
		return declaredType, kindText
	case found == "text/html":
		return found, kindHTML
	case vague[declaredType]:
		return found, kindText
	case knownBinary(declaredType):
		return found, kindText // it lies: this is text
	}
	return declaredType, kindText
}

func isText(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") && !pages[mediaType] || plainTypes[mediaType] ||
		strings.HasSuffix(mediaType, "+json") || strings.HasSuffix(mediaType, "+xml") && !pages[mediaType] || strings.HasSuffix(mediaType, "+yaml")
}

func knownBinary(mediaType string) bool {
	major, _, _ := strings.Cut(mediaType, "/")
	return major == "image" || major == "audio" || major == "video" || major == "font" || mediaType == "application/pdf" || mediaType == "application/zip"
}

// sniff is the type that the beginning of a document has; text/… for text, and
// empty for bytes of no known form.
func sniff(head []byte, label string) string {
	if isUTF16(label) || bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		head = bytes.ReplaceAll(bytes.Trim(head, "\xFF\xFE"), []byte{0}, nil) // half of the bytes of its ASCII
		if looksLikeHTML(head) {
			return "text/html"
		}
		return "text/plain"
	}
	found, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case found == "application/octet-stream":
		return ""
	case found != "text/plain":
		return found
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\uFEFF"), []byte("<")) && looksLikeHTML(head):
		return "text/html"
	}
	return found
}

func isUTF16(label string) bool {
	_, name := charset.Lookup(label)
	return strings.HasPrefix(name, "utf-16")
}

// looksLikeHTML finds pages that begin with something else than a browser's
// sniffing knows, such as <main> or <section>.
func looksLikeHTML(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<html", "<head", "<body", "<div", "<main", "<article", "<section", "<p>", "<table", "<ul", "<title"} {
		if bytes.Contains(lower, []byte(tag)) {
			return !bytes.HasPrefix(bytes.TrimSpace(lower), []byte("<?xml")) || bytes.Contains(lower, []byte("<html"))
		}
	}
	return false
}

// decode is the body in UTF-8: by its byte order mark, the declared charset,
// the one that a page names in its head, or the guess of browsers. Bytes that
// are none become U+FFFD.
func (d *document) decode() (string, error) {
	body := d.body
	if d.cut != "" {
		body = texts.WholeEnd(body)
	}
	encoding, name := encodingOf(body, d.header.Get("Content-Type"))
	if name == "utf-8" {
		return strings.ToValidUTF8(string(bytes.TrimPrefix(body, []byte("\uFEFF"))), "\uFFFD"), nil
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(encoding.NewDecoder()), body)
	if err != nil {
		return "", d.failed(ReasonCharset, err, "is not text of the charset %s that it declares", name)
	}
	return string(text), nil
}

// encodingOf is the encoding of a body. What is valid UTF-8 is UTF-8, whatever
// a page says of itself, but for the encodings whose bytes are ASCII.
func encodingOf(body []byte, declared string) (encoding.Encoding, string) {
	head, valid := body[:min(len(body), sniffBytes)], utf8.Valid(body)
	found, name, certain := charset.DetermineEncoding(head, declared)
	_, parameters, _ := mime.ParseMediaType(declared)
	switch {
	case isUTF16(parameters["charset"]) && !certain:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-16"
	case valid && !certain && name != "iso-2022-jp":
		return nil, "utf-8"
	case name == "utf-8" && !valid: // declared wrongly: a page may name the right one
		if own, name, _ := charset.DetermineEncoding(head, "text/html"); name != "utf-8" && name != "windows-1252" {
			return own, name
		}
	}
	return found, name
}
