package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// invisible are characters without a form of their own.
var invisible = []string{"\u200B", "\u00AD", "\uFE0F", "\uE000", "\u0001", "\uFFFD", "\u2060", "\u180B", "\u034F", "\U000E0100", "\u007F", "\uFFFF"}

// A script writes a text into every place from which results show texts.
const places = `<body><script>
const text = decodeURIComponent('%s'), body = document.body;
const add = (name, set, inside = body) => { const e = document.createElement(name); set(e); inside.append(e); return e; };
document.title = text;
add('button', (e) => { e.textContent = 'Named'; e.setAttribute('aria-label', text); });
add('h1', (e) => e.textContent = text);
add('p', (e) => e.textContent = text);
add('input', (e) => { e.ariaLabel = 'Value'; e.value = text; });
add('select', (e) => { e.ariaLabel = 'List'; add('option', (o) => o.label = text, e); add('option', (o) => o.label = 'b', e).selected = true; });
const box = add('div', (e) => e.style = 'position:relative;height:50px');
add('button', (e) => e.textContent = 'Covered', box);
add('div', (e) => { e.textContent = text; e.style = 'position:absolute;inset:0;overflow:hidden'; }, box);
add('button', (e) => { e.textContent = 'Events'; e.onclick = () => { alert(text); console.log(text, 'end'); setTimeout(() => { throw new Error(text); }, 0); }; });
for (let i = 0; i < %d; i++) body.append(document.createElement('p'));
</script>`

// percent returns a text in percent encoding.
func percent(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// An invisible character neither hides a secret nor moves the place where a text is cut into one.
func TestInvisibleCharactersHideNoSecrets(t *testing.T) {
	t.Parallel()
	texts := make(map[string]string)
	for _, c := range invisible {
		texts[fmt.Sprintf("%+q in the key", c)] = strings.Repeat("a", 284) + " " + strings.Join(strings.Split(key, ""), c)
	}
	lengths := []int{679, 339, 4075, 1778, 2708, 16_360}
	for i, c := range append([]string{"\u200B", "\u007F", " ", "\u00A0"}, invisible...) {
		length := lengths[i%len(lengths)]
		texts[fmt.Sprintf("%d times %+q before the key", length, c)] = "x" + strings.Repeat(c, length) + key
	}
	pages := make(map[string]any)
	for name, text := range texts {
		pages["/full/"+name] = fmt.Sprintf(places, percent(text), 0)
		pages["/partial/"+name] = fmt.Sprintf(places, percent(text), 9000)
	}
	s := serve(t, pages)
	for _, kind := range []string{"full", "partial"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			v := newClient(t)
			for _, name := range cases(texts, `679 times "\u200b" before the key`) {
				checkPlaces(v, name, v.open(s.URL+"/"+kind+"/"+percent(name)))
			}
		})
	}
}

// checkPlaces checks all results that show a text of the page.
func checkPlaces(v *client, name string, p *page) {
	v.t.Helper()
	checkNoPart(v.t, name, p.mustShow(`"Covered"`).text)
	for _, r := range []struct {
		tool      string
		arguments args
	}{
		{"click", args{"element": p.ref(`"Covered"`)}},
		{"type", args{"element": p.ref(`"List"`), "text": "none"}},
		{"click", args{"element": p.ref(`"Events"`)}},
		{"screenshot", nil}, {"console", args{"clear": true}},
	} {
		result := v.call(r.tool, r.arguments)
		checkNoPart(v.t, name+", "+r.tool, result.Value+result.Error+string(result.Structured))
	}
}

// checkNoPart is checkNoKey for texts in which invisible characters are left.
func checkNoPart(t testing.TB, what, text string) {
	t.Helper()
	for _, c := range invisible {
		text = strings.ReplaceAll(text, c, "")
	}
	checkNoKey(t, what, text)
}

// The name of a file is cut as well, after the first characters of the key. Chromium keeps the invisible
// characters of the second name, and replaces most others.
func TestFileNamesHaveNoSecrets(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"complete":                        strings.Repeat("a", 84) + " " + key,
		"invisible characters in the key": strings.Repeat("a", 84) + " " + strings.Join(strings.Split(key, ""), "\uFE0F"),
	} {
		s := serve(t, map[string]any{"/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+percent(text))
		}, "/start": "<a href=/>Link</a>"})
		v := newClient(t)
		p := v.open(s.URL+"/start").click("Link").mustShow("the page downloaded the file", "aaa")
		checkNoPart(t, name, p.text)
	}
}
