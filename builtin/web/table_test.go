package web_test

import (
	"strings"
	"testing"
)

// A cell that spans columns or rows is repeated in each of them, so that all values
// are under their names.
func TestSpans(t *testing.T) {
	const head = `<tr><th rowspan=2>Ship<th rowspan=2>Built<th colspan=2>Capacity<th rowspan=2>Drive</tr><tr><th>Cars<th>Fuel l/h</tr>`
	const body = `<tr><td>Skarv<td>1998<td>64<td>410<td>diesel</tr><tr><td rowspan=2>Terne<td>2004<td colspan=2>none<td>electric</tr><tr><td>2011<td>70<td>0<td>battery</tr>`
	long := strings.Repeat("a long note ", 20)
	for _, c := range []struct{ reason, table, want string }{
		{"a head of two rows", "<thead>" + head + "</thead><tbody>" + body + "</tbody>",
			"| Ship | Built | Capacity | Capacity | Drive |\n|---|---|---|---|---|\n| Ship | Built | Cars | Fuel l/h | Drive |\n| Skarv | 1998 | 64 | 410 | diesel |\n| Terne | 2004 | none | none | electric |\n| Terne | 2011 | 70 | 0 | battery |"},
		{"a head without thead", head + body, "| Ship | Built | Cars | Fuel l/h | Drive |\n| Skarv | 1998 | 64 | 410 | diesel |"},
		{"a span ends with its part of the table", "<thead><tr><th>A<th rowspan=9>B</tr></thead><tbody><tr><td>1<td>2</tr></tbody>", "| A | B |\n|---|---|\n| 1 | 2 |"},
		{"a long text is not repeated, and the columns stay", "<tr><th>A<th>B<th>C</tr><tr><td colspan=2>" + long + "<td>3</tr>" + strings.Repeat("<tr><td>4<td>5<td>6</tr>", 9), strings.TrimSpace(long) + " |  | 3 |"},
		{"a span at the end of the row", "<tr><th>A<th>B</tr><tr><td>1<td rowspan=2>2</tr><tr><td>3</tr>", "| 1 | 2 |\n| 3 | 2 |"},
	} {
		page := "<html><title>T</title><body><p>Before the table.</p><table>" + c.table + "</table></body></html>"
		got := fetch(t, site(t, staticHandler("text/html", []byte(page))), "").Result
		if !strings.Contains(got.Value, c.want) {
			t.Errorf("%s: got %s%s, want %s", c.reason, got.Value, got.Error, c.want)
		}
	}
	page := "<html><title>T</title><body><p>Before the table.</p><table>" + head + body + "</table></body></html>"
	text := strings.Join(strings.Fields(fetch(t, site(t, staticHandler("text/html", []byte(page))), "text").Result.Value), " ")
	if want := "Ship Built Cars Fuel l/h Drive Skarv 1998 64 410 diesel"; !strings.Contains(text, want) {
		t.Errorf("as text: got %s, want %s", text, want)
	}
}
