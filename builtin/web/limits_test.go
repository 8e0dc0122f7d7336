package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/web"
	"github.com/toolgen/toolgen/internal/racetest"
)

// repeatNumbered repeats a format n times; %d is the number of the repetition.
func repeatNumbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%") {
			fmt.Fprintf(&b, format, i)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

// costlyPages are pages that could take much time or memory.
var costlyPages = []struct{ reason, page string }{
	{"nested blocks", repeatNumbered(100_000, "<div>") + "END"},
	{"nested blocks with text", repeatNumbered(100_000, "<div>x") + "END"},
	{"nested tables", repeatNumbered(50_000, "<table><tr><td>x") + "END"},
	{"nested lists", repeatNumbered(50_000, "<ul><li>x") + "END"},
	{"nested quotations", repeatNumbered(50_000, "<blockquote>x\n") + "END"},
	{"nested emphasis", repeatNumbered(200_000, "<b><i>") + "END"},
	{"emphasis left open before many paragraphs", repeatNumbered(20, "<b><i><u><s><em><tt>") + repeatNumbered(200_000, "<p>x") + "END"},
	{"emphasis of many classes", repeatNumbered(100_000, `<b class=c%d>`) + repeatNumbered(100_000, "<p>x")},
	{"nested links", repeatNumbered(100_000, `<a href=/%d>x`)},
	{"code in many languages", repeatNumbered(100_000, `<code class=language-a%d>`) + repeatNumbered(100_000, "<p>x")},
	{"a million attributes", "<div " + repeatNumbered(500_000, "a%d=1 ") + ">END</div>"},
	{"the same attributes many times", repeatNumbered(5_000, "<b "+repeatNumbered(60, "a%d=1 ")+">x")},
	{"misnested emphasis", repeatNumbered(100_000, "<b><p></b>x</p><i><div></i>")},
	{"text between rows", "<table>" + repeatNumbered(200_000, "x<tr>")},
	{"cells that span", "<table>" + repeatNumbered(2_000, `<tr><td colspan=1000000 rowspan=1000000>`+strings.Repeat("y", 200)) + "</table>"},
	{"cells that span 20 columns", "<table>" + repeatNumbered(20_000, `<tr><td colspan=20 rowspan=20>y`) + "</table>"},
	{"a long row among many", "<table><tr>" + repeatNumbered(20_000, "<td>x") + repeatNumbered(25_000, "<tr><td>y") + "</table>"},
	{"a cell of many paragraphs", "<table><tr><td>a<td>" + repeatNumbered(45_000, "<p></p>") + "<tr><td>b<td>c</table>"},
	{"lists in cells", "<table>" + repeatNumbered(2000, "<tr><td>a<td><ul><li>x<li>y</ul>") + "</table>"},
	{"nested custom elements", repeatNumbered(100_000, "<x-a>")},
	{"nested formatting with blocks", repeatNumbered(30_000, "<b><div><i><p>x")},
	{"options", "<select>" + repeatNumbered(300_000, "<option>x")},
	{"templates", repeatNumbered(100_000, "<template>")},
	{"buttons in objects", repeatNumbered(50_000, "<object><button><p>x")},
	{"an endless comment", "<p>x</p><!--" + strings.Repeat("-", 4_000_000)},
	{"an endless tag", "<p>x</p><a href=" + strings.Repeat("x", 4_000_000)},
	{"an endless script", "<p>x</p><script>" + strings.Repeat("<", 4_000_000)},
	{"entities", strings.Repeat("&amp;lt;", 600_000)},
	{"only spaces", strings.Repeat(" ", 4_000_000)},
	{"only line feeds", "<pre>" + strings.Repeat("\n", 4_000_000) + "</pre>"},
	{"a long line of asterisks", strings.Repeat("*", 1_000_000)},
	{"a long line of brackets", strings.Repeat("[", 1_000_000)},
	{"a long line of links that do not end", strings.Repeat("![a](", 200_000)},
	{"brackets that end far away", strings.Repeat("[", 500_000) + "]"},
	{"brackets in cells", "<table>" + repeatNumbered(200, "<tr><td>"+strings.Repeat("[", 4000)+"<td>x") + "</table>"},
	{"groups of options", repeatNumbered(100_000, "<optgroup>")},
	{"parts of ruby annotations", repeatNumbered(100_000, "<rt>x<rb>")},
	{"ruby annotations in tables", repeatNumbered(50_000, "<ruby><table><td><rt>x")},
	{"end tags of paragraphs", repeatNumbered(1_000_000, "</p>")},
	{"the same style many times", "<p " + repeatNumbered(200_000, `style="left:-%dpx" `) + ">x"},
	{"a long line of backticks", "<code>" + strings.Repeat("`", 1_000_000) + "</code>"},
	{"code full of backticks", "<pre>" + strings.Repeat("``` ", 250_000) + "</pre>"},
	{"one word", "<p>" + strings.Repeat("x", 5_000_000)},
	{"styles", repeatNumbered(45_000, `<p style="color:red;left:-%d;width:1px;font-size:12px;transform:rotate(3deg)">x`)},
	{"style sheets", "<style>" + repeatNumbered(60_000, ".c%d{color:red;width:1px}") + "</style><p>x"},
	{"style sheets of braces", "<style>" + strings.Repeat("{", 1_000_000) + "</style><p>x"},
	{"style sheets of comments", "<style>" + strings.Repeat("/*", 1_000_000) + "</style><p>x"},
	{"selectors of many descendants", "<style>" + repeatNumbered(1000, "div div div div div div div .c%d, div div div div div div div div i{opacity:0}") + "</style>" + repeatNumbered(100, repeatNumbered(90, "<div>")+"<i>x</i>"+repeatNumbered(90, "</div>"))},
	{"selectors of many siblings", "<style>" + repeatNumbered(1000, ".c%d ~ p ~ p ~ p{opacity:0}") + "</style>" + repeatNumbered(45_000, "<p>x")},
	{"selectors that count siblings", "<style>" + repeatNumbered(1000, "p:nth-child(7n+%d):nth-last-of-type(3n){opacity:0}") + "</style>" + repeatNumbered(45_000, "<p>x")},
	{"selectors of one element", "<style>" + repeatNumbered(100_000, "p:not(.c%d){color:red}") + "</style>" + repeatNumbered(45_000, "<p>x")},
	{"selectors of attributes", "<style>" + repeatNumbered(100_000, "[class*=c%d]{color:red}") + "</style>" + repeatNumbered(900, "<p class='"+repeatNumbered(900, "c%d ")+"'>x")},
	{"selectors of many attributes", "<style>" + repeatNumbered(100_000, "[a%d]{opacity:0}") + "</style><p " + repeatNumbered(200_000, "a%d ") + ">x"},
	{"selectors of many classes", "<style>" + repeatNumbered(200_000, ".c%d,") + "b{color:red}</style>" + repeatNumbered(30_000, "<p class='c1 c2 c3'>x")},
	{"a selector of many classes", "<style>" + repeatNumbered(400_000, ".c%d") + "{opacity:0}</style><p class=c1>x"},
	{"a selector of many brackets", "<style>" + strings.Repeat(":not(", 900_000) + "{opacity:0}</style><p>x"},
	{"rules of many classes", "<style>" + repeatNumbered(200_000, ".c%d{opacity:0}") + "</style>" + repeatNumbered(40_000, "<b class=c%d>x</b>")},
	{"nested rules", "<style>" + strings.Repeat(".a,.b{opacity:0;", 200_000) + "</style><p>x"},
	{"nested rules of many selectors", "<style>" + repeatNumbered(10, repeatNumbered(1000, ".a%d,")+".b{opacity:0;") + "</style><p>x"},
	{"nested rules with ampersands", "<style>.a{" + strings.Repeat(strings.Repeat("&", 1000)+"{opacity:0;", 1000) + "</style><p>x"},
	{"nested media", "<style>" + strings.Repeat("@media screen{", 300_000) + "</style><p>x"},
	{"style sheets of commas", "<style>p{opacity:" + strings.Repeat(",", 4_000_000) + "</style><p>x"},
	{"style sheets of escapes", "<style>" + strings.Repeat(`\`, 4_000_000) + "</style><p>x"},
	{"style sheets of strings", "<style>" + strings.Repeat("\"\n", 2_000_000) + "</style><p>x"},
	{"style sheets of URLs", "<style>" + strings.Repeat("url(", 1_000_000) + "</style><p>x"},
	{"style sheets of code points", "<style>" + strings.Repeat("u+", 1_000_000) + strings.Repeat("a", 1_000_000) + "</style><p>x"},
	{"many style sheets", strings.Repeat("<style>p{color:red}</style>", 150_000) + "<p>x"},
	{"many declarations", "<style>p{" + strings.Repeat("color:red;", 400_000) + "}</style>" + repeatNumbered(1000, "<p>x")},
	{"many classes", repeatNumbered(50, "<p class='"+repeatNumbered(900, "c%d ")+"'>x")},
	{"paragraphs", repeatNumbered(100_000, "<p>Some text, with commas, of a length that counts.")},
	{"line breaks", repeatNumbered(400_000, "<br>")},
	{"pictures", repeatNumbered(100_000, `<img src=/%d.png alt="x">`)},
	{"headings", repeatNumbered(60_000, "<h2>x</h2>")},
	{"ruby", repeatNumbered(60_000, "<ruby>x<rt>y</ruby>")},
	{"definitions", repeatNumbered(60_000, "<dt>x<dd>y")},
	{"breadcrumbs of spans", repeatNumbered(1_000, repeatNumbered(70, "<span>")+"x"+repeatNumbered(70, "</span>"))},
	{"empty emphasis", repeatNumbered(50_000, "<b></b>x<i> </i>")},
	{"empty links", repeatNumbered(50_000, "<a href=/x> </a>")},
}

// limit is the maximum time for a page. The race detector and a busy machine make
// a page several times slower.
const limit = 12 * time.Second

// The time for a page is limited.
func TestCostlyPages(t *testing.T) {
	slowest, what := time.Duration(0), ""
	for _, c := range costlyPages {
		page := c.page[:min(len(c.page), racetest.Fewer(web.MaxBodyBytes, 64))]
		base := site(t, staticHandler("text/html; charset=utf-8", []byte(page)))
		for _, format := range []web.Format{web.FormatMarkdown, web.FormatText} {
			began := time.Now()
			r := fetch(t, base, format)
			took := time.Since(began)
			if !r.Result.OK || took > limit {
				t.Errorf("%s as %s: %s, %s", c.reason, format, took, r.Result.Error)
			}
			if took > slowest {
				slowest, what = took, c.reason
			}
			if testing.Verbose() {
				t.Logf("%8s %s (%s), %d characters", took.Round(time.Millisecond), c.reason, format, len(r.Result.Value))
			}
		}
	}
	t.Logf("the slowest took %s: %s", slowest, what)
}
