package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// pages are typical pages, with texts that the result must have and must not have.
var pages = []struct {
	file, contentType, reason string
	want, absent              []string
}{
	{"article.html", "text/html; charset=utf-8", "an article of a newspaper with other parts around it",
		[]string{"Title: The sea does not read budgets | The Harbour Post", "The tide gauge at Port Ellery", "ankle-deep in November.", "## A wall of 6,200 blocks", "> The sea does not read budgets.", "- Cost: 41 million crowns",
			"[image: The tide gauge on the quay of Port Ellery](BASE/img/gauge-1200.jpg)", "The gauge has stood here since 1921.", "[full record](BASE/data/gauge.csv?from=1921)", "[three models](https://university.example/models#three)"},
		[]string{"FOOTER-TEXT", "SIDEBAR-TEXT", "SCRIPT-TEXT", "HIDDEN-TEXT", "NOSCRIPT-TEXT", "IFRAME-TEXT", "LDJSON", "812 partners", "Section 3", "javascript:", "data:image"}},
	{"docs.html", "text/html", "a manual: code, tables, lists and warnings stay",
		[]string{"Title: Configuration — Gizmo 4.2 documentation", "```toml\n[build]\nworkers = 4\ncache = \"/var/cache/gizmo\"\n    # four spaces, <kept> & *not* _emphasis_\n```", "```go\ncfg := gizmo.Config{\n\tWorkers: 4, // tabs stay\n}", "| Option | Type | Meaning |",
			"| `--opt-0` | int | How many workers run; `0` means one per processor. |", "`$XDG_CACHE_HOME/gizmo`<br>• `~/.cache/gizmo` |", "Say what would happen \\| and do nothing.", "```shell\n", "go install gizmo.example/cmd/gizmo@latest", "- Keys are lower case.", "Values with `$(…)` are run by a shell.", "A number of *processes*.", "[Caching](BASE/page-2/#top)", "E = mc^2"},
		[]string{"FOOTER-TEXT", "Page 17 of the manual", "SVG-TITLE", "SCRIPT-TEXT", "1\n2\n3\n4"}},
	{"table.html", "text/html", "a page with only a table",
		[]string{"| Year | Harbour | Tonnes | Share % |", "| 1980 | Harbour A | 1000 | 0.0 |", "| 2024 | Harbour S | 2628 | 9.4 |", "| Total | Total | 98765 | 100.0 |", "Landings in tonnes", "FOOT-NOTE"}, nil},
	{"listing.html", "text/html", "a list of products, each with its link and price",
		[]string{"Lantern model 1", "Lantern model 30", "(BASE/p/7?ref=list&pos=7)", "49.90 €", "Brass, 210 lumens, in stock"},
		[]string{"SELECT-TEXT", "FOOTER-TEXT", "Section 3", "812 partners"}},
	{"forum.html", "text/html", "every post of a thread, with code and quotations",
		[]string{"Answer number 1 about bilge pumps. The float switch", "Answer number 8 about bilge pumps. The float switch", "12V --[fuse 3A]-- pump", "> Answer number 2 about bilge pumps.", "sailor8"},
		[]string{"FOOTER-TEXT", "Section 3", "javascript:"}},
	{"inline.html", "text/html", "pictures and links of every kind",
		[]string{"means **keep clear**", "(image: Flag Alfa)", "[image: Flag Bravo \\[red\\]](BASE/flags/bravo.png)", "(image: All flags)](BASE/flags)", "data link", "script link", "basic link", "file link", "[address](mailto:port@example.org)", "[sibling](http://other.example/x)", "[query](BASE/dir/page?q=1)", "[authority](https://third.example/)", "jump", "still here to be read"},
		[]string{"SVG-TEXT", "SVG-TITLE", "iVBORw0KGgo", "AAAA", "javascript", "sCript:", "vbscript", "file:///", "secret", "data:", "#here", "CANVAS-TEXT", "VIDEO-TEXT", "OBJECT-TEXT"}},
	{"nested.html", "text/html", "a page with layout tables",
		[]string{"| Ferry | Leaves | Arrives |\n|---|---|---|\n| Aurora | 08:15 | 09:40 |\n| Borealis | 11:00 | 12:25 |\n| Corona | 11:00 | 12:55 |", "unless the flag is red.", "Times are those of the summer."}, nil},
	{"shift_jis.html", "text/html", "Shift_JIS, which the page declares, with ruby annotations",
		[]string{"Title: 港の時刻表", "漢字(かんじ)の読(よ)み方", "表示能力ソ十予", "| 北斗 | 八時 |"}, []string{"\uFFFD", "（"}},
	{"iso-2022-jp.html", "text/html", "ISO-2022-JP, whose bytes are ASCII", []string{"Title: 港の時刻表", "漢字(かんじ)"}, []string{"\uFFFD", "\x1b"}},
	{"shift_jis.html", "text/html; charset=utf-8", "Shift_JIS that the server declares as UTF-8", []string{"Title: 港の時刻表"}, []string{"\uFFFD"}},
	{"windows-1251.html", "text/html; charset=windows-1251", "windows-1251, which the server declares", []string{"Title: Расписание порта", "Ёлки, «кавычки» и тире — на месте."}, []string{"\uFFFD"}},
	{"gb18030.html", "text/html", "gb18030 with characters of two and four bytes", []string{"Title: 港口时刻表", "生僻字：㐀、𠮷。"}, []string{"\uFFFD"}},
	{"utf-16le.html", "text/html", "UTF-16 by its byte order mark", []string{"Title: Rozkład portu", "Zażółć gęślą jaźń. Cena: 20 € 🛳."}, []string{"\uFFFD", "\x00"}},
	{"utf-16be.html", "", "UTF-16 in big endian, without a type", []string{"Title: Rozkład portu", "Zażółć gęślą jaźń."}, []string{"\uFFFD", "\x00"}},
	{"utf-16le.html", "text/html; charset=windows-1252", "UTF-16 that the server declares as windows-1252", []string{"Zażółć gęślą jaźń."}, []string{"\uFFFD"}},
}

