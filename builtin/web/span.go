package web

import (
	"slices"

	"golang.org/x/net/html"
)

// spans are the cells of earlier rows that span the current row, by column.
type spans struct {
	columns   []spanned
	cellsLeft int // the number of copies that can still be added
}

// spanned is a cell with the number of rows that it still spans.
type spanned struct {
	cell *html.Node
	rows int
}

// expandSpans replaces each cell that spans columns or rows by one cell for each of
// them, so that all cells are in their columns. A span of rows ends with its part of
// the table.
func expandSpans(table *html.Node) {
	s := spans{cellsLeft: maxCells}
	var part *html.Node
	for _, row := range rows(table) {
		if row.Parent != part {
			part, s.columns = row.Parent, nil
		}
		s.expandRow(row)
	}
}

// expandRow adds the missing cells of a row.
func (s *spans) expandRow(row *html.Node) {
	column := 0
	for _, cell := range cells(row) {
		for column < len(s.columns) && s.columns[column].rows > 0 {
			s.addCopy(row, cell, column)
			column++
		}
		width, height := countAttr(cell, "colspan"), countAttr(cell, "rowspan")
		cell.Attr = slices.DeleteFunc(cell.Attr, func(a html.Attribute) bool { return a.Key == "colspan" || a.Key == "rowspan" })
		next := cell.NextSibling
		for i := range width {
			s.set(column, spanned{cell, height})
			if i > 0 {
				s.addCopy(row, next, column)
			} else {
				s.columns[column].rows--
			}
			column++
		}
	}
	for ; column < len(s.columns); column++ {
		if s.columns[column].rows > 0 {
			s.addCopy(row, nil, column)
		}
	}
}

// set sets the cell of a column.
func (s *spans) set(column int, cell spanned) {
	for len(s.columns) <= column {
		s.columns = append(s.columns, spanned{})
	}
	s.columns[column] = cell
}

// addCopy adds the cell of a column before another node of the row, or at its end
// if that is nil. A long text is not repeated: the copy is empty then.
func (s *spans) addCopy(row, before *html.Node, column int) {
	c := &s.columns[column]
	c.rows--
	if s.cellsLeft--; s.cellsLeft < 0 {
		return
	}
	added := &html.Node{Type: html.ElementNode, Data: c.cell.Data, DataAtom: c.cell.DataAtom}
	if textLength(c.cell) <= maxSpanned {
		added = clone(c.cell)
	}
	row.InsertBefore(added, before)
}
