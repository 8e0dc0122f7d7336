package web

import (
	"regexp"
	"strings"
)

// Text that a reader of the page does not see is where orders to models are
// hidden. It is found by the attributes of an element, by the usual names of
// classes, and by the style sheets within the page, as far as their selectors are
// about one class, id or name. External style sheets are not fetched. What only
// they hide, or selectors of more, is seen here.

const (
	// ends is what follows a value.
	ends = `\s*(?:[;!}]|$)`
	// flat is a box without width or height.
	flat = `(?:max-)?(?:width|height)\s*:\s*(?:0(?:\.\d+)?(?:px|pt|em|rem|%|vw|vh)?|1(?:px|pt))` + ends
)

// hidingStyle matches declarations that make an element invisible.
var hidingStyle = regexp.MustCompile(`(?i)(?:^|[;{\s])(?:` + strings.Join([]string{
	`display\s*:\s*none`,
	`visibility\s*:\s*(?:hidden|collapse)`,
	`content-visibility\s*:\s*hidden`,
	`opacity\s*:\s*(?:0?\.0\d*|0+%?|[0-4](?:\.\d+)?%)` + ends,
	`font-size\s*:\s*(?:(?:0|1|0?\.\d+|1\.\d+)(?:px|pt)?|(?:0|0?\.[01]\d*)(?:em|rem|vw|vh)|\d(?:\.\d+)?%)` + ends,
	flat,
	`text-indent\s*:\s*-\s*\d{3,}`,
	`(?:left|top|right|bottom|margin-left|margin-top|inset-inline-start)\s*:\s*-\s*\d{3,}`,
	`clip\s*:\s*rect\s*\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)`,
	`clip-path\s*:\s*(?:inset\s*\(\s*(?:50|100)%|circle\s*\(\s*0|polygon\s*\(\s*0(?:px)?\s+0(?:px)?\s*(?:,\s*0(?:px)?\s+0(?:px)?\s*)*\))`,
	`transform\s*:[^;}]*(?:scale[xy]?\s*\(\s*0(?:\.0+)?\s*[,)]|translate[xy]?\s*\(\s*-\s*\d{3,})`,
	`(?:-webkit-text-fill-)?color\s*:\s*(?:transparent|rgba\s*\([^)]*,\s*0(?:\.0+)?\s*\)|#[0-9a-f]{3}0(?:[;!}\s]|$)|#[0-9a-f]{6}00(?:[;!}\s]|$))`,
}, "|") + `)`)

var (
	// flatBox hides nothing unless what overflows is hidden, too.
	flatBox    = regexp.MustCompile(`(?i)(?:^|[;{\s])` + flat)
	overflow   = regexp.MustCompile(`(?i)overflow(?:-[xy])?\s*:\s*(?:hidden|clip)`)
	foreground = regexp.MustCompile(`(?i)(?:^|[;{\s])color\s*:\s*([^;!}]+)`)
	background = regexp.MustCompile(`(?i)background(?:-color)?\s*:\s*([^;!}]+)`)
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// maxStyle is how much of a style attribute is looked at, in bytes; a longer one
// counts as hiding.
const maxStyle = 4000

// hides reports whether declarations make an element invisible.
func hides(style string) bool {
	if style == "" {
		return false
	}
	if len(style) > maxStyle {
		return true
	}
	style = comment.ReplaceAllString(unescapeCSS(style), "")
	if flatBox.MatchString(style) && !overflow.MatchString(style) {
		style = flatBox.ReplaceAllString(style, ";")
	}
	if hidingStyle.MatchString(style) {
		return true
	}
	front, back := foreground.FindStringSubmatch(style), background.FindStringSubmatch(style)
	return front != nil && back != nil && color(front[1]) == color(back[1])
}

// color is a colour in one of its spellings.
func color(written string) string {
	written = strings.ToLower(strings.Join(strings.Fields(written), ""))
	if len(written) == 4 && written[0] == '#' {
		written = "#" + strings.Repeat(written[1:2], 2) + strings.Repeat(written[2:3], 2) + strings.Repeat(written[3:], 2)
	}
	switch written {
	case "white", "rgb(255,255,255)":
		return "#ffffff"
	case "black", "rgb(0,0,0)":
		return "#000000"
	}
	return written
}

var cssEscape = regexp.MustCompile(`\\([0-9a-fA-F]{1,6})\s?|\\(.)`)

// unescapeCSS undoes escapes such as "d\69splay". CSS Syntax, section 4.3.7.
func unescapeCSS(style string) string {
	if !strings.Contains(style, `\`) {
		return style
	}
	return cssEscape.ReplaceAllStringFunc(style, func(e string) string {
		var r rune
		for _, digit := range strings.TrimSpace(e[1:]) {
			i := strings.IndexRune("0123456789abcdef", digit|0x20)
			if digit <= '9' {
				i = strings.IndexRune("0123456789", digit)
			}
			if i < 0 {
				return e[1:]
			}
			r = r<<4 | rune(i)
		}
		return string(r)
	})
}
