package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func repeat(c string, n int) string { return strings.Repeat(c, n) }

func TestKeys(t *testing.T) {
	for _, c := range []struct{ reason, text, want string }{
		{"nothing", "nothing here, not even a key", ""},
		{"GitHub", "x ghp_" + repeat("a", 36) + " y", "x [REDACTED:github-token] y"},
		{"GitHub, one character short", "ghp_" + repeat("a", 35), ""},
		{"OpenAI", "sk-proj-" + repeat("b", 40), "[REDACTED:openai-key]"},
		{"Anthropic", "sk-ant-api03-" + repeat("b", 40), "[REDACTED:anthropic-key]"},
		{"a name in style sheets", ".sk-fading-circle-indicator-wrapper { }", ""},
		{"in the middle of a word", "task-force-of-" + repeat("b", 40), ""},
		{"AWS", "AKIA" + repeat("Z", 16) + ".", "[REDACTED:aws-key]."},
		{"AWS, one character long", "AKIA" + repeat("Z", 17), ""},
		{"Slack", "xoxb-1234567890-1234567890-" + repeat("d", 24), "[REDACTED:slack-token]"},
		{"Slack app", "xapp-1-A1-b2", "[REDACTED:slack-token]"},
		{"GitHub in Markdown", `see ghp\_` + repeat("a", 36) + ` now`, "see [REDACTED:github-token] now"},
		{"Stripe in Markdown", `sk\_live\_` + repeat("a1", 12), "[REDACTED:stripe-key]"},
		{"JSON in JSON", `{"x":"{\"api_key\":\"` + repeat("h1", 12) + `\"}"}`, `{"x":"{\"api_key\":\"[REDACTED:generic-secret]\"}"}`},
		{"Groq", "gsk_" + repeat("e", 20), "[REDACTED:groq-key]"},
		{"a token at the end of a sentence", "It is glpat-" + repeat("x", 20) + ".", "It is [REDACTED:gitlab-token]."},
		{"JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "[REDACTED:jwt]"},
		{"a private key", "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\n-----END RSA PRIVATE KEY-----\nb", "a\n[REDACTED:private-key]\nb"},
		{"a private key in JSON", `"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"`, `"[REDACTED:private-key]\n"`},
		{"a private key cut off", "-----BEGIN PRIVATE KEY-----\nMIIEabc", "[REDACTED:private-key]"},
		{"a public key", "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----", ""},
		{"a URL's password", "postgres://app:hunter2@db.internal/x", "postgres://app:[REDACTED:url-password]@db.internal/x"},
		{"a URL without one", "https://app@example.org/a:b, me@example.org", ""},
		{"a header", "Authorization: Bearer abcdef1234567890abcdef", "Authorization: Bearer [REDACTED:authorization]"},
		{"the bearer of news", "Bearer of bad news and of nothing else", ""},
		{"an assignment", "password=" + repeat("f", 20), "password=[REDACTED:generic-secret]"},
		{"a longer name", `API_KEY="` + repeat("h1", 10) + `"`, `API_KEY="[REDACTED:generic-secret]"`},
		{"camel case and YAML", "clientSecret: " + repeat("h1", 10), "clientSecret: [REDACTED:generic-secret]"},
		{"JSON", `{"access_token":"` + repeat("h1", 10) + `"}`, `{"access_token":"[REDACTED:generic-secret]"}`},
		{"a token of a page", `{"nextPageToken":"CAUQAAxyz0123456789abc"}`, ""},
		{"one for going on", "NEXT_CONTINUATION_TOKEN=" + repeat("h1", 12), ""},
		{"a key alone", `{"Key":"photos/2024/holidays/x.jpeg","key":"` + repeat("h1", 12) + `"}`, ""},
		{"a key of a cache", "cache_key=" + repeat("0a", 20), ""},
		{"a checksum", "object-key: " + repeat("0a", 16), ""},
		{"a key that is none", "signing_key: " + repeat("0z", 16), "signing_key: [REDACTED:generic-secret]"},
		{"a key in hexadecimal", "secretKey=" + repeat("0a", 20), "secretKey=[REDACTED:generic-secret]"},
		{"a path", "blobKey=storybook-static/1.2.3/index.html password_file=/run/secrets/db/password1.txt", ""},
		{"the path of a password", "password=/run/secrets/db/password1.txt", ""},
		{"Base64 is no path", "password=abc/def/ghi+" + repeat("h1", 10), "password=[REDACTED:generic-secret]"},
		{"a public key", "public_key=" + repeat("h1", 20) + " publicKey: " + repeat("h1", 20), ""},
		{"a column", "primaryKey: " + repeat("h1", 10), ""},
		{"quotes", `TOKEN="` + repeat("g", 20) + `"`, `TOKEN="[REDACTED:generic-secret]"`},
		{"too short", "key=" + repeat("i", 19), ""},
		{"code", "key: someVeryLongIdentifierName, token := strings.ToLower2(someArgument12345)", ""},
		{"a word that ends like a name", "monkey=" + repeat("h1", 10), ""},
		{"the working directory", "PWD=/home/ada/projects/agent-2026/run1\nHOME=/x", ""},
		{"a password that begins like a path", "DB_PWD=/" + repeat("h1", 10), "DB_PWD=[REDACTED:generic-secret]"},
		{"one of that name", "PWD=" + repeat("h1", 10), "PWD=[REDACTED:generic-secret]"},
		{"Markdown", "| key | value |\n|:---|---:|\n-----BEGIN", ""},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		got := Keys(c.text)
		if got != want {
			t.Errorf("%s: %q became %q, want %q", c.reason, c.text, got, want)
		}
		if again := Keys(got); again != got {
			t.Errorf("%s: a second time %q became %q", c.reason, got, again)
		}
	}
}

// TestKeysAtEveryIndex checks that keys are found at every index, because texts are read eight bytes at a time.
func TestKeysAtEveryIndex(t *testing.T) {
	secrets := []string{
		"xapp-1-A1-b2", "AKIA" + repeat("Z", 16), "a://:p@b", "-----BEGIN PRIVATE KEY-----\n",
		"pwd=" + repeat("f", 20), "api_key: \"" + repeat("h1", 10), "Basic " + repeat("h1", 10),
	}
	for _, secret := range secrets {
		for n := range 33 {
			for _, before := range []string{"", " ", "\"", "é", "a, ", "a_long_word_before_it ", "漢\n"} {
				for _, after := range []string{"", "\n", " and what follows it", "é"} {
					text := repeat(".", n) + before + secret + after
					if before == "" && n > 0 && isWord(secret[0]) {
						text = repeat(".", n) + " " + secret + after
					}
					if got := Keys(text); !strings.Contains(got, "[REDACTED:") {
						t.Fatalf("%q stays", text)
					}
				}
			}
		}
	}
}

// TestFormatsAreDense checks that nextDense finds the prefix and the characters of every format.
func TestFormatsAreDense(t *testing.T) {
	for first, list := range formats {
		for _, f := range list {
			if int(f.prefix[0]) != first {
				t.Errorf("%s is listed under %c", f.prefix, first)
			}
			if len(f.prefix)+f.min < minRun {
				t.Errorf("%s: a key of %d characters is shorter than a run", f.prefix, len(f.prefix)+f.min)
			}
			for i := range len(f.prefix) {
				if !isValue(f.prefix[i]) {
					t.Errorf("%s: %q breaks a run", f.prefix, f.prefix[i])
				}
			}
		}
	}
	for c := range byteKinds {
		kind := byteKinds[c]
		begins := c < len(formats) && formats[c] != nil || c == '=' || c == '-'
		if begins != (kind&special != 0) {
			t.Errorf("%#x: special is %v", c, !begins)
		}
		if word := words.has(byte(c)); word != (kind&inWord != 0) {
			t.Errorf("%#x: a word's is %v", c, !word)
		}
		value := words.has(byte(c)) || strings.ContainsRune("-.+/=~", rune(c))
		if value != (kind&inValue != 0) || value && isGap(byte(c)) {
			t.Errorf("%#x: a value's is %v", c, !value)
		}
	}
}

func TestSecretsInEveryEncoding(t *testing.T) {
	const secret = `p+s "<w>/ör&d` + "\t=9"
	var s Secrets
	s.Add(secret + "\n")
	quoted, _ := json.Marshal(secret)
	for reason, text := range map[string]string{
		"as it is":                     secret,
		"in JSON":                      string(quoted),
		"in JSON without HTML":         `"p+s \"<w>/ör&d\t=9"`,
		"in a query":                   "?q=" + url.QueryEscape(secret),
		"in a path":                    url.PathEscape(secret),
		"in hexadecimal":               hex.EncodeToString([]byte(secret)),
		"in JSON with slashes escaped": strings.ReplaceAll(string(quoted), "/", `\/`),
		"in JSON of ASCII":             `"p+s \"<w>/\u00f6r&d\t=9"`,
		"in JSON within JSON":          `"{\"a\":\"p+s \\\"<w>/ör&d\\t=9\"}"`,
		"in HTML":                      html.EscapeString(secret),
		"in HTML with names":           "p+s &quot;&lt;w&gt;/ör&amp;d\t=9",
		"in a query in lower case":     "p%2bs+%22%3cw%3e%2f%c3%b6r%26d%09%3d9",
		"in Base64":                    base64.StdEncoding.EncodeToString([]byte(secret)),
		"in Base64 for URLs":           base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"in Base64 after a name":       base64.StdEncoding.EncodeToString([]byte("u:" + secret)),
		"in Base64 within the text":    base64.StdEncoding.EncodeToString([]byte("user:" + secret + "tail")),
	} {
		got := Redact("a "+text+" b", &s)
		if !strings.Contains(got, Placeholder) || strings.Contains(got, text) {
			t.Errorf("%s: %q became %q", reason, text, got)
		}
	}
}

func TestSecrets(t *testing.T) {
	for _, c := range []struct {
		reason     string
		secrets    []string
		text, want string
	}{
		{"nothing is secret", nil, "abc", "abc"},
		{"the longer one first", []string{"hunter", "hunter22"}, "hunter22", "[REDACTED]"},
		{"lines of a secret", []string{"first line\nsecond line"}, "second line", "[REDACTED]"},
		{"too short to look for", []string{"abc", "", "  "}, "abc", "abc"},
		{"that overlap", []string{"swordfish", "fishbone"}, "a swordfishbone", "a [REDACTED]"},
		{"next to each other", []string{"swordfish", "fishbone"}, "swordfishfishbone", "[REDACTED][REDACTED]"},
		{"in a row of its own beginnings", []string{"aaab"}, "aaaaab", "aa[REDACTED]"},
		{"several times", []string{"swordfish"}, "swordfish, swordfish", "[REDACTED], [REDACTED]"},
	} {
		var s Secrets
		for _, secret := range c.secrets {
			s.Add(secret)
		}
		if got := Redact(c.text, &s); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
	if got := Redact("gsk_"+repeat("e", 20), nil); got != "[REDACTED:groq-key]" {
		t.Errorf("no secrets: got %q", got)
	}
}

// TestMaxSecrets checks that the oldest values are removed, and that a value that is added again becomes the
// newest.
func TestMaxSecrets(t *testing.T) {
	s := Secrets{Max: 2}
	for _, value := range []string{"first", "second", "first", "third"} {
		s.Add(value)
	}
	if got := Redact("first second third", &s); got != "[REDACTED] second [REDACTED]" {
		t.Errorf("got %q", got)
	}
}

// all returns the forms of a set.
func (s *Secrets) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, list := range s.plain.forms {
			for _, form := range list {
				if !yield(form) {
					return
				}
			}
		}
	}
}

