package builtin_test

import (
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// site serves pages on loopback and returns their address.
func site(tb testing.TB, pages map[string]string) string {
	tb.Helper()
	mux := http.NewServeMux()
	for path, page := range pages {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(page))
		})
	}
	server := httptest.NewServer(mux)
	tb.Cleanup(server.Close)
	return server.URL
}

// loopback is a policy for the servers of the tests.
var loopback = runtime.NetworkPolicy{Allow: []string{"127.0.0.1:*"}, AllowPrivate: true}

// extract writes the first table of a page into a CSV file, if the page has one.
func extract(w *worker, url, file string) (found bool) {
	page := body(w, w.do("fetch_url", arguments{"url": url}))
	rows := tableOf(page)
	if len(rows) == 0 {
		return false
	}
	var b strings.Builder
	out := csv.NewWriter(&b)
	if err := out.WriteAll(rows); err != nil {
		w.Fatal(err)
	}
	w.do("write_file", arguments{"path": file, "content": b.String()})
	return true
}

// tableOf returns the first table of a Markdown text, without the line below its header.
func tableOf(markdown string) (rows [][]string) {
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if strings.Trim(strings.Join(cells, ""), "-: ") != "" {
			rows = append(rows, cells)
		}
	}
	return rows
}

const around = `<!doctype html><html lang="en"><head><title>Rivers of Portugal</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<main><article><h1>Rivers of Portugal</h1>
<p>Portugal shares its longest rivers with Spain, where most of them rise. Their lengths
depend on where one takes the source to be; those below are the usual ones, in kilometres.</p>
CONTENT
<p>The Douro is known for the terraces on its banks, on which wine has been grown since Roman
times, and for the bridges of Porto, the city where it meets the sea.</p></article></main>
<footer>All rights reserved</footer></body></html>`

const table = `<table><thead><tr><th>River</th><th>Length</th><th>Mouth</th></tr></thead><tbody>
<tr><td>Tagus</td><td>1007</td><td>Lisbon, the capital</td></tr>
<tr><td>Douro</td><td>897</td><td>Porto</td></tr>
<tr><td>Mondego</td><td>258</td><td>Figueira da Foz</td></tr></tbody></table>`

// TestExtractTable checks that a table of a page becomes a CSV file, that a page without a table makes no file,
// and that a page out of reach is reported.
func TestExtractTable(t *testing.T) {
	url := site(t, map[string]string{
		"/rivers":  strings.Replace(around, "CONTENT", table, 1),
		"/changed": strings.Replace(around, "CONTENT", strings.Replace(table, "258", "234", 1), 1),
		"/plain":   strings.Replace(around, "CONTENT", "<p>Tagus, Douro and Mondego are the names to know, and there is no table of them here.</p>", 1),
	})
	want := [][]string{{"River", "Length", "Mouth"}, {"Tagus", "1007", "Lisbon, the capital"}, {"Douro", "897", "Porto"}, {"Mondego", "258", "Figueira da Foz"}}

	w := newWorker(t, "")
	w.turn.Policy.Network = loopback
	if !extract(w, url+"/rivers", "out/rivers.csv") {
		t.Fatal("no table was found")
	}
	got, err := csv.NewReader(strings.NewReader(w.content("out/rivers.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rivers.csv (-want +got):\n%s", diff)
	}

	want[3][1] = "234"
	if !extract(w, url+"/changed", "changed.csv") {
		t.Fatal("no table was found")
	}
	if got, _ = csv.NewReader(strings.NewReader(w.content("changed.csv"))).ReadAll(); !cmp.Equal(want, got) {
		t.Errorf("changed.csv: %v", got)
	}

	if extract(w, url+"/plain", "plain.csv") {
		t.Error("a page without a table became a file")
	}
	if _, err := os.Stat(filepath.Join(w.turn.WorkingDir, "plain.csv")); err == nil {
		t.Error("plain.csv was written")
	}

	if result := w.call("fetch_url", arguments{"url": url + "/gone"}); result.OK || result.Code != runtime.ExecutionFailed {
		t.Errorf("a page that is not there: %+v", result)
	}
	w.turn.Policy.Network = runtime.NetworkPolicy{}
	if result := w.call("fetch_url", arguments{"url": url + "/rivers"}); result.OK || result.Code != runtime.NotAvailable {
		t.Errorf("without a policy that allows it: %+v", result)
	}
}
