package browser_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// pageTask is a task on a page of the test site, which a model would solve with the tools alone. The page shows the
// word "solved" when it is done, unless the solution checks something else.
type pageTask struct {
	page    string
	handler func(w http.ResponseWriter, r *http.Request) // serves /data and other paths of the page
	solve   func(v *client, p *page)
}

// solved waits for the word that a page shows when its task is done.
func (v *client) solved() {
	v.t.Helper()
	v.mustCall("snapshot", args{"wait_for": "solved", "wait_seconds": 15}).mustShow("solved")
}

// clickText clicks the element on whose line the words are, on the page as it is now.
func (v *client) clickText(words ...string) *page {
	v.t.Helper()
	return v.mustCall("click", args{"element": v.mustCall("snapshot", nil).ref(words...)})
}

func (v *client) typeInto(label, text string) *page {
	v.t.Helper()
	return v.mustCall("type", args{"element": v.mustCall("snapshot", nil).ref(label), "text": text})
}

// done is the script that shows that a task is done.
const done = `const done = () => { document.body.append(Object.assign(document.createElement('p'), {textContent: 'solved'})) };`

// Tasks on pages of many kinds are solved with nothing but calls of the tools.
func TestPageTasks(t *testing.T) {
	t.Parallel()
	needChromium(t)
	all := make(map[string]pageTask)
	for _, group := range []map[string]pageTask{readingTasks, pointerTasks, formTasks, flowTasks} {
		for name, task := range group {
			all[name] = task
		}
	}
	if len(all) != 37 {
		t.Errorf("there are %d tasks", len(all))
	}
	for _, name := range cases(all, "calendar", "login") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := all[name]
			other := serveAt(t, "127.0.0.2", map[string]any{"/": otherSite, "/fine": "<title>Other</title>"})
			address := ""
			page := func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				text := strings.NewReplacer("OTHER", other.URL, "DONE", done).Replace(task.page)
				_, _ = io.WriteString(w, "<!doctype html><html lang=en><meta charset=utf-8><title>Task</title><body>"+text)
			}
			pages := map[string]any{"/": page}
			for _, path := range []string{"/data", "/file.pdf", "/login", "/next", "/slow", "/report.csv"} {
				if task.handler != nil {
					pages[path] = task.handler
				}
			}
			s := serve(t, pages)
			address = s.URL
			v := newClient(t)
			v.allow("127.0.0.1", "127.0.0.2")
			task.solve(v, v.open(address))
		})
	}
}

// otherSite is a page of another site that is shown in frames.
const otherSite = `<button onclick="parent.postMessage('pressed', '*'); this.textContent = 'thanks'">Accept</button><input aria-label=Code oninput="parent.postMessage(this.value, '*')">`

// withFiles lets the session use a directory of files, and returns it.
func (v *client) withFiles() string {
	directory := v.t.TempDir()
	v.turn.WorkingDir = directory
	v.turn.Policy.Files = runtime.FilePolicy{Write: []string{"."}}
	return directory
}

// within fails the test if a call takes too long.
func (v *client) within(limit time.Duration, tool string, arguments args) *page {
	v.t.Helper()
	began := time.Now()
	p := v.mustCall(tool, arguments)
	if took := time.Since(began); took > limit*timeFactor {
		v.t.Errorf("%s took %v", tool, took)
	}
	return p
}
