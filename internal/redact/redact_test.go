package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func repeat(c string, n int) string { return strings.Repeat(c, n) }

func TestFormats(t *testing.T) {
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
		{"too short", "key=" + repeat("i", 19), ""},
		{"code", "key: someVeryLongIdentifierName, token := strings.ToLower2(someArgument12345)", ""},
		{"a word that ends like a name", "monkey=" + repeat("h1", 10), ""},
		{"Markdown", "| key | value |\n|:---|---:|\n-----BEGIN", ""},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		got := Formats(c.text)
		if got != want {
			t.Errorf("%s: %q became %q, want %q", c.reason, c.text, got, want)
		}
		if again := Formats(got); again != got {
			t.Errorf("%s: a second time %q became %q", c.reason, got, again)
		}
	}
}

func TestSecretsInEveryEncoding(t *testing.T) {
	const secret = `p+s "<w>/ör&d` + "\t=9"
	var s Secrets
	s.Add(secret + "\n")
	quoted, _ := json.Marshal(secret)
	for reason, text := range map[string]string{
		"as it is":                  secret,
		"in JSON":                   string(quoted),
		"in JSON without HTML":      `"p+s \"<w>/ör&d\t=9"`,
		"in a query":                "?q=" + url.QueryEscape(secret),
		"in a path":                 url.PathEscape(secret),
		"in hexadecimal":            hex.EncodeToString([]byte(secret)),
		"in Base64":                 base64.StdEncoding.EncodeToString([]byte(secret)),
		"in Base64 for URLs":        base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"in Base64 behind a name":   base64.StdEncoding.EncodeToString([]byte("u:" + secret)),
		"in Base64 within the text": base64.StdEncoding.EncodeToString([]byte("user:" + secret + "tail")),
	} {
		got := s.Text("a " + text + " b")
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
		{"several times", []string{"swordfish"}, "swordfish, swordfish", "[REDACTED], [REDACTED]"},
	} {
		var s Secrets
		for _, secret := range c.secrets {
			s.Add(secret)
		}
		if got := s.Text(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
	if got := (*Secrets)(nil).Text("gsk_" + repeat("e", 20)); got != "[REDACTED:groq-key]" {
		t.Errorf("no secrets: got %q", got)
	}
}

// TestHostileTextTakesLinearTime would not end within the test's deadline if a
// rule looked at the whole rest of the text for each of its characters.
func TestHostileTextTakesLinearTime(t *testing.T) {
	for _, piece := range []string{"sk-a-", "key=", "=", ":", "@", "://a:", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "eyJ.", "Bearer ", "token:a", "SK0", "-"} {
		Formats(strings.Repeat(piece, 1<<20/len(piece)))
	}
}

func FuzzFormats(f *testing.F) {
	f.Add("a sk-proj-" + repeat("b", 40) + " password=" + repeat("f1", 20) + " postgres://a:b@c")
	f.Add("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nBearer " + repeat("1", 30))
	f.Fuzz(func(t *testing.T, text string) {
		var s Secrets
		if len(text) > 12 {
			s.Add(text[4:12])
		}
		got := s.Text(text)
		for _, value := range s.values {
			if strings.Contains(got, value) && !strings.Contains(Placeholder, value) {
				t.Errorf("%q keeps %q: %q", text, value, got)
			}
		}
	})
}

func BenchmarkFormats(b *testing.B) {
	text := strings.Repeat("The quick brown fox: jumps = over the lazy dog, [1] < 3 as it says.\n", 20000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Formats(text)
	}
}