// TestOrdinaryTextStays checks that decoding finds no secrets in ordinary text.
func TestOrdinaryTextStays(t *testing.T) {
	var s Secrets
	for _, value := range []string{"admin123", "hunter22", "correct horse battery 17", "xK9#mP2$vL5n", "8f14e45fceea167a5a36dedd4bea2543"} {
		s.Add(value)
	}
	files := 0
	for _, pattern := range []string{"../../docs/*", "../../*.md", "../../reducers/*.go", "../../reducers/testdata/*", "../../runtime/*.go", "*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil || name == "redact_test.go" {
				continue
			}
			files++
			text := strings.ToValidUTF8(string(content), "?")
			if got := Redact(text, &s); got != Keys(text) {
				t.Errorf("%s has changed", name)
			}
		}
	}
	if files < 100 {
		t.Errorf("only %d files were read", files)
	}
}

func BenchmarkSecrets(b *testing.B) {
	var s Secrets
	s.Add("p+s-secret/4711")
	for _, c := range []struct{ name, piece string }{
		{"JSON", `{"id":17,"name":"user-4711","url":"https://example.org/a/b/17?q=4711","score":0.8372645192,"tags":["alpha","beta"]},`},
		{"JSON in JSON", `{\"id\":17,\"name\":\"user-4711\",\"url\":\"https://example.org/a/b/17?q=4711\"},`},
		{"code", "\tif err := s.store.Put(ctx, session, text, expires); err != nil {\n\t\treturn fmt.Errorf(\"put %s: %w\", name, err)\n\t}\n"},
		{"paths", "internal/server/http/handlers/handler_test.go\n"},
		{"Base64", "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcms"},
		{"numbers", "0000017  65535 255  4711\n2026-01-02 15:04:05 00017 10.0.0.1 123456789\n"},
		{"dump", "00000000  70 5a 34 2b 6b 65 79 2f  4e 71 38 4c 77 32 23 56  |pZ4+key/Nq8Lw2#V|\n"},
		{"hexadecimal", "4d616e792068616e6473206d616b65206c696768"},
		{"found", "token=p%2Bs-secret%2F4711&user=a user with a name\n"},
	} {
		text := strings.Repeat(c.piece, 1<<20/len(c.piece))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text, &s)
			}
		})
	}

	for _, n := range []int{1, 256} {
		var s Secrets
		for i := range n {
			s.Add(fmt.Sprintf("%x-secret/%d", i*7919, i))
		}
		text := strings.Repeat("The quick brown fox: jumps = over the lazy dog, [1] < 3 as it says.\n", 1<<14)
		b.Run("prose/"+fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text, &s)
			}
		})
	}
}

