package builtin_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/builtin/browser"
)

// TestBrowser opens a page and uses a form on it, within the policy.
func TestBrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("TOOLGEN_PROGRAMS") != "" {
			t.Fatal(err)
		}
		t.Skip("Chromium is not here")
	}
	url := site(t, map[string]string{
		"/":      `<title>Harbour</title><form action="/found"><label>Ship <input name="ship"></label> <button>Look</button></form>`,
		"/found": `<title>Found</title><p>One ship found.</p>`,
	})
	for _, test := range []struct {
		reason  string
		options *browser.Options
	}{
		{"without options", nil},
		{"with a configured program", &browser.Options{Program: "the-browser"}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if test.options != nil {
				bin := t.TempDir()
				if err := os.Symlink(chromium, bin+"/the-browser"); err != nil {
					t.Fatal(err)
				}
				t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
			}
			w := newWorkerWith(t, "", &builtin.Options{Browser: test.options})
			if result := w.call("browser_open", arguments{"url": url}); result.OK {
				t.Errorf("opened without a policy that allows it: %s", result.Value)
			}
			w.turn.Policy.Network = loopback
			page := w.do("browser_open", arguments{"url": url})
			field := regexp.MustCompile(`(@e\d+) textbox`).FindStringSubmatch(page)
			if !strings.Contains(page, "Harbour") || field == nil {
				t.Fatalf("the page is %s", page)
			}
			page = w.do("browser_type", arguments{"element": field[1], "text": "Argo", "submit": true})
			if !strings.Contains(page, "One ship found.") || !strings.Contains(page, "/found?ship=Argo") {
				t.Errorf("the page is %s", page)
			}
			for _, tool := range []string{"browser_snapshot", "browser_scroll", "browser_screenshot"} {
				if fence := `<untrusted source="` + url + `/found?ship=Argo" tool="` + tool + `">`; !strings.Contains(w.do(tool, nil), fence) {
					t.Errorf("the fence of %s is not %s", tool, fence)
				}
			}
			if text := w.do("browser_console", nil); text != "no messages" {
				t.Errorf("the console: %s", text)
			}
		})
	}
}
