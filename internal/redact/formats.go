package redact

// format is the form of the keys of one maker: a prefix, followed by at least min characters of a set.
type format struct {
	label, prefix string
	min           int
	has           *set
	// exact means that no further character of the set can follow. needsDenseRun means that denseRun
	// letters and digits in a row must follow, which no word of a language has.
	exact, needsDenseRun bool
}

// formats are the forms whose makers document a prefix, by the first character of the prefix. Of two prefixes
// with the same beginning, the longer one is first.
//
// https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
var formats = [128][]format{
	'A': {
		{label: "aws-key", prefix: "AKIA", min: 16, has: &upper, exact: true},
		{label: "aws-key", prefix: "ASIA", min: 16, has: &upper, exact: true},
		{label: "age-key", prefix: "AGE-SECRET-KEY-1", min: 58, has: &upper},
		{label: "google-key", prefix: "AIza", min: 35, has: &tokens},
	},
	'd': {
		{label: "databricks-token", prefix: "dapi", min: 32, has: &hexes},
		{label: "digitalocean-token", prefix: "dop_v1_", min: 64, has: &hexes},
	},
	'e': {
		{label: "jwt", prefix: "eyJ", min: 36, has: &dotted, needsDenseRun: true},
	},
	'g': {
		{label: "github-token", prefix: "ghp_", min: 36, has: &words},
		{label: "github-token", prefix: "gho_", min: 36, has: &words},
		{label: "github-token", prefix: "ghu_", min: 36, has: &words},
		{label: "github-token", prefix: "ghs_", min: 36, has: &words},
		{label: "github-token", prefix: "ghr_", min: 36, has: &words},
		{label: "github-token", prefix: "github_pat_", min: 22, has: &words},
		{label: "gitlab-token", prefix: "glpat-", min: 20, has: &dotted},
		{label: "groq-key", prefix: "gsk_", min: 20, has: &words},
	},
	'h': {
		{label: "huggingface-token", prefix: "hf_", min: 30, has: &words, needsDenseRun: true},
		{label: "vault-token", prefix: "hvs.", min: 24, has: &tokens},
	},
	'l': {
		{label: "linear-key", prefix: "lin_api_", min: 32, has: &words},
	},
	'n': {
		{label: "npm-token", prefix: "npm_", min: 36, has: &words, needsDenseRun: true},
		{label: "notion-token", prefix: "ntn_", min: 40, has: &words},
	},
	'p': {
		{label: "perplexity-key", prefix: "pplx-", min: 40, has: &words},
		{label: "pypi-token", prefix: "pypi-AgEIcHlwaS5vcmc", min: 50, has: &tokens},
	},
	'r': {
		{label: "replicate-token", prefix: "r8_", min: 37, has: &words},
		{label: "stripe-key", prefix: "rk_live_", min: 16, has: &words},
	},
	's': {
		{label: "stripe-key", prefix: "sk_live_", min: 16, has: &words},
		{label: "stripe-key", prefix: "sk_test_", min: 16, has: &words},
		{label: "shopify-token", prefix: "shpat_", min: 32, has: &hexes},
		{label: "anthropic-key", prefix: "sk-ant-", min: 20, has: &tokens},
		{label: "openai-key", prefix: "sk-", min: 20, has: &tokens, needsDenseRun: true},
	},
	'w': {
		{label: "stripe-key", prefix: "whsec_", min: 24, has: &words},
	},
	'S': {
		{label: "sendgrid-key", prefix: "SG.", min: 40, has: &dotted, needsDenseRun: true},
		{label: "twilio-key", prefix: "SK", min: 32, has: &hexes, exact: true},
	},
	't': {
		{label: "tavily-key", prefix: "tvly-", min: 20, has: &tokens, needsDenseRun: true},
	},
	'x': {
		{label: "xai-key", prefix: "xai-", min: 40, has: &tokens, needsDenseRun: true},
		{label: "slack-token", prefix: "xoxa-", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxb-", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxe.", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxp-", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxr-", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxs-", min: 10, has: &tokens},
		{label: "slack-token", prefix: "xapp-", min: 7, has: &tokens},
	},
	'y': {
		{label: "google-token", prefix: "ya29.", min: 20, has: &tokens},
	},
}

// denseRun is a number of letters and digits in a row that is longer than words. They must be among the first
// maxSparse characters, so that text that looks like keys takes linear time.
const (
	denseRun  = 16
	maxSparse = 256
)

// end returns the index after the characters of the format at i, or -1 if they are too few.
func (f *format) end(text string, i int) int {
	start, run, longest := i, 0, 0
	for ; i < len(text) && f.has.has(text[i]); i++ {
		run++
		if !isWord(text[i]) {
			run = 0
		}
		longest = max(longest, run)
		switch n := i - start; {
		case f.exact && n >= f.min, f.needsDenseRun && longest < denseRun && n > maxSparse:
			return -1
		}
	}
	if i-start < f.min || f.needsDenseRun && longest < denseRun {
		return -1
	}
	for f.has.has('.') && text[i-1] == '.' {
		i-- // the full stop of a sentence
	}
	return i
}

// Sets of characters.
const (
	digits     = (1<<10 - 1) << '0'
	capitals   = (1<<26 - 1) << ('A' - 64)
	letters    = (1<<26-1)<<('a'-64) | capitals
	underscore = 1 << ('_' - 64)
)

var (
	upper  = set{digits, capitals}
	hexes  = set{digits, (1<<6 - 1) << ('a' - 64)}
	words  = set{digits, letters | underscore}
	tokens = set{digits | 1<<'-', letters | underscore}
	dotted = set{digits | 1<<'-' | 1<<'.', letters | underscore}
)

// set is a set of bytes, with a bit for each.
type set [4]uint64

func (s *set) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
