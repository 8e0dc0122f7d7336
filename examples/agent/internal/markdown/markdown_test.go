package markdown_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
)

func TestRender(t *testing.T) {
	for _, test := range []struct{ reason, source, want string }{
		{"a paragraph is wrapped", "one two three four five six seven", "one two three four\nfive six seven"},
		{"a heading", "# Title\ntext", "Title\n\ntext"},
		{"a list", "- one\n- two **bold**", "• one\n• two bold"},
		{"a numbered list continues its numbers", "3. one\n4. two", "3. one\n4. two"},
		{"a nested list", "- one\n  - two", "• one\n  • two"},
		{"code is not wrapped", "```go\nfunc main() { println(1234567890) }\n```", "  func main() { println(1234567890) }"},
		{"a table", "|a|b|\n|-|-|\n|1|long|", "a  b\n1  long"},
		{"the last column of a wide table is wrapped", "|a|b|\n|-|-|\n|name|one two three four|\n|x|y|", "a     b\nname  one two three\n      four\nx     y"},
		{"a table that is too wide", "|name|value|\n|-|-|\n|a long first cell|one two three four|\n|x|y|", "name: a long first\n  cell\nvalue: one two\n  three four\n\nname: x\nvalue: y"},
		{"wide characters in a table", "|a|b|\n|-|-|\n|漢字|x|", "a     b\n漢字  x"},
		{"a quotation", "> said", "│ said"},
		{"a link", "[x](https://a.b)", "x (https://a.b)"},
		{"control characters are removed", "a\x1b[31mb\u202ec\u0007", "a[31mbc"},
		{"a fence that does not end", "```\ncode", "  code"},
		{"nothing", "", ""},
	} {
		if got := ansi.Strip(markdown.Render(test.source, 20)); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.reason, got, test.want)
		}
	}
}

// The rendered form of a complete part does not change when more text arrives.
func TestComplete(t *testing.T) {
	const source = "one\n\n- a\n- b\n\n```go\nx\n\ny\n```\n\nlast"
	if got := source[:markdown.Complete(source)]; !strings.HasSuffix(got, "```\n\n") {
		t.Errorf("the complete part is %q", got)
	}
	if got := markdown.Complete("```\na\n\nb"); got != 0 {
		t.Errorf("an open fence is complete up to %d", got)
	}
}
