package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/racetest"
)

// key is a text with the form of a key, which no result contains, not even in part.
const key = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5"

// checkNoKey fails the test if a text has eight characters of the key after its prefix.
func checkNoKey(t testing.TB, what, text string) {
	t.Helper()
	for i := len("ghp_"); i+8 <= len(key); i++ {
		if strings.Contains(text, key[i:i+8]) {
			t.Errorf("%s has a part of the key: %.1500s", what, text)
			return
		}
	}
}

// before returns a text whose end is the key, of which the first n characters are before a limit.
func before(limit, n int) string { return strings.Repeat("x", limit-n-1) + " " + key }

// A key that a limit would cut in two is removed from every text of a page.
func TestCutTextsHaveNoSecrets(t *testing.T) {
	t.Parallel()
	const filler = `<script>for (let i = 0; i < 9000; i++) document.body.append(document.createElement('p'))</script>`
	for name, end := range map[string]string{"full tree": "", "partial tree": filler} {
		for _, n := range []int{30, 12}[:racetest.Fewer(2, 2)] {
			name := fmt.Sprintf("%s, %d characters", name, n)
			s := serve(t, map[string]any{
				"/": `<title>` + before(200, n) + `</title><button aria-label="` + before(300, n) + `">Name</button><h1>` + before(300, n) + `</h1><p>` + before(300, n) +
					`</p><input aria-label=Value value="` + before(300, n) + `"><a href="/?` + strings.ReplaceAll(before(140, n), " ", "&") + `">Link</a>
					<input aria-label=Mail value="p@e1-` + key + `"><select aria-label=List><option>` + before(60, n) + `<option>b</select>
					<div style="position:relative;height:50px"><button>Covered</button><div style="position:absolute;inset:0" id=cover>` + before(52, n) + `</div></div>
					<button onclick="alert('` + before(500, n) + `'); console.log('` + before(500, n) + `'); document.location = '/file'">Events</button>` + end,
				"/file": func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Disposition", `attachment; filename="`+before(100, n)+`"`)
				},
			})
			v := newClient(t)
			p := v.open(s.URL+"/?"+strings.ReplaceAll(before(470, n), " ", "&")).mustShow("xxx", `"Link"`)
			checkNoKey(t, name, p.text)
			for _, r := range []struct {
				tool      string
				arguments args
			}{
				{"click", args{"element": p.ref(`"Covered"`)}},
				{"type", args{"element": p.ref(`"List"`), "text": "none"}},
				{"type", args{"element": p.ref(`button "xxx`), "text": "none"}},
				{"click", args{"element": p.ref(`"Events"`)}},
				{"screenshot", nil}, {"console", nil},
			} {
				result := v.call(r.tool, r.arguments)
				if text := result.Value + result.Error; !strings.Contains(text, "xxx") {
					t.Errorf("%s: %s shows nothing of the page: %s", name, r.tool, text)
				} else {
					checkNoKey(t, name+", "+r.tool, text+string(result.Structured))
				}
			}
		}
	}
}
