package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
	east "github.com/yuin/goldmark/extension/ast"
)

// minWrapped is the minimum width of a column that is wrapped.
const minWrapped = 14

// table renders a table with aligned columns. If it is too wide, its last column is wrapped; if this is not enough, each
// cell has a line of its own.
func (r *renderer) table(table *east.Table) string {
	rows, widths := r.cells(table)
	last := len(widths) - 1
	indent := 0
	for _, width := range widths[:last] {
		indent += width + 2
	}
	if indent+widths[last] > r.width && r.width-indent < minWrapped {
		return r.stack(rows)
	}
	lines := make([]string, len(rows))
	for i, cells := range rows {
		for j, cell := range cells {
			if i == 0 {
				cell = bold.Render(cell)
			}
			if j == last {
				cell = prefix(lipgloss.Wrap(cell, max(r.width-indent, 1), ""), "", strings.Repeat(" ", indent))
			} else {
				cell += strings.Repeat(" ", widths[j]-lipgloss.Width(cell)+2)
			}
			lines[i] += cell
		}
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// cells returns the rendered cells of a table, the head first, and the widths of its columns.
func (r *renderer) cells(table *east.Table) (rows [][]string, widths []int) {
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			shown := r.inline(cell)
			if len(widths) <= len(cells) {
				widths = append(widths, 0)
			}
			widths[len(cells)] = max(widths[len(cells)], lipgloss.Width(shown))
			cells = append(cells, shown)
		}
		rows = append(rows, cells)
	}
	return rows, widths
}

// stack renders the rows of a table as lines with the head of the column and the cell.
func (r *renderer) stack(rows [][]string) string {
	var blocks []string
	for _, cells := range rows[1:] {
		var lines []string
		for j, cell := range cells {
			if j < len(rows[0]) && rows[0][j] != "" {
				cell = bold.Render(rows[0][j]) + ": " + cell
			}
			lines = append(lines, prefix(lipgloss.Wrap(cell, r.width-2, ""), "", "  "))
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	return strings.Join(blocks, "\n\n")
}
