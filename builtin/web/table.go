package web

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxCells is the maximum number of cells of a table, counted as if each
	// row was as long as the longest. A larger table is written row by row.
	maxCells = 60_000
	// maxSpanned is the maximum length of the text of a cell that is repeated
	// in each column and row that the cell spans, in code points.
	maxSpanned = 80
)

// tidyTables prepares the tables of the content for Markdown. Layout tables become
// blocks.
func tidyTables(content *html.Node) {
	var found []*html.Node
	for d := range content.Descendants() {
		if d.Type == html.ElementNode && d.Data == "table" {
			found = append(found, d)
		}
	}
	for i := len(found) - 1; i >= 0; i-- { // inner ones first
		if table := found[i]; isLayout(table) {
			replaceTable(table)
		} else {
			tidyTable(table)
		}
	}
}

// rows returns the rows of a table.
func rows(table *html.Node) (list []*html.Node) {
	for d := range table.Descendants() {
		if d.Type == html.ElementNode && d.Data == "tr" {
			list = append(list, d)
		}
	}
	return list
}

// cells returns the cells of a row.
func cells(row *html.Node) (list []*html.Node) {
	for child := range row.ChildNodes() {
		if child.Type == html.ElementNode && (child.Data == "td" || child.Data == "th") {
			list = append(list, child)
		}
	}
	return list
}

// isLayout reports whether a table only arranges the page: it has other tables
// inside, or one column or row without headings, or Markdown cannot show it.
func isLayout(table *html.Node) bool {
	role := attr(table, "role")
	if role == "presentation" || role == "none" || findFirst(table, hasName("table")) != nil || hasAncestor(table, "a") || hasAncestor(table, "pre") {
		return true
	}
	all := rows(table)
	widest, headings := 0, findFirst(table, hasName("th")) != nil
	for _, row := range all {
		width := 0
		for _, cell := range cells(row) {
			width += countAttr(cell, "colspan")
		}
		widest = max(widest, width)
	}
	return len(all)*widest > maxCells || widest < 2 && !headings || len(all) < 2 && !headings
}

// replaceTable replaces a table, its rows and its cells by blocks.
func replaceTable(table *html.Node) {
	parts := set("caption thead tbody tfoot tr td th colgroup col")
	visitAll(table, func(n *html.Node) {
		if n.Type == html.ElementNode && parts[n.Data] {
			n.Attr = nil
			rename(n, atom.Div)
		}
	})
	rename(table, atom.Div)
}

// cellReplacements are the elements that a cell of Markdown cannot have, and their
// replacements.
var cellReplacements = map[string]atom.Atom{
	"h1": atom.Strong, "h2": atom.Strong, "h3": atom.Strong, "h4": atom.Strong, "h5": atom.Strong, "h6": atom.Strong,
	"pre": atom.Code, "blockquote": atom.Span, "ul": atom.Span, "ol": atom.Span, "dl": atom.Span, "hr": atom.Span,
}

// cellBreak is the name of the element for a line break in a cell.
const cellBreak = "cell-break"

// lineElements are the elements that begin a new line in a cell.
var lineElements = set("p div li dt dd section article figure figcaption")

// tidyTable replaces blocks in cells, and headings of columns outside the first
// row, and cells that span columns or rows.
func tidyTable(table *html.Node) {
	for i, row := range rows(table) {
		for _, cell := range cells(row) {
			if cell.Data == "th" && i > 0 && !hasAncestor(row, "thead") {
				rename(cell, atom.Td)
			}
			tidyCell(cell)
		}
	}
	expandSpans(table)
}

// tidyCell replaces the blocks in a cell by inline elements and line breaks.
func tidyCell(cell *html.Node) {
	hasContent := false // whether the cell has text before the node
	visitAll(cell, func(n *html.Node) {
		if n.Type != html.ElementNode {
			hasContent = hasContent || textLength(n) > 0
			return
		}
		if instead, ok := cellReplacements[n.Data]; ok {
			n.Attr = nil
			rename(n, instead)
			return
		}
		if n.Data == "br" {
			n.DataAtom, n.Data = 0, cellBreak
		}
		if !lineElements[n.Data] {
			return
		}
		if hasContent {
			n.Parent.InsertBefore(&html.Node{Type: html.ElementNode, Data: cellBreak}, n)
		}
		if n.Data == "li" {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "• "}, n.FirstChild)
		}
		rename(n, atom.Span)
	})
}
