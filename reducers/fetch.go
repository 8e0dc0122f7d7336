package reducers

import (
	"math"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// FetchURL reduces the results of the tool "fetch_url", pages as Markdown:
// cookie banners, buttons to share and to skip, and notices of rights are
// counted and left out; so are runs of 8 and more lines of nothing but a link
// before the first heading or paragraph; base64, such as images in
// data URLs, is replaced by its size; repeated and empty lines are folded.
//
// A line is left out only when it is, without its markup, one of a list of phrases or
// begins with one of another. Paragraphs stay whole. Failures are left alone.
func FetchURL() runtime.Reducer {
	return &reducer{tool: "fetch_url", pass: func(runtime.ReduceContext) Pass {
		return chain([]Pass{StripEscapes, ReplaceBase64, dropFurniture, FoldRepeats})
	}}
}

// furniture are lines of pages that are not content, in lower case.
var furniture = map[string]bool{
	"skip to content": true, "skip to main content": true, "skip to navigation": true, "skip navigation": true, "jump to content": true,
	"accept": true, "accept all": true, "accept cookies": true, "accept all cookies": true, "reject all": true, "reject all cookies": true,
	"decline": true, "manage cookies": true, "manage preferences": true, "cookie settings": true, "cookie preferences": true, "cookie policy": true,
	"privacy policy": true, "privacy": true, "terms of service": true, "terms of use": true, "terms": true, "terms & conditions": true, "legal": true, "imprint": true,
	"subscribe": true, "subscribe now": true, "sign in": true, "sign up": true, "sign out": true, "log in": true, "login": true, "register": true,
	"share": true, "share this": true, "tweet": true, "share on facebook": true, "share on twitter": true, "share on x": true, "share on linkedin": true,
	"copy link": true, "print": true, "email": true, "back to top": true, "menu": true, "toggle navigation": true, "open menu": true,
	"close menu": true, "close": true, "search": true, "advertisement": true, "advertisements": true, "sponsored": true, "loading...": true, "loading…": true,
	"follow us": true, "newsletter": true, "all rights reserved": true, "all rights reserved.": true, "read more": true, "show more": true, "learn more": true,
}

// furnitureStarts begin such lines, in lower case.
var furnitureStarts = []string{
	"we use cookies", "this site uses cookies", "this website uses cookies", "by using this site, you agree", "by continuing to use",
	"© ", "copyright ©", "copyright (c)", "subscribe to our newsletter", "sign up for our newsletter", "please enable javascript",
	"you need to enable javascript", "javascript is disabled",
}

const (
	// paragraph is from how many bytes on a line without a link is one.
	paragraph = 80
	// linkRun is from how many on links in a row are a menu.
	linkRun = 8
	// longestFurniture is how long a line of furniture may be, in bytes.
	longestFurniture = 300
)

// dropFurniture leaves out what is not content.
func dropFurniture(text string) string {
	p, ok := newPage(text, largeText)
	if !ok {
		return text
	}
	for i := range p.len() {
		if line := p.line(i); ourMark(line) || isNotice(line) {
			p.class[i] = keep
		}
	}
	code := false
	first := p.len()
	for i := range p.len() {
		line := p.trimmed(i)
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		switch {
		case code:
			p.mark(i, keep)
		case isFurniture(line):
			p.mark(i, boilerplate)
		}
		if code || len(line) >= paragraph && !isLink(line) || strings.HasPrefix(line, "#") {
			first = min(first, i)
		}
	}
	if first < p.len() {
		p.markMenus(first)
	}
	return p.render(math.MaxInt)
}

// isFurniture says whether the line, without its markup, is furniture.
func isFurniture(line string) bool {
	if line == "" || len(line) > longestFurniture {
		return false
	}
	words := strings.ToLower(label(line))
	return furniture[words] || startsAny(words, furnitureStarts)
}

// label is the text of a line without bullets, emphasis and a link's address.
func label(line string) string {
	line = strings.TrimSpace(strings.Trim(line, "*_-+>•| \t"))
	if strings.HasPrefix(line, "[") {
		if end := strings.Index(line, "]("); end > 0 && strings.HasSuffix(line, ")") {
			line = line[1:end]
		}
	}
	return strings.TrimSpace(line)
}

// isLink says whether the line is a link and nothing else.
func isLink(line string) bool {
	line = strings.TrimSpace(strings.TrimLeft(line, "*-+•| \t"))
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, ")") && strings.Count(line, "](") == 1
}

// markMenus leaves out runs of links before that line.
func (p *page) markMenus(before int) {
	for i := 0; i < before; {
		end, found := i, 0
		for ; end < before && (p.trimmed(end) == "" || isLink(p.trimmed(end))); end++ {
			if p.trimmed(end) != "" {
				found++
			}
		}
		if found >= linkRun {
			p.markAll(i, end, links)
		}
		i = max(end, i+1)
	}
}
