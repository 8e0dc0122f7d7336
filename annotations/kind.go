package annotations

import (
	"encoding/json"
	"go/token"
	"io/fs"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Kind is the form of an argument's value.
type Kind uint8

// The kinds.
const (
	Word           Kind = iota // one word
	String                     // any text, quoted when it has spaces
	Integer                    // a decimal integer
	Duration                   // a positive duration as time.ParseDuration reads it
	Any                        // any text, also an empty one, quoted when it has spaces
	Rest                       // the rest of the line
	JSON                       // a JSON object, the rest of the line
	SchemaOrOpaque             // a JSON object or the word opaque, the rest of the line
	TypeName                   // an import path, a dot and the name of a type
	Identifier                 // a Go identifier
	Property                   // the JSON name of a field of the arguments
	Variable                   // an environment variable
	Path                       // a relative path with slashes, or "."
	MarkdownFile               // a Markdown file in the directory of the source or below
	Host                       // a host name, "*.domain", "*" or an IP address
	Binary                     // the name of a program, without a directory
	Reference                  // the reference of a secret, or a prefix that ends in "/*"
	Pattern                    // a package pattern of the go command
	Grant                      // a grant of a policy, quoted when it has spaces
)

// kindRule describes the values of a kind.
type kindRule struct {
	// placeholder represents a value in a usage line.
	placeholder string
	// form names the kind in messages. It completes "takes ...".
	form string
	// verbatim reports whether a value is the rest of the line, without quotes.
	verbatim bool
	// accepts reports whether v.Text is of the kind. It sets the fields of v
	// that hold the value of the text.
	accepts func(v *Value) bool
}

// Opaque is the value of kind SchemaOrOpaque that is not a schema.
const Opaque = "opaque"

// kindRules is indexed by Kind.
var kindRules = [...]kindRule{
	Word:           {"WORD", "a word without commas", false, matches(`[^\s,]+`)},
	String:         {"TEXT", "a text that is not blank", false, isNotBlank},
	Integer:        {"COUNT", "an integer", false, acceptInteger},
	Duration:       {"DURATION", "a positive duration such as 30s or 1m30s", false, acceptDuration},
	Any:            {"VALUE", "a text", false, func(*Value) bool { return true }},
	Rest:           {"TEXT", "a text that is not blank", true, isNotBlank},
	JSON:           {"JSON", "a JSON object", true, acceptJSON},
	SchemaOrOpaque: {"JSON", "a JSON object or the word opaque", true, func(v *Value) bool { return v.Text == Opaque || acceptJSON(v) }},
	TypeName:       {"PATH.TYPE", "an import path, a dot and the name of a type, such as math/big.Int", false, matches(`[^\s,]+\.[\pL_][\pL\pN_]*`)},
	Identifier:     {"NAME", "the name of a function", false, func(v *Value) bool { return token.IsIdentifier(v.Text) }},
	Property:       {"FIELD", "the JSON name of a field", false, matches(`[A-Za-z_][A-Za-z0-9_]{0,63}`)},
	Variable:       {"VARIABLE", "the name of an environment variable", false, matches(`[A-Za-z_][A-Za-z0-9_]*`)},
	Path:           {"PATH", `a path with slashes that has no "..", and no slash at its start or end`, false, acceptPath},
	MarkdownFile:   {"FILE.md", "a Markdown file (.md) in the directory of the source or below", false, acceptFile},
	Host:           {"HOST", "a host name in lower case (api.example.com), all subdomains of a name (*.example.com), an IP address, or *, and after it a port (api.example.com:8443) or :* for every port, without scheme or path", false, acceptHost},
	Binary:         {"PROGRAM", "the name of a program, without a directory", false, matches(`[A-Za-z0-9_.+-]*[A-Za-z0-9_+-]`)},
	Reference:      {"REFERENCE", "segments separated by slashes (providers/exa/key); only the last segment may be *", false, matches(`[A-Za-z0-9_.:@-]+(/[A-Za-z0-9_.:@-]+)*(/\*)?`)},
	Pattern:        {"PATTERN", "a package pattern such as ./tools/...", false, matches(`[^\s,]+`)},
	Grant:          {"GRANT", "a text that is not blank, without a comma at its end", false, acceptGrant},
}

func (k Kind) rule() kindRule { return kindRules[k] }

// matches returns a function that reports whether the whole text matches the expression.
func matches(expression string) func(*Value) bool {
	r := regexp.MustCompile(`^(?:` + expression + `)$`)
	return func(v *Value) bool { return r.MatchString(v.Text) }
}

// isNotBlank reports whether the text has characters other than white space.
func isNotBlank(v *Value) bool { return strings.TrimSpace(v.Text) != "" }

// acceptGrant accepts a text that is not blank. It refuses a comma at the end, which
// would separate grants in other languages.
func acceptGrant(v *Value) bool { return isNotBlank(v) && !strings.HasSuffix(v.Text, ",") }

// acceptInteger accepts a decimal integer.
func acceptInteger(v *Value) bool {
	n, err := strconv.Atoi(v.Text)
	v.integer = n
	return err == nil
}

// acceptDuration accepts a positive duration.
func acceptDuration(v *Value) bool {
	d, err := time.ParseDuration(v.Text)
	v.duration = d
	return err == nil && d > 0
}

// acceptJSON accepts a JSON object.
func acceptJSON(v *Value) bool {
	var object map[string]json.RawMessage
	return json.Unmarshal([]byte(v.Text), &object) == nil && object != nil
}

// acceptPath accepts a relative path with slashes.
func acceptPath(v *Value) bool {
	return fs.ValidPath(v.Text) && !strings.Contains(v.Text, `\`)
}

// acceptFile accepts the relative path of a Markdown file.
func acceptFile(v *Value) bool {
	return acceptPath(v) && strings.HasSuffix(v.Text, ".md")
}

// hostName matches a host name: labels of letters, digits, hyphens and underscores.
var hostName = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$`)

// acceptHost accepts a host name, a pattern for subdomains, "*" or an IP address, and a port after it.
func acceptHost(v *Value) bool {
	if _, err := netip.ParseAddr(v.Text); err == nil {
		return true
	}
	host := v.Text
	if before, port, ok := cutPort(v.Text); ok && acceptPort(port) {
		host = before
	}
	if address, ok := strings.CutPrefix(host, "["); ok && host != v.Text {
		address, closed := strings.CutSuffix(address, "]")
		_, err := netip.ParseAddr(address)
		return closed && err == nil
	}
	_, err := netip.ParseAddr(host)
	return host == "*" || hostName.MatchString(strings.TrimPrefix(host, "*.")) || err == nil && !strings.Contains(host, ":")
}

// cutPort cuts a host at its last colon.
func cutPort(text string) (host, port string, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// acceptPort accepts a port in decimal without zeros before it, or "*".
func acceptPort(text string) bool {
	number, err := strconv.ParseUint(text, 10, 16)
	return text == "*" || err == nil && number > 0 && strconv.FormatUint(number, 10) == text
}
