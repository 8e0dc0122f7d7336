package styles_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/styles"
)

// hiddenIDs returns the ids of the elements that a style sheet hides in a page.
func hiddenIDs(t *testing.T, sheet, page string) (ids []string, complete bool) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	s := &styles.Sheet{}
	s.Add(sheet)
	complete = s.HideAll(doc, func(n *html.Node) {
		for _, a := range n.Attr {
			if a.Key == "id" {
				ids = append(ids, a.Val)
			}
		}
	})
	return ids, complete
}

func TestHidesInline(t *testing.T) {
	for style, want := range map[string]bool{
		"":                                                   false,
		"display:none":                                       true,
		"display:none;display:inline flex":                   false,
		"display:none;display:nothing":                       true,
		"display:none;display:var(--x)":                      true,
		"display:none;display:inherit":                       false,
		"display:none;display:revert-layer":                  true,
		"{display:none}":                                     false,
		"a:(;display:none":                                   false,
		"display:none}":                                      false,
		"};display:none":                                     true,
		"@x{;};display:none":                                 true,
		"font-size:2px":                                      true,
		"font-size:3px":                                      false,
		"font-size:0;font-size:medium":                       false,
		"font:12px a;font-size:0.1em":                        true,
		"text-indent:-7em":                                   false,
		"margin:auto -200px":                                 true,
		"margin:0 -200px 0 0":                                false,
		"inset:auto":                                         false,
		"overflow:auto hidden;height:1px":                    true,
		"overflow:hidden;height:1%":                          false,
		"overflow:hidden;max-block-size:0%":                  true,
		"overflow:hidden;width:2px":                          false,
		"clip:rect(1px,1px,1px,1px)":                         true,
		"clip:rect(0,9px,9px,0)":                             false,
		"clip-path:circle(0 at 50% 50%)":                     true,
		"clip-path:polygon(0 0,0 0)":                         true,
		"transform:rotate(3deg) scale(0, 1)":                 true,
		"transform:scale3d(1,1,0)":                           false,
		"color:tomato;background:TOMATO":                     true,
		"color:transparent;color:nothing":                    true,
		"color:#0001":                                        true,
		"color:#0008":                                        false,
		"color:hsl(0 0% 100%/.05)":                           true,
		"color:hsl(1 2% 3%);background-color:hsl(1, 2%, 3%)": true,
		"color:rgb(100%,100%,100%);background:#FFF":          true,
		"color:currentcolor;background:currentcolor":         false,
	} {
		if got := styles.Hides(style); got != want {
			t.Errorf("%q hides: %t, want %t", style, got, want)
		}
	}
}

func TestHideAll(t *testing.T) {
	const page = `<div id="a" class="x"><p id="b" class="y z" lang="de">1</p><p id="c">2</p></div><p id="d" class="x y">3</p>`
	for _, c := range []struct{ sheet, want string }{
		{".x{display:none}", "a d"},
		{"p:not(.x, [lang]){display:none}", "c"},
		{"#a > p + p, p:is(.z){opacity:0}", "b c"},
		{"p:first-child{opacity:0} p:nth-last-of-type(1){opacity:0}", "b c d"},
		{"p:hover, p:not(:hover).x{opacity:0}", "d"},
		{".x{opacity:0} p:not(:hover).x{opacity:1}", "a"},
		{".x{opacity:0!important} p.x{opacity:1}", "a d"},
		{".x{opacity:0; &{opacity:1}}", ""},
		{".x{opacity:1; &{opacity:0}}", "a d"},
		{"div{p{&.y{opacity:0}}}", "b"},
		{"@media screen and (min-width:1px){p{opacity:0}}", ""},
		{"@container (width > 1px){p{opacity:0}} @scope (p){p{opacity:0}}", ""},
		{"p:has(b), p:empty, p::before, p:::x, p:not(a b), p >, > p, p:, p: hover, *|*{opacity:0}", ""},
		{"p{--x:{} opacity:0}", "b c d"},
		{"p{opacity:/*" + strings.Repeat("x", 10_000) + "*/0}", "b c d"},
		{"p/*" + strings.Repeat("x", 10_000) + "*/.z{opacity:0}", "b"},
		{"p{x;opacity:0;{}}", "b c d"},
		{"@import url(x.css); @charset 'x'; #b{opacity:0}", "b"},
	} {
		ids, complete := hiddenIDs(t, c.sheet, page)
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != c.want || !complete {
			t.Errorf("%.80s hides %q, complete %t, want %q", c.sheet, got, complete, c.want)
		}
	}
}

// When the budget is used up, the elements that were not examined are hidden.
func TestBudget(t *testing.T) {
	began := time.Now()
	page := strings.Repeat("<div>", 200) + strings.Repeat("<i id=x>x</i>", 1000) + "<b id=last>x</b>"
	ids, complete := hiddenIDs(t, ".c div div div div div div div i{opacity:0}", page)
	if complete || !slices.Contains(ids, "last") {
		t.Errorf("complete %t, hidden are %d elements", complete, len(ids))
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("matching took %s", took)
	}
}

// FuzzSheet reads any style sheet: reading ends, and a rule of a sheet that is
// closed has its effect.
func FuzzSheet(f *testing.F) {
	for _, sheet := range []string{".a{}", "@media screen{", "a:not(b", "\\", "url(", "u+1-", "/*", "{}}", "a{b{&c{d:e}}}", "[a='b' i]", "\"\n", "<!--", "1e", "-", "\x00"} {
		f.Add(sheet)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		const page = `<p id="a" class="b">1</p><p id="c">2</p>`
		hiddenIDs(t, sheet, page)
		styles.Hides(sheet)
		if strings.Contains(sheet, "}") {
			return // it may close the rule and begin another one
		}
		if ids, _ := hiddenIDs(t, "#c{display:none!important}"+fmt.Sprintf(".d{%s}", sheet), page); !slices.Contains(ids, "c") {
			t.Errorf("%q undoes the rule before it", sheet)
		}
	})
}
