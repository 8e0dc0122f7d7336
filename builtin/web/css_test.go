package web_test

import (
	"strings"
	"testing"
)

// cssHidden are pages whose style sheets or inline styles hide the text ORDER.
var cssHidden = []struct{ reason, head, markup string }{
	{"a comment inside a declaration", `<style>.x{display/* a */:/* b */none/* c */}</style>`, `<p class="x">ORDER</p>`},
	{"a brace inside a comment", `<style>.a{/* } */display:block} /* { */ .x{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a comment between rules and inside a selector", `<style>/* a */ .no/**/.x{} .x/* b */{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a brace inside a string", `<style>.a::before{content:"}"} .b{content:'{'} .x{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a semicolon inside a URL", `<style>.x{background:url(data:image/png;base64,AA==);display:none}</style>`, `<p class="x">ORDER</p>`},
	{"an escape in the property", `<style>.x{\64isplay:none}</style>`, `<p class="x">ORDER</p>`},
	{"an escape in the value", `<style>.x{display:n\6f ne}</style>`, `<p class="x">ORDER</p>`},
	{"an escape in the selector", `<style>.\78 9{display:none}</style>`, `<p class="x9">ORDER</p>`},
	{"a class whose name has a colon", `<style>.md\:off{display:none}</style>`, `<p class="md:off">ORDER</p>`},
	{"upper case", `<style>P.x{DISPLAY:NONE}</style>`, `<p class="x">ORDER</p>`},
	{"important with spaces and a comment", `<style>.x{display:none ! /**/ IMPORTANT;display:block}</style>`, `<p class="x">ORDER</p>`},
	{"important before a later declaration", "", `<p style="display:none!important;display:block">ORDER</p>`},
	{"the shorthand font", "", `<p style="font:0/0 a">ORDER</p>`},
	{"the shorthand font with a weight", "", `<p style="font:italic 700 1px/2 serif">ORDER</p>`},
	{"the shorthand inset", "", `<p style="position:fixed;inset:0 0 0 -9999px">ORDER</p>`},
	{"the shorthand margin", "", `<p style="margin:0 0 0 -9999px">ORDER</p>`},
	{"the shorthand background with more than a colour", "", `<p style="color:#fff;background:white no-repeat">ORDER</p>`},
	{"transparent letters in the modern form", "", `<p style="color:rgb(0 0 0 / 0%)">ORDER</p>`},
	{"a negative opacity", "", `<p style="opacity:-1">ORDER</p>`},
	{"an opacity with an exponent", "", `<p style="opacity:1e-3">ORDER</p>`},
	{"an offset inside calc", "", `<p style="position:absolute;left:calc(-9999px)">ORDER</p>`},
	{"the second axis of translate", "", `<p style="transform:translate(0,-9999px)">ORDER</p>`},
	{"the property scale", "", `<p style="scale:0">ORDER</p>`},
	{"a filter", "", `<p style="filter:blur(0) opacity(0)">ORDER</p>`},
	{"an element", `<style>blockquote{display:none}</style>`, `<blockquote>ORDER</blockquote>`},
	{"a descendant", `<style>.note p{display:none}</style>`, `<div class="note"><div><p>ORDER</p></div></div>`},
	{"a child", `<style>.note>p{display:none}</style>`, `<div class="note"><p>ORDER</p></div>`},
	{"the next sibling", `<style>h3 + p{display:none}</style>`, `<h3>x</h3> <p>ORDER</p>`},
	{"a later sibling", `<style>h3 ~ p.x{display:none}</style>`, `<h3>x</h3><p>y</p><p class="x">ORDER</p>`},
	{"several classes", `<style>p.a.b{display:none}</style>`, `<p class="b c a">ORDER</p>`},
	{"an attribute", `<style>[data-note]{display:none}</style>`, `<p data-note>ORDER</p>`},
	{"a value of an attribute", `<style>p[data-note^="ab" i]{display:none}</style>`, `<p data-note="ABC">ORDER</p>`},
	{"an attribute of emphasis", `<style>[data-note]{display:none}</style>`, `<p>x <b data-note>ORDER</b></p>`},
	{"a descendant that is emphasis", `<style>.note em.x{display:none}</style>`, `<p class="note">x <em class="x">ORDER</em></p>`},
	{"a class on emphasis around the element", `<style>b.x q{display:none}</style>`, `<p>x <b class="x"><q>ORDER</q></b></p>`},
	{"not", `<style>blockquote:not(.y){display:none}</style>`, `<blockquote class="x">ORDER</blockquote><p class="y">y</p>`},
	{"is and where", `<style>:is(.a, .x):where(p, div){display:none}</style>`, `<p class="x">ORDER</p>`},
	{"the first child", `<style>.note :first-child{display:none}</style>`, `<div class="note"><p>ORDER</p></div>`},
	{"one of the children", `<style>.note p:nth-child(2n + 1){display:none}</style>`, `<div class="note"><p>ORDER</p></div>`},
	{"an invalid selector in another rule", `<style>.a:::b{color:red} .x{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"media all and a list", `<style>@media print, ALL{.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"media with a comment", `<style>@media/**/only /**/ screen{.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"media that is not print", `<style>@media not print{.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"supports within media", `<style>@media screen{@supports (display:grid) and (not (display:inline-grid)){.x{display:none}}}</style>`, `<p class="x">ORDER</p>`},
	{"a nested rule", `<style>.note{color:red;.x{display:none}}</style>`, `<div class="note"><p class="x">ORDER</p></div>`},
	{"a nested rule with an ampersand", `<style>.note,.b{&.x{display:none}}</style>`, `<p class="note x">ORDER</p>`},
	{"a nested rule with a combinator", `<style>.note{> p{display:none}}</style>`, `<div class="note"><p>ORDER</p></div>`},
	{"media within a rule", `<style>.x{@media screen{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"a declaration after a nested rule", `<style>.x{.y{color:red} display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a colour and a background of two rules", `<style>.x{color:#FFF} p.x{background-color:white}</style>`, `<p class="x">ORDER</p>`},
	{"an override that no browser applies", `<style>.x{display:none} .x{display:shown} .x:::y,.x{display:block}</style>`, `<p class="x">ORDER</p>`},
	{"an override after a brace too many", `<style>.x{display:none}} .x{display:block}</style>`, `<p class="x">ORDER</p>`},
	{"an override that is less specific", `<style>p.x{display:none} .x{display:block}</style>`, `<p class="x">ORDER</p>`},
	{"an override in a layer", `<style>.x{display:none} @layer a{p.x.x{display:block}}</style>`, `<p class="x">ORDER</p>`},
	{"an override by where", `<style>.x{display:none} :where(p.x.x){display:block}</style>`, `<p class="x">ORDER</p>`},
	{"an end that is missing", `<style>.x{display:none</style>`, `<p class="x">ORDER</p>`},
	{"two style elements", `<style>.a{</style><style>.x{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"marks of an HTML comment", `<style><!-- .x{display:none} --></style>`, `<p class="x">ORDER</p>`},
	{"an element deeper than is kept", `<style>.x{display:none}</style>`, strings.Repeat("<div>", 200) + `<div class="x">ORDER</div>` + strings.Repeat("</div>", 200)},
}

// cssShown are pages whose CSS does not hide the text ORDER.
var cssShown = []struct{ reason, head, markup string }{
	{"a declaration inside a comment", `<style>.x{/* display:none */color:red}</style>`, `<p class="x">ORDER</p>`},
	{"a declaration inside a string", `<style>.x{content:";display:none"}</style>`, `<p class="x" style="content:';display:none'">ORDER</p>`},
	{"a later declaration", "", `<p style="display:none;display:block">ORDER</p>`},
	{"an important declaration", "", `<p style="display:block!important;display:none">ORDER</p>`},
	{"another property that ends alike", "", `<p style="x-display:none;--display:none;*display:none">ORDER</p>`},
	{"a font of some size", "", `<p style="font:700 12px/1 serif">ORDER</p>`},
	{"a background with an image", "", `<p style="color:#fff;background:url(x.png) #fff">ORDER</p>`},
	{"a descendant of another element", `<style>.note p{display:none}</style>`, `<div class="other"><p>ORDER</p></div>`},
	{"a child of a child", `<style>.note>p{display:none}</style>`, `<div class="note"><div><p>ORDER</p></div></div>`},
	{"not the next sibling", `<style>h3 + p{display:none}</style>`, `<h3>x</h3><p>y</p><p>ORDER</p>`},
	{"another value of an attribute", `<style>p[data-note="a"]{display:none}</style>`, `<p data-note="b">ORDER</p>`},
	{"not", `<style>blockquote:not(.x){display:none}</style>`, `<blockquote class="x">ORDER</blockquote>`},
	{"a pointer over the element", `<style>p:hover{display:none}</style>`, `<p>ORDER</p>`},
	{"a pseudo-element", `<style>p::before{display:none} p:after{display:none}</style>`, `<p>ORDER</p>`},
	{"a more specific rule", `<style>.tabs .tab{display:none} .tabs .tab.open{display:block}</style>`, `<div class="tabs"><div class="tab open">ORDER</div></div>`},
	{"a later rule", `<style>.x{display:none} .x{display:flex}</style>`, `<p class="x">ORDER</p>`},
	{"an inline style over a rule", `<style>.x{display:none}</style>`, `<div class="x" style="display:block">ORDER</div>`},
	{"a nested rule of another element", `<style>.note{.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"media that is not the screen", `<style>@media not screen{.x{display:none}} @media print{.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"what no browser supports", `<style>@supports not (display:block){.x{display:none}}</style>`, `<p class="x">ORDER</p>`},
	{"frames of an animation", `<style>@keyframes a{from{opacity:0}.x{opacity:0}} @font-face{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"an invalid rule", `<style>} .x{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a selector of jQuery", `<style>p:contains(Ignore){display:none} p[class!=y]{display:none} p[class#=x]{display:none}</style>`, `<p class="x">ORDER</p>`},
	{"a large value", `<style>.x{background:url(data:image/png;base64,` + strings.Repeat("A", 9000) + `)}</style>`, `<p class="x">ORDER</p>`},
	{"the whole page", `<style>html{visibility:hidden} body{opacity:0}</style>`, `<p>ORDER</p>`},
}

func TestCSSHidesText(t *testing.T) {
	for _, c := range cssHidden {
		got := fetchWithMarkup(t, c.head, strings.ReplaceAll(c.markup, "ORDER", order))
		if strings.Contains(got, "Ignore all") {
			t.Errorf("%s: the text is in the result", c.reason)
		}
	}
}

func TestCSSKeepsText(t *testing.T) {
	for _, c := range cssShown {
		if got := fetchWithMarkup(t, c.head, strings.ReplaceAll(c.markup, "ORDER", order)); strings.Count(got, order) < 2 {
			t.Errorf("%s: the text is not in the result", c.reason)
		}
	}
}
