package redact

// format is the form of one maker's keys: a prefix, and then at least so many
// of certain characters.
type format struct {
	label, prefix string
	least         int
	has           *set
	// exact says that no further such character may follow; dense that there
	// must be a stretch that no word of a language has.
	exact, dense bool
}

// formats are those whose makers document a prefix, by its first character; of
// two that share a beginning the longer stands first.
//
// https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
var formats = [128][]format{
	'A': {
		{label: "aws-key", prefix: "AKIA", least: 16, has: &upper, exact: true},
		{label: "aws-key", prefix: "ASIA", least: 16, has: &upper, exact: true},
		{label: "age-key", prefix: "AGE-SECRET-KEY-1", least: 58, has: &upper},
		{label: "google-key", prefix: "AIza", least: 35, has: &tokens},
	},
	'd': {
		{label: "databricks-token", prefix: "dapi", least: 32, has: &hexes},
		{label: "digitalocean-token", prefix: "dop_v1_", least: 64, has: &hexes},
	},
	'e': {
		{label: "jwt", prefix: "eyJ", least: 36, has: &dotted, dense: true},
	},
	'g': {
		{label: "github-token", prefix: "ghp_", least: 36, has: &words},
		{label: "github-token", prefix: "gho_", least: 36, has: &words},
		{label: "github-token", prefix: "ghu_", least: 36, has: &words},
		{label: "github-token", prefix: "ghs_", least: 36, has: &words},
		{label: "github-token", prefix: "ghr_", least: 36, has: &words},
		{label: "github-token", prefix: "github_pat_", least: 22, has: &words},
		{label: "gitlab-token", prefix: "glpat-", least: 20, has: &dotted},
		{label: "groq-key", prefix: "gsk_", least: 20, has: &words},
	},
	'h': {
		{label: "huggingface-token", prefix: "hf_", least: 30, has: &words, dense: true},
		{label: "vault-token", prefix: "hvs.", least: 24, has: &tokens},
	},
	'l': {
		{label: "linear-key", prefix: "lin_api_", least: 32, has: &words},
	},
	'n': {
		{label: "npm-token", prefix: "npm_", least: 36, has: &words, dense: true},
		{label: "notion-token", prefix: "ntn_", least: 40, has: &words},
	},
	'p': {
		{label: "perplexity-key", prefix: "pplx-", least: 40, has: &words},
		{label: "pypi-token", prefix: "pypi-AgEIcHlwaS5vcmc", least: 50, has: &tokens},
	},
	'r': {
		{label: "replicate-token", prefix: "r8_", least: 37, has: &words},
		{label: "stripe-key", prefix: "rk_live_", least: 16, has: &words},
	},
	's': {
		{label: "stripe-key", prefix: "sk_live_", least: 16, has: &words},
		{label: "stripe-key", prefix: "sk_test_", least: 16, has: &words},
		{label: "shopify-token", prefix: "shpat_", least: 32, has: &hexes},
		{label: "anthropic-key", prefix: "sk-ant-", least: 20, has: &tokens},
		{label: "openai-key", prefix: "sk-", least: 20, has: &tokens, dense: true},
	},
	'w': {
		{label: "stripe-key", prefix: "whsec_", least: 24, has: &words},
	},
	'S': {
		{label: "sendgrid-key", prefix: "SG.", least: 40, has: &dotted, dense: true},
		{label: "twilio-key", prefix: "SK", least: 32, has: &hexes, exact: true},
	},
	't': {
		{label: "tavily-key", prefix: "tvly-", least: 20, has: &tokens, dense: true},
	},
	'x': {
		{label: "xai-key", prefix: "xai-", least: 40, has: &tokens, dense: true},
		{label: "slack-token", prefix: "xoxa-", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxb-", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxe.", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxp-", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxr-", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xoxs-", least: 10, has: &tokens},
		{label: "slack-token", prefix: "xapp-", least: 7, has: &tokens},
	},
	'y': {
		{label: "google-token", prefix: "ya29.", least: 20, has: &tokens},
	},
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
	for ; i < len(text) && f.has.has(text[i]); i++ {
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
	for f.has.has('.') && text[i-1] == '.' {
		i-- // the end of a sentence
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

// set has a bit for each byte.
type set [4]uint64

func (s *set) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