func TestPages(t *testing.T) {
	for _, p := range pages {
		t.Run(p.file+" "+p.contentType, func(t *testing.T) {
			base := site(t, staticHandler(p.contentType, testdata(t, p.file)))
			r := fetch(t, base+"/dir/page", "")
			if !r.Result.OK {
				t.Fatalf("%s: %s", p.reason, r.Result.Error)
			}
			for _, want := range p.want {
				if !strings.Contains(r.Result.Value, strings.ReplaceAll(want, "BASE", base)) {
					t.Errorf("%s: %q is missing", p.reason, want)
				}
			}
			for _, absent := range p.absent {
				if strings.Contains(r.Result.Value, absent) {
					t.Errorf("%s: %q is still there", p.reason, absent)
				}
			}
			if t.Failed() {
				t.Log(r.Result.Value)
			}
			var described web.Page
			if err := json.Unmarshal(r.Result.Structured, &described); err != nil || described.URL != base+"/dir/page" || described.Status != 200 || described.Truncated {
				t.Errorf("%s: described as %s, %v", p.reason, r.Result.Structured, err)
			}
		})
	}
}

// The reducer keeps the important parts of real results.
func TestReducer(t *testing.T) {
	var samples []toolstest.Sample
	for _, p := range pages {
		base := site(t, staticHandler(p.contentType, testdata(t, p.file)))
		r := fetch(t, base+"/dir/page", "")
		keep := []string{"URL: " + base}
		if len(p.want) > 0 {
			keep = append(keep, strings.ReplaceAll(p.want[0], "BASE", base))
		}
		samples = append(samples, toolstest.Sample{Name: p.file, Arguments: `{"url": "` + base + `/dir/page"}`, Result: r.Result, Keep: keep})
	}
	if err := toolstest.CheckReducer(reducers.FetchURL(), samples...); err != nil {
		t.Error(err)
	}
}

func TestTextFormat(t *testing.T) {
	base := site(t, staticHandler("text/html", testdata(t, "docs.html")))
	text := fetch(t, base, web.FormatText).Result.Value
	for _, want := range []string{"Configuration", "workers = 4", "Workers: 4, // tabs stay"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for _, absent := range []string{"](", "```", "<code", "SCRIPT-TEXT"} {
		if strings.Contains(text, absent) {
			t.Errorf("%q is in\n%s", absent, text)
		}
	}
	if raw := fetch(t, base, web.FormatRaw).Result.Value; !strings.Contains(raw, `<a class="headerlink" href="#configuration"`) || !strings.Contains(raw, "SCRIPT-TEXT") {
		t.Errorf("the source is not raw:\n%s", raw)
	}
}
