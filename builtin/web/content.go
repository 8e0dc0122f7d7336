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

// kind says how a document is read.
type kind uint8

const (
	kindBinary kind = iota // not text; refused
	kindText               // returned as it is
	kindHTML               // converted to Markdown or plain text
	kindPDF                // its text is returned
)

// sniffBytes is the length of the beginning of a body from which its type is
// detected.
const sniffBytes = 4 << 10

// htmlTypes are the media types of HTML.
var htmlTypes = map[string]bool{"text/html": true, "application/xhtml+xml": true}

// plainTypes are media types of text that do not begin with text/.
var plainTypes = map[string]bool{
	"application/json": true, "application/xml": true, "application/javascript": true, "application/ecmascript": true, "application/x-javascript": true,
	"application/yaml": true, "application/x-yaml": true, "application/toml": true, "application/x-ndjson": true, "application/jsonl": true, "application/json-seq": true,
	"application/sql": true, "application/graphql": true, "application/x-sh": true, "application/x-httpd-php": true,
	"application/xml-dtd": true, "application/x-tex": true, "application/x-subrip": true, "application/mbox": true, "application/pgp-signature": true,
}

// unspecificTypes are media types that do not describe the content: the content decides.
var unspecificTypes = map[string]bool{
	"": true, "application/octet-stream": true, "binary/octet-stream": true, "application/unknown": true, "unknown/unknown": true,
	"application/force-download": true, "application/x-download": true,
}

// classify returns the media type and the kind of a document. The declared type
// counts, unless the content contradicts it. HTML that is declared as plain
// text, such as the source of a program, stays text.
func classify(declared string, head []byte) (mediaType string, k kind) {
	declaredType, parameters, err := mime.ParseMediaType(declared)
	if err != nil {
		declaredType, _, _ = strings.Cut(strings.ToLower(declared), ";")
		declaredType = shortLine(declaredType, 60)
	}
	found := detectType(head, parameters["charset"])
	switch {
	case found == "":
		found = "application/octet-stream"
		if unspecificTypes[declaredType] || isText(declaredType) || htmlTypes[declaredType] {
			return found, kindBinary
		}
		return declaredType, kindBinary
	case found == "application/pdf":
		return found, kindPDF
	case !strings.HasPrefix(found, "text/"):
		return found, kindBinary
	case htmlTypes[declaredType]:
		return declaredType, kindHTML
	case isText(declaredType):
		return declaredType, kindText
	case found == "text/html":
		return found, kindHTML
	case unspecificTypes[declaredType]:
		return found, kindText
	case isKnownBinary(declaredType):
		return found, kindText // the declared type is wrong
	}
	return declaredType, kindText
}

// isText reports whether data of a media type is shown as it is.
func isText(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") && !htmlTypes[mediaType] || plainTypes[mediaType] ||
		strings.HasSuffix(mediaType, "+json") || strings.HasSuffix(mediaType, "+xml") && !htmlTypes[mediaType] || strings.HasSuffix(mediaType, "+yaml")
}

// isKnownBinary reports whether data of a media type has no text to show.
func isKnownBinary(mediaType string) bool {
	major, _, _ := strings.Cut(mediaType, "/")
	return major == "image" || major == "audio" || major == "video" || major == "font" || mediaType == "application/pdf" || mediaType == "application/zip"
}

// detectType returns the media type of the beginning of a document: text/… for text,
// and empty for an unknown form.
func detectType(head []byte, label string) string {
	if isUTF16(label) || bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		head = bytes.ReplaceAll(bytes.Trim(head, "\xFF\xFE"), []byte{0}, nil) // removes the zero bytes of ASCII characters
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

// isUTF16 reports whether a name of a charset means UTF-16.
func isUTF16(label string) bool {
	_, name := charset.Lookup(label)
	return strings.HasPrefix(name, "utf-16")
}

// looksLikeHTML reports whether text has a tag of HTML. The detection of
// browsers does not know pages that begin with others, such as <main> or
// <section>.
func looksLikeHTML(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<html", "<head", "<body", "<div", "<main", "<article", "<section", "<p>", "<table", "<ul", "<title"} {
		if bytes.Contains(lower, []byte(tag)) {
			return !bytes.HasPrefix(bytes.TrimSpace(lower), []byte("<?xml")) || bytes.Contains(lower, []byte("<html"))
		}
	}
	return false
}

// decode returns the body in UTF-8. The encoding is that of the byte order
// mark, the declared charset, the charset in the head of the page, or the
// default of browsers. Invalid bytes become U+FFFD.
func (d *document) decode() (string, error) {
	body := d.body
	if d.cut != "" {
		body = texts.TrimPartialEnd(body)
	}
	encoding, name := encodingOf(body, d.header.Get("Content-Type"))
	if name == "utf-8" {
		return strings.ToValidUTF8(string(bytes.TrimPrefix(body, []byte("\uFEFF"))), "\uFFFD"), nil
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(encoding.NewDecoder()), body)
	if err != nil {
		return "", d.quotingFailure(ReasonCharset, err, "is not valid text in the charset %s that it declares", name)
	}
	return string(text), nil
}

// encodingOf returns the encoding of a body. Valid UTF-8 is UTF-8, also where a
// page declares another charset, except for encodings whose bytes are ASCII.
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
