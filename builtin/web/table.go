package web

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxCells is how many cells a table has at most when every row is as long
	// as the longest; a larger one is written row by row.
	maxCells = 60_000
	// maxSpanned is how much text a cell has that is repeated in each column
	// and row that it spans, in code points.
	maxSpanned = 80
)

// tables prepares the tables of a content. Those that hold other tables, and
// those of one column or one row without headings, only arrange the page, and
// become their cells.
func tables(content *html.Node) {
	var found []*html.Node
	for d := range content.Descendants() {
		if d.Type == html.ElementNode && d.Data == "table" {
			found = append(found, d)
		}
	}
	for i := len(found) - 1; i >= 0; i-- { // inner ones first
		if table := found[i]; isLayout(table) {
			dissolve(table)
		} else {
			tidyTable(table)
		}
	}
}

// rows are the rows of a table.
func rows(table *html.Node) (list []*html.Node) {
	for d := range table.Descendants() {
		if d.Type == html.ElementNode && d.Data == "tr" {
			list = append(list, d)
		}
	}
	return list
}

// cells are the cells of a row.
func cells(row *html.Node) (list []*html.Node) {
	for child := range row.ChildNodes() {
		if child.Type == html.ElementNode && (child.Data == "td" || child.Data == "th") {
			list = append(list, child)
		}
	}
	return list
}

func isLayout(table *html.Node) bool {
	role := attr(table, "role")
	if role == "presentation" || role == "none" || first(table, named("table")) != nil || inside(table, "a") || inside(table, "pre") {
		return true
	}
	all := rows(table)
	widest, headings := 0, first(table, named("th")) != nil
	for _, row := range all {
		width := 0
		for _, cell := range cells(row) {
			width += number(cell, "colspan")
		}
		widest = max(widest, width)
	}
	return len(all)*widest > maxCells || widest < 2 && !headings || len(all) < 2 && !headings
}

// dissolve makes a block of each row and cell.
func dissolve(table *html.Node) {
	parts := set("caption thead tbody tfoot tr td th colgroup col")
	all(table, func(n *html.Node) {
		if n.Type == html.ElementNode && parts[n.Data] {
			n.Attr = nil
			rename(n, atom.Div)
		}
	})
	rename(table, atom.Div)
}

// blocks are what cannot stand in a cell, and what does instead.
var blocks = map[string]atom.Atom{
	"h1": atom.Strong, "h2": atom.Strong, "h3": atom.Strong, "h4": atom.Strong, "h5": atom.Strong, "h6": atom.Strong,
	"pre": atom.Code, "blockquote": atom.Span, "ul": atom.Span, "ol": atom.Span, "dl": atom.Span, "hr": atom.Span,
}

// cellBreak is the element for a line break within a cell.
const cellBreak = "cell-break"

// lines are blocks within a cell that get a line of their own.
var lines = set("p div li dt dd section article figure figcaption")

// tidyTable takes blocks out of cells, and headings of columns out of all rows
// but the first.
func tidyTable(table *html.Node) {
	for i, row := range rows(table) {
		for _, cell := range cells(row) {
			if cell.Data == "th" && i > 0 && !inside(row, "thead") {
				rename(cell, atom.Td)
			}
			if textLength(cell) > maxSpanned {
				cell.Attr = nil
			}
			tidyCell(cell)
		}
	}
}

func tidyCell(cell *html.Node) {
	begun := false // something stands in the cell before this
	all(cell, func(n *html.Node) {
		if n.Type != html.ElementNode {
			begun = begun || textLength(n) > 0
			return
		}
		if instead, ok := blocks[n.Data]; ok {
			n.Attr = nil
			rename(n, instead)
			return
		}
		if n.Data == "br" {
			n.DataAtom, n.Data = 0, cellBreak
		}
		if !lines[n.Data] {
			return
		}
		if begun {
			n.Parent.InsertBefore(&html.Node{Type: html.ElementNode, Data: cellBreak}, n)
		}
		if n.Data == "li" {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "• "}, n.FirstChild)
		}
		rename(n, atom.Span)
	})
}