// TestHostileTextTakesLinearTime would exceed the deadline of the test if a rule read the rest of the text for
// each character.
func TestHostileTextTakesLinearTime(t *testing.T) {
	for _, piece := range []string{"sk-a-", "key=", "=", ":", "@", "://a:", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "eyJ.", "Bearer ", "token:a", "SK0", "-"} {
		Keys(strings.Repeat(piece, 1<<20/len(piece)))
	}
	var s Secrets
	s.Add("a secret value/1")
	for _, piece := range []string{
		"\\", "\\u005c", "%25", "&amp;", "=\n", "=3D", "0", "00 ", "00000000: 00 ", "a", "A\n", "AAAA", "1,", "1 ", " ", "a secret va", "a secret \n",
		"dead beef ", "bmFtZTpi", "MFRGGZDF", "\x00a", "0000000   a   b\n",
		"0000000  112  90\n          p   Z\n", "0x4040 <s>:\t\"a\"\n", "0000 a\n*\n", "0000 ", "0000:", "12345 ", "-1,", "0x4040 <", "1 'a' ", "060 ",
	} {
		Redact(strings.Repeat(piece, 1<<20/len(piece)), &s)
	}
	// Each value extends to the bracket, after which it does not count as a value.
	Keys(strings.Repeat("a_key=1-", 1<<20) + "(")
	Keys(strings.Repeat("a_key=1-", 1<<20) + "/a.b")
}

