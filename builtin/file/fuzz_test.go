package file_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// FuzzRead compares the lines that read_file returns with those of
// strings.SplitAfter, for any content.
func FuzzRead(f *testing.F) {
	f.Add("one\ntwo\nthree", 2, 3)
	f.Add("", 1, 0)
	f.Add("\n\r\n\xff\xfe\n", 1, 2)
	f.Add(strings.Repeat("漢字\n", 20_000), 7, 0)
	f.Fuzz(func(t *testing.T, content string, first, last int) {
		w := fixtureWithFS(t, toolstest.NewFS(map[string]string{"a": content}))
		arguments := args{"path": "a", "start_line": first}
		if last != 0 {
			arguments["end_line"] = last
		}
		r := toolstest.CallWith(t, w.options, toolNamed(t, "read_file"), arguments, w.turn)
		lines := strings.SplitAfter(content, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		valid := first >= 1 && (last == 0 || last >= first) && first <= max(len(lines), 1)
		if !valid || !r.Result.OK || len(r.Result.Parts) > 0 {
			if valid == (r.Result.Code == runtime.InputInvalid) {
				t.Fatalf("%q from %d to %d: %+v", content, first, last, r.Result)
			}
			return
		}
		got := w.withoutFence(r).Value
		if last == 0 || last > len(lines) {
			last = len(lines)
		}
		var from, to, total int
		if _, err := fmt.Sscanf(got, "[a] lines %d–%d of %d", &from, &to, &total); err != nil || from != min(first, len(lines)) || to > last || total != len(lines) {
			t.Fatalf("%v: %d–%d of %d in %.100q", err, from, to, total, got)
		}
		if plain := content == strings.ToValidUTF8(content, "") && strings.IndexFunc(content, isRewritten) < 0; plain && to == last && len(content) < 30_000 {
			want := header("a", from, to, total) + strings.Join(lines[min(first, len(lines)+1)-1:last], "")
			if got != want {
				t.Fatalf("got %.200q, want %.200q", got, want)
			}
		}
		if utf8.RuneCountInString(got) > 40_000 {
			t.Fatalf("%d characters", utf8.RuneCountInString(got))
		}
	})
}

// isRewritten reports whether the runtime can change a character of a result,
// because the character is invisible or because a control token can begin with
// it.
func isRewritten(r rune) bool {
	return r > '~' && r != '漢' && r != '字' || r < ' ' && r != '\n' && r != '\t' || strings.ContainsRune("<[~{|", r) || r == 'H' || r == 'A' || r == 'h' || r == 'a'
}

// FuzzPatch patches any content. A successful call makes exactly the requested
// change, and a failed call changes nothing and has an error of limited
// length.
func FuzzPatch(f *testing.F) {
	f.Add("one\ntwo\n", "two", "2", false)
	f.Add("a  b\r\nc", "a b\nc", "x", true)
	f.Add("aaaa", "aa", "b", true)
	f.Add("\xff  x\u00a0y\n", "x y", "", false)
	f.Fuzz(func(t *testing.T, content, old, new string, all bool) {
		fs := toolstest.NewFS(map[string]string{"a": content})
		w := fixtureWithFS(t, fs)
		w.turn.Session = nil
		old, new = strings.ToValidUTF8(old, "?"), strings.ToValidUTF8(new, "?")
		r := toolstest.CallWith(t, w.options, toolNamed(t, "patch_file"), args{"path": "a", "old_text": old, "new_text": new, "replace_all": all}, w.turn).Result
		want := content
		if r.OK {
			want = strings.ReplaceAll(content, old, new)
		}
		if fs.Files()["a"] != want || r.OK && !all && strings.Count(content, old) != 1 || r.Reason == runtime.ReasonPanic {
			t.Fatalf("%+v: %q became %q", r, content, fs.Files()["a"])
		}
		if n := utf8.RuneCountInString(r.Value + r.Error); n > 10_000 {
			t.Fatalf("%d characters", n)
		}
	})
}
