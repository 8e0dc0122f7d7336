package web

import (
	"bytes"
	"strings"

	"codeberg.org/readeck/go-readability/v2/render"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/runtime"
)

// renderContent returns content in a format.
func renderContent(content *html.Node, format Format) (string, error) {
	if format == FormatText {
		return strings.TrimSpace(render.InnerText(content)), nil
	}
	// The root must be a document: a converter does not render what has no parent.
	root := &html.Node{Type: html.DocumentNode}
	if content.Parent != nil {
		content.Parent.RemoveChild(content)
	}
	if content.Type == html.DocumentNode {
		root = content
	} else {
		root.AppendChild(content)
	}
	text, err := newConverter().ConvertNode(root)
	if err != nil {
		return "", runtime.Errorf(runtime.ExecutionFailed, "the page could not be converted to Markdown: use format raw for its source: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// newConverter returns a converter of HTML to Markdown.
func newConverter() *converter.Converter {
	conv := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(
			commonmark.WithHorizontalRule("---"),
			commonmark.WithListEndComment(false),
			commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip),
			commonmark.WithLinkEmptyHrefBehavior(commonmark.LinkBehaviorSkip),
		),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(
			table.WithHeaderPromotion(true),
			table.WithSkipEmptyRows(true),
			table.WithNewlineBehavior(table.NewlineBehaviorPreserve),
			table.WithSpanCellBehavior(table.SpanBehaviorMirror),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
		),
	))
	conv.Register.RendererFor(cellBreak, converter.TagTypeInline, func(_ converter.Context, w converter.Writer, _ *html.Node) converter.RenderStatus {
		_, _ = w.WriteString("<br>")
		return converter.RenderSuccess
	}, converter.PriorityStandard)
	conv.Register.UnEscaper(bracket, converter.PriorityEarly)
	return conv
}

// maxBracket is the maximum distance of the end of a link from its beginning,
// in bytes.
const maxBracket = 256

// bracket escapes a bracket that is not followed by the end of a link within
// maxBracket. The converter would search the rest of the line for each bracket,
// of which there may be a million.
func bracket(text []byte, index int) int {
	if text[index] == '[' && len(text)-index > maxBracket && !bytes.ContainsAny(text[index:index+maxBracket], "]\n") {
		return 1
	}
	return -1 // the converter decides
}
