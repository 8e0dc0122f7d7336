package redact

import "strings"

// Formats is the text without what has the form of a well-known key, of a
// password in a URL, and of a value assigned to a name such as api_key.
func Formats(text string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if !mayBegin[text[i]] {
			continue
		}
		found := find(text, i, done)
		if found.label == "" {
			continue
		}
		b.WriteString(text[done:found.start])
		b.WriteString("[REDACTED:" + found.label + "]")
		done = found.end
		i = done - 1
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// finding is a stretch of text that has to go.
type finding struct {
	start, end int
	label      string
}

// find looks for a secret that begins at i, or that the sign at i leads to.
func find(text string, i, done int) finding {
	switch text[i] {
	case '=', ':':
		return assigned(text, i)
	case '@':
		return password(text, i, done)
	case '-':
		return privateKey(text, i)
	}
	if i > 0 && isWord(text[i-1]) {
		return finding{}
	}
	for n := range formats {
		f := &formats[n]
		if f.prefix[0] != text[i] || !strings.HasPrefix(text[i:], f.prefix) {
			continue
		}
		if end := f.end(text, i+len(f.prefix)); end > 0 {
			return finding{i, end, f.label}
		}
	}
	return bearer(text, i)
}

// format is the form of one maker's keys: a prefix, and then at least so many
// of certain characters.
type format struct {
	label, prefix string
	least         int
	has           func(c byte) bool
	// exact says that no further such character may follow; dense that there
	// must be a stretch that no word of a language has.
	exact, dense bool
}

// formats are those whose makers document a prefix; of two that share a
// beginning the longer stands first.
//
// https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
var formats = []format{
	{label: "aws-key", prefix: "AKIA", least: 16, has: isUpper, exact: true},
	{label: "aws-key", prefix: "ASIA", least: 16, has: isUpper, exact: true},
	{label: "age-key", prefix: "AGE-SECRET-KEY-1", least: 58, has: isUpper},
	{label: "google-key", prefix: "AIza", least: 35, has: isToken},
	{label: "databricks-token", prefix: "dapi", least: 32, has: isHex},
	{label: "digitalocean-token", prefix: "dop_v1_", least: 64, has: isHex},
	{label: "jwt", prefix: "eyJ", least: 36, has: isDotted, dense: true},
	{label: "github-token", prefix: "ghp_", least: 36, has: isWord},
	{label: "github-token", prefix: "gho_", least: 36, has: isWord},
	{label: "github-token", prefix: "ghu_", least: 36, has: isWord},
	{label: "github-token", prefix: "ghs_", least: 36, has: isWord},
	{label: "github-token", prefix: "ghr_", least: 36, has: isWord},
	{label: "github-token", prefix: "github_pat_", least: 22, has: isWord},
	{label: "gitlab-token", prefix: "glpat-", least: 20, has: isDotted},
	{label: "groq-key", prefix: "gsk_", least: 20, has: isWord},
	{label: "huggingface-token", prefix: "hf_", least: 30, has: isWord, dense: true},
	{label: "vault-token", prefix: "hvs.", least: 24, has: isToken},
	{label: "linear-key", prefix: "lin_api_", least: 32, has: isWord},
	{label: "npm-token", prefix: "npm_", least: 36, has: isWord, dense: true},
	{label: "notion-token", prefix: "ntn_", least: 40, has: isWord},
	{label: "perplexity-key", prefix: "pplx-", least: 40, has: isWord},
	{label: "pypi-token", prefix: "pypi-AgEIcHlwaS5vcmc", least: 50, has: isToken},
	{label: "replicate-token", prefix: "r8_", least: 37, has: isWord},
	{label: "stripe-key", prefix: "rk_live_", least: 16, has: isWord},
	{label: "stripe-key", prefix: "sk_live_", least: 16, has: isWord},
	{label: "stripe-key", prefix: "sk_test_", least: 16, has: isWord},
	{label: "stripe-key", prefix: "whsec_", least: 24, has: isWord},
	{label: "shopify-token", prefix: "shpat_", least: 32, has: isHex},
	{label: "anthropic-key", prefix: "sk-ant-", least: 20, has: isToken},
	{label: "openai-key", prefix: "sk-", least: 20, has: isToken, dense: true},
	{label: "sendgrid-key", prefix: "SG.", least: 40, has: isDotted, dense: true},
	{label: "twilio-key", prefix: "SK", least: 32, has: isHex, exact: true},
	{label: "tavily-key", prefix: "tvly-", least: 20, has: isToken, dense: true},
	{label: "xai-key", prefix: "xai-", least: 40, has: isToken, dense: true},
	{label: "slack-token", prefix: "xoxa-", least: 10, has: isToken},
	{label: "slack-token", prefix: "xoxb-", least: 10, has: isToken},
	{label: "slack-token", prefix: "xoxe.", least: 10, has: isToken},
	{label: "slack-token", prefix: "xoxp-", least: 10, has: isToken},
	{label: "slack-token", prefix: "xoxr-", least: 10, has: isToken},
	{label: "slack-token", prefix: "xoxs-", least: 10, has: isToken},
	{label: "slack-token", prefix: "xapp-", least: 7, has: isToken},
	{label: "google-token", prefix: "ya29.", least: 20, has: isToken},
}

// denseRun is a stretch of letters and digits that is longer than words are. It
// must be among the first maxSparse characters, so that text made to look like
// keys costs no more than its length.
const (
	denseRun  = 16
	maxSparse = 256
)

// end is the index behind the characters of the format at i, negative when
// they are too few.
func (f *format) end(text string, i int) int {
	start, run, longest := i, 0, 0
	for ; i < len(text) && f.has(text[i]); i++ {
		run++
		if !isWord(text[i]) {
			run = 0
		}
		longest = max(longest, run)
		switch n := i - start; {
		case f.exact && n >= f.least, f.dense && longest < denseRun && n > maxSparse:
			return -1
		}
	}
	if i-start < f.least || f.dense && longest < denseRun {
		return -1
	}
	for f.has('.') && text[i-1] == '.' {
		i-- // the end of a sentence
	}
	return i
}

// mayBegin are the characters that find looks at.
var mayBegin = [256]bool{
	'=': true, ':': true, '@': true, '-': true,
	'A': true, 'd': true, 'e': true, 'g': true, 'h': true, 'l': true, 'n': true, 'p': true, 'r': true, 's': true, 'w': true,
	'S': true, 't': true, 'x': true, 'y': true, 'B': true, 'b': true,
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' || isDigit(c) }
func isHex(c byte) bool    { return isDigit(c) || 'a' <= c && c <= 'f' }
func isToken(c byte) bool  { return isWord(c) || c == '-' }
func isDotted(c byte) bool { return isToken(c) || c == '.' }
func isValue(c byte) bool  { return isDotted(c) || c == '+' || c == '/' || c == '=' || c == '~' }
