package reducers

import (
	"math"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// FetchURL returns the reducer of the tool "fetch_url", for pages as Markdown:
// cookie banners, buttons that share or skip, and copyright notices are counted
// and left out. So are menus, which are at least 8 lines with only a link before
// the first heading or paragraph. Base64, such as images in data URLs, is
// replaced by its size; repeated and empty lines are folded.
//
// Boilerplate is recognized by lists of phrases that a line, without its markup,
// is equal to or begins with. Paragraphs are kept whole. Failures are not
// reduced.
func FetchURL() runtime.Reducer {
	return &reducer{tool: "fetch_url", pass: func(runtime.ReduceContext) Pass {
		return chain([]Pass{StripEscapes, ReplaceBase64, dropBoilerplate, FoldRepeats})
	}}
}

// boilerplateLines are lines of pages that are not content, in lower case.
var boilerplateLines = map[string]bool{
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

// boilerplatePrefixes are the beginnings of such lines, in lower case.
var boilerplatePrefixes = []string{
	"we use cookies", "this site uses cookies", "this website uses cookies", "by using this site, you agree", "by continuing to use",
	"© ", "copyright ©", "copyright (c)", "subscribe to our newsletter", "sign up for our newsletter", "please enable javascript",
	"you need to enable javascript", "javascript is disabled",
}

const (
	// minParagraph is the minimum length of a paragraph, in bytes.
	minParagraph = 80
	// minMenuLinks is the minimum number of consecutive links in a menu.
	minMenuLinks = 8
	// maxBoilerplate is the maximum length of a line of boilerplate, in bytes.
	maxBoilerplate = 300
)

// dropBoilerplate leaves out lines that are not content.
func dropBoilerplate(text string) string {
	p, ok := newPage(text, largeText)
	if !ok {
		return text
	}
	for i := range p.len() {
		if line := p.line(i); isMark(line) || isNotice(line) {
			p.class[i] = keep
		}
	}
	inCode := false
	content := p.len() // the first heading, paragraph or line of code
	for i := range p.len() {
		line := p.trimmedLine(i)
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		switch {
		case inCode:
			p.mark(i, keep)
		case isBoilerplate(line):
			p.mark(i, pageBoilerplate)
		}
		if inCode || len(line) >= minParagraph && !isLink(line) || strings.HasPrefix(line, "#") {
			content = min(content, i)
		}
	}
	if content < p.len() {
		p.markMenus(content)
	}
	return p.render(math.MaxInt)
}

// isBoilerplate reports whether the line, without its markup, is boilerplate.
func isBoilerplate(line string) bool {
	if line == "" || len(line) > maxBoilerplate {
		return false
	}
	words := strings.ToLower(textOf(line))
	return boilerplateLines[words] || hasAnyPrefix(words, boilerplatePrefixes)
}

// textOf returns the text of a line without bullets, emphasis and the address of
// a link.
func textOf(line string) string {
	line = strings.TrimSpace(strings.Trim(line, "*_-+>•| \t"))
	if strings.HasPrefix(line, "[") {
		if end := strings.Index(line, "]("); end > 0 && strings.HasSuffix(line, ")") {
			line = line[1:end]
		}
	}
	return strings.TrimSpace(line)
}

// isLink reports whether the line is a link without other text.
func isLink(line string) bool {
	line = strings.TrimSpace(strings.TrimLeft(line, "*-+•| \t"))
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, ")") && strings.Count(line, "](") == 1
}

// markMenus marks the menus before a line.
func (p *page) markMenus(before int) {
	for i := 0; i < before; {
		end, count := i, 0
		for ; end < before && (p.trimmedLine(end) == "" || isLink(p.trimmedLine(end))); end++ {
			if p.trimmedLine(end) != "" {
				count++
			}
		}
		if count >= minMenuLinks {
			p.markRange(i, end, menuLinks)
		}
		i = max(end, i+1)
	}
}