// placeholders matches the texts that replace secrets and keys.
var placeholders = regexp.MustCompile(`\[REDACTED(:[a-z-]+)?\]`)

func FuzzFormats(f *testing.F) {
	f.Add("a sk-proj-" + repeat("b", 40) + " password=" + repeat("f1", 20) + " postgres://a:b@c")
	f.Add("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nBearer " + repeat("1", 30))
	f.Fuzz(func(t *testing.T, text string) {
		var s Secrets
		if len(text) > 12 {
			s.Add(text[4:12])
		}
		got := Redact(text, &s)
		rest := placeholders.ReplaceAllString(got, "⟦⟧")
		for value := range s.all() {
			if strings.Contains(rest, value) {
				t.Errorf("%q keeps %q: %q", text, value, got)
			}
		}
	})
}

func BenchmarkFormats(b *testing.B) {
	for _, c := range []struct{ name, piece string }{
		{"prose", "The quick brown fox: jumps = over the lazy dog, [1] < 3 as it says.\n"},
		{"log", "2026-01-02T15:04:05.123Z INFO handler=/api/v1/items/4711 status=200 remote=10.0.0.1:443 msg=\"served request\"\n"},
		{"JSON", `{"id":17,"name":"user-4711","url":"https://example.org/a/b/17?q=4711","score":0.8372645192,"tags":["alpha","beta"]},`},
		{"paths", "internal/server/http/handlers/handler_test.go\n"},
		{"Base64", "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcms"},
		{"mixed", "The café serves 漢字 tea 😀, naïve "},
		{"CJK", "天地玄黃宇宙洪荒"},
		{"hostile", "sk-a-"},
	} {
		text := strings.Repeat(c.piece, 1<<20/len(c.piece))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Keys(text)
			}
		})
	}
}
