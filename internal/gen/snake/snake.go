// Package snake writes the names of Go in snake_case.
//
// The input is a name, the output its words in lower case, joined by underscores. The
// package has the words that are written in capitals, or with capitals inside. It is
// safe for concurrent use.
package snake

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// spelledWords are words with capital letters inside. Names contain them as they are
// written here, or with another first letter.
var spelledWords = []string{
	"BigQuery", "BitBucket", "CircleCI", "ChatGPT", "ClickHouse",
	"CockroachDB", "CouchDB", "DevOps", "DevTools", "DocuSign", "DuckDB", "DynamoDB", "eBay", "eMail",
	"GitHub", "GitLab", "GraphQL", "gRPC", "HubSpot", "InfluxDB", "iOS", "iPad", "iPhone", "IPv4", "IPv6", "JavaScript", "JetBrains", "LaTeX",
	"LinkedIn", "macOS", "MariaDB", "MongoDB", "MySQL", "NoSQL", "OAuth", "OpenAI", "OpenAPI", "OpenSSH", "OpenSSL", "PagerDuty", "PayPal",
	"PostgreSQL", "PowerPoint", "PowerShell", "PyPI", "QuickBooks", "RabbitMQ", "SharePoint", "SoundCloud", "SQLite",
	"TikTok", "TypeScript", "WebAuthn", "WhatsApp", "WiFi", "WordPress", "YouTube",
}

// initialisms are words of capital letters, which may follow each other without a
// boundary: JSONAPI.
var initialisms = []string{
	"ACL", "AI", "API", "AWS", "CLI", "CPU", "CSS", "CSV", "DB", "DNS", "FTP", "GCP", "GPU", "GUID", "HTML", "HTTP", "HTTPS", "ID", "IMAP",
	"IO", "IP", "JSON", "JWT", "LLM", "MCP", "OS", "PDF", "REST", "RPC", "RSS", "SDK", "SMS", "SMTP", "SQL", "SSH", "SSL", "SVG", "TCP", "TLS",
	"TTL", "UDP", "UI", "URI", "URL", "UTC", "UUID", "VM", "XML", "YAML",
}

// Case converts a Go name to words joined by underscores: HTTPGet becomes
// http_get, SHA256Sum sha256_sum, CreateGitHubIssue create_github_issue. A word
// begins at an upper-case letter after a letter or digit that is not upper case, and
// at the last upper-case letter of a run before a lower-case letter, unless that is
// the s of a plural: GetIDs becomes get_ids.
func Case(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts {
		var words []string
		for rest := []rune(part); len(rest) > 0; {
			n := wordLength(rest)
			words = append(words, splitInitialisms(string(rest[:n]))...)
			rest = rest[n:]
		}
		parts[i] = strings.ToLower(strings.Join(splitSizes(words), "_"))
	}
	return strings.Join(parts, "_")
}

// wordLength returns the length of the first word.
func wordLength(rest []rune) int {
	n := spelledLength(rest)
	if n == 0 {
		for n < len(rest) && unicode.IsUpper(rest[n]) {
			n++
		}
		if n > 1 && n < len(rest) && unicode.IsLower(rest[n]) && !isPlural(rest[n:]) {
			return n - 1
		}
	}
	for n < len(rest) && !unicode.IsUpper(rest[n]) {
		n++
	}
	return n
}

// spelledLength returns the length of the spelled word at the beginning, or 0. A
// lower-case letter after it must be the s of a plural.
func spelledLength(rest []rune) int {
	longest := 0
	for _, word := range spelledWords {
		n := len(word)
		if n > longest && n <= len(rest) && strings.EqualFold(string(rest[:1]), word[:1]) && string(rest[1:n]) == word[1:] &&
			(n == len(rest) || !unicode.IsLower(rest[n]) || isPlural(rest[n:])) {
			longest = n
		}
	}
	return longest
}

// isPlural reports whether the runes begin with an s that ends a word.
func isPlural(rest []rune) bool {
	return rest[0] == 's' && (len(rest) == 1 || !unicode.IsLower(rest[1]))
}

// splitInitialisms splits a word that consists of initialisms.
func splitInitialisms(word string) []string {
	if slices.Contains(initialisms, word) {
		return []string{word}
	}
	for _, first := range initialisms {
		rest, found := strings.CutPrefix(word, first)
		if !found {
			continue
		}
		if others := splitInitialisms(rest); slices.Contains(initialisms, others[0]) {
			return append([]string{first}, others...)
		}
	}
	return []string{word}
}

// sizeAtEnd matches a size at the end of a word: Image2x.
var sizeAtEnd = regexp.MustCompile(`^(\pL{2,})(\d+x)$`)

// numberAtEnd matches a number at the end of a word.
var numberAtEnd = regexp.MustCompile(`^(\pL{2,})(\d+)$`)

// splitSizes makes sizes and dimensions words of their own: Image2x becomes image_2x,
// and Render3D render_3d.
func splitSizes(words []string) []string {
	var split []string
	for i := 0; i < len(words); i++ {
		number := numberAtEnd.FindStringSubmatch(words[i])
		size := sizeAtEnd.FindStringSubmatch(words[i])
		switch {
		case size != nil:
			split = append(split, size[1], size[2])
		case number != nil && i+1 < len(words) && (words[i+1] == "D" || words[i+1] == "X"):
			split = append(split, number[1], number[2]+words[i+1])
			i++
		default:
			split = append(split, words[i])
		}
	}
	return split
}
