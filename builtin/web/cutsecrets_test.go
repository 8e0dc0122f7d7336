package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
)

// githubToken has the form of a key, which the runtime recognizes only if it is complete.
const githubToken = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"

// checkNoPart fails if the text has a part of the token.
func checkNoPart(t *testing.T, reason, text string) {
	t.Helper()
	for n := 4; n+8 <= len(githubToken); n++ {
		if strings.Contains(text, githubToken[n:n+8]) {
			t.Fatalf("%s: a part of the token is shown: %.600q", reason, text)
		}
	}
}

// Texts that the tools shorten have no part of a secret at their end.
func TestSecretsAtCuts(t *testing.T) {
	for lead := 30; lead < 320; lead += 9 {
		words := strings.Repeat("w", lead-1) + " " + githubToken + strings.Repeat(" x", 300)
		page := fmt.Sprintf(`<title>t</title><article><p>%s</p><p><img src=a.png alt="%s"></p></article>`, strings.Repeat("An ordinary sentence of the article. ", 20), words)
		got := fetch(t, site(t, staticHandler("text/html", []byte(page))), "")
		if !strings.Contains(got.Result.Value, "image: www") {
			t.Fatalf("%q", got.Result.Value)
		}
		checkNoPart(t, fmt.Sprint("alt, ", lead), got.Result.Value)
		for _, contentType := range []string{"text/plain", "text/html"} {
			failing := func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", contentType)
				w.WriteHeader(http.StatusInternalServerError)
				_, _ = w.Write([]byte(words))
			}
			got := fetch(t, site(t, failing), "")
			if got.Result.OK || !strings.Contains(got.Result.Error, "The server says: www") {
				t.Fatalf("%+v", got.Result)
			}
			checkNoPart(t, fmt.Sprint("error, ", contentType, lead), got.Result.Error)
		}
		service := func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = fmt.Fprintf(w, `{"error":{"code":"X","detail":%q}}`, words)
		}
		found := search(t, web.ServiceBrave, site(t, service), web.SearchArgs{Query: "x"})
		if found.Result.OK || !strings.Contains(found.Result.Error, "www") {
			t.Fatalf("%+v", found.Result)
		}
		checkNoPart(t, fmt.Sprint("service, ", lead), found.Result.Error)
	}
}
