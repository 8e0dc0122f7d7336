package habits

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// lineRange is the form [1, 20] or "1-20" of two lines. -1 is the end of the file.
func lineRange(o *object, value json.RawMessage) bool {
	var bounds []int
	if text, ok := textOf(value); ok {
		for bound := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("-–:, ", r) }) {
			n, err := strconv.Atoi(strings.TrimPrefix(bound, "L"))
			if err != nil {
				return false
			}
			bounds = append(bounds, n)
		}
	} else if json.Unmarshal(value, &bounds) != nil {
		return false
	}
	if len(bounds) != 2 || bounds[0] < 1 {
		return false
	}
	return o.add("start_line", bounds[0]) && (bounds[1] == -1 || o.add("end_line", bounds[1]))
}

// maxContext is the maximum of context_lines.
const maxContext = 10

// contextLines is the form of lines before or after a match: the tool shows the larger
// number of both.
func contextLines(o *object, value json.RawMessage) bool {
	n, ok := numberOf(value)
	if given, isGiven := numberOf(o.value("context_lines")); isGiven {
		n = max(n, given)
		o.take("context_lines")
	}
	return ok && o.add("context_lines", min(n, maxContext))
}

// contextAfter is the habit of a number of lines in after, which is a location.
func contextAfter(o *object) bool {
	if n, ok := numberOf(o.value("after")); ok && n >= 0 {
		return contextLines(o, o.take("after"))
	}
	return true
}

// searchExpression is the habit of an expression in an argument that is a boolean here.
func searchExpression(o *object) bool {
	for _, name := range []string{"regex", "regexp"} {
		text, ok := textOf(o.value(name))
		if ok && text != "true" && text != "false" && !o.has("query") {
			o.take(name)
			return o.add("query", text) && o.add("regexp", true)
		}
	}
	return true
}

// globOfType is the form of a type of files, such as "go".
func globOfType(o *object, value json.RawMessage) bool {
	text, _ := textOf(value)
	text = strings.ToLower(strings.TrimPrefix(text, "."))
	for i := range globs {
		if slices.Contains(strings.Fields(globs[i].types), text) {
			return o.add("glob", globs[i].glob)
		}
	}
	return false
}

// recursive is the form of a flag for all levels, or for one.
func recursive(o *object, value json.RawMessage) bool {
	if o.has("depth") {
		return true
	}
	if text, _ := textOf(value); text == "false" || string(value) == "false" {
		return o.add("depth", 1)
	}
	return flag("depth", 50)(o, value)
}

// shells are programs that run a command line, and shellOptions their options for it.
var shells, shellOptions = []string{"sh", "bash", "zsh", "/bin/sh", "/bin/bash", "/bin/zsh"}, []string{"-c", "-lc"}

// plainCharacters need no quotes in a shell.
const plainCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@+,="

// commandLine is the habit of a command as a list of words.
func commandLine(o *object) bool {
	for _, name := range []string{"command", "cmd", "argv", "args"} {
		list, ok := textsOf(o.value(name))
		if !ok {
			continue
		}
		o.take(name)
		if len(list) == 3 && slices.Contains(shells, list[0]) && slices.Contains(shellOptions, list[1]) {
			return o.add("command", list[2])
		}
		for i, word := range list {
			if word == "" || strings.Trim(word, plainCharacters) != "" {
				list[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
			}
		}
		return o.add("command", strings.Join(list, " "))
	}
	return true
}

// seconds is the form of a duration: a number of seconds, or of milliseconds if it is
// marked so or is 1000 or more, or a text such as "90s".
func seconds(isMillis bool, name string) form {
	return func(o *object, value json.RawMessage) bool {
		n, ok := numberOf(value)
		if text, isText := textOf(value); isText && !ok {
			d, err := time.ParseDuration(text)
			return err == nil && o.add(name, int((d+time.Second-1)/time.Second))
		}
		if isMillis || n >= 1000 {
			n = (n + 999) / 1000
		}
		return ok && o.add(name, n)
	}
}

// blocking is the form of a flag for waiting until a process ends.
func blocking(o *object, value json.RawMessage) bool {
	if o.has("wait_seconds") || o.has("timeout") || o.has("timeout_ms") {
		return true
	}
	return flag("wait_seconds", 30)(o, value)
}

// terminalAction is the form of an action as a word.
func terminalAction(o *object, value json.RawMessage) bool {
	switch text, _ := textOf(value); text {
	case "stop", "kill", "terminate":
		return o.add("stop", true)
	case "read", "list", "output", "poll", "status":
		return true
	}
	return false
}

// testNames and testPlaces are the arguments for the names of tests, and for packages and files.
const (
	testNames  = "test tests test_name test_names names name run filter pattern k"
	testPlaces = "package packages pkg path file directory"
)

// testTarget is the habit of names of tests together with their package, directory or
// file: the tool has the directory in dir.
func testTarget(o *object) bool {
	names, places := firstOf(*o, testNames), firstOf(*o, testPlaces)
	place, ok := textOf(o.value(places))
	if names == "" || places == "" || !ok {
		return true
	}
	target, isText := textOf(o.value(names))
	if list, isList := textsOf(o.value(names)); isList {
		target, isText = strings.Join(list, "|"), true
	}
	if !isText {
		return true
	}
	o.take(names)
	o.take(places)
	dir := strings.TrimSuffix(strings.TrimSuffix(place, "..."), "/")
	switch path.Ext(dir) {
	case ".go":
		dir = path.Dir(dir)
	case ".py":
		return o.add("target", dir+"::"+target)
	}
	if dir == "" || dir == "." {
		return o.add("target", target)
	}
	if given, hasDir := textOf(o.take("dir")); hasDir {
		dir = path.Join(given, dir)
	}
	return o.add("target", target) && o.add("dir", path.Clean(dir))
}

// firstOf returns the first of the names, which are separated by spaces, that the
// object has.
func firstOf(o object, names string) string {
	for name := range strings.FieldsSeq(names) {
		if o.has(name) {
			return name
		}
	}
	return ""
}

// freshCount is the form of the option -count=1 of go test.
func freshCount(o *object, value json.RawMessage) bool {
	n, ok := numberOf(value)
	return ok && n == 1 && o.add("fresh", true)
}

// boxes are the check boxes of items by status, as todo_add reads them.
var boxes = map[string]string{"pending": "", "in_progress": "[>] ", "completed": "[x] ", "cancelled": "[-] "}

// todoItems is the habit of items with a text and a status instead of texts.
func todoItems(o *object) bool {
	name := firstOf(*o, "items todos tasks plan list")
	items := itemsOf(o.value(name))
	if len(items) == 0 {
		return true
	}
	lines := make([]string, len(items))
	for i, item := range items {
		inner, ok := parseObject(item)
		if !ok {
			return true
		}
		status := "pending"
		if given := inner.take("status state"); given != nil {
			enum := []string{"pending", "in_progress", "completed", "cancelled"}
			status, _ = textOf(encode(enumValue("todo_update", "status", given, enum)))
		}
		box, isStatus := boxes[status]
		text, isText := textOf(inner.take("content text title task step description name item"))
		drop("active_form activeForm priority id")(&inner)
		if !isStatus || !isText || len(inner) > 0 {
			return false
		}
		lines[i] = box + text
	}
	o.take(name)
	return o.add("items", lines)
}

// completed is the form of a flag for a status.
func completed(o *object, value json.RawMessage) bool {
	return string(value) == "true" && o.add("status", "completed")
}

// severalIDs is the habit of one status for several items.
func severalIDs(o *object) bool {
	name := firstOf(*o, "ids id")
	ids := itemsOf(o.value(name))
	status := o.value("status")
	if len(ids) == 0 || status == nil {
		return true
	}
	o.take(name)
	o.take("status")
	updates := make([]object, len(ids))
	for i, id := range ids {
		updates[i] = object{{"id", id}, {"status", status}}
	}
	return o.add("updates", updates)
}

// ticketQuery is the form of the number of one ticket.
func ticketQuery(o *object, value json.RawMessage) bool {
	n, ok := numberOf(value)
	return ok && o.add("query", "#"+strconv.Itoa(n))
}

// isReference matches references to elements, with and without the @.
var isReference = regexp.MustCompile(`^@?e[0-9]+$`)

// reference is the habit of Playwright's tools: ref is the reference, and element a
// description for people.
func reference(o *object) bool {
	for _, names := range []struct{ refs, name string }{{"start_ref ref element", "element"}, {"end_ref to target", "to"}} {
		ref, ok := textOf(o.value(firstOf(*o, names.refs)))
		if !ok || !isReference.MatchString(ref) {
			continue
		}
		o.take(names.refs)
		o.take(names.name)
		if !o.add(names.name, "@"+strings.TrimPrefix(ref, "@")) {
			return false
		}
	}
	if o.value("end_element") != nil || o.value("start_element") != nil {
		drop("end_element start_element")(o)
		return o.add("action", "drag")
	}
	return true
}

// coordinate is the form [x, y] or {"x": …, "y": …} of a position.
func coordinate(o *object, value json.RawMessage) bool {
	if inner, ok := parseObject(value); ok {
		return len(inner) == 2 && inner.has("x") && inner.has("y") && o.add("x", inner.value("x")) && o.add("y", inner.value("y"))
	}
	items := itemsOf(value)
	return len(items) == 2 && o.add("x", items[0]) && o.add("y", items[1])
}

// button is the form of a mouse button.
func button(o *object, value json.RawMessage) bool {
	switch text, _ := textOf(value); text {
	case "left":
		return true
	case "right":
		return o.add("action", "right")
	}
	return false
}

// characterRange is the habit of a number of characters instead of their end.
func characterRange(o *object) bool {
	if value := o.take("id result_id result ref"); value != nil && !o.add("handle", value) {
		return false
	}
	if value := o.take("search pattern find text"); value != nil && !o.add("query", value) {
		return false
	}
	if value := o.take("offset from start_char"); value != nil && !o.add("start", value) {
		return false
	}
	if value := o.take("to end_char"); value != nil && !o.add("end", value) {
		return false
	}
	length := o.take("limit length max_chars count")
	if length == nil {
		return true
	}
	n, ok := numberOf(length)
	start, hasStart := numberOf(o.value("start"))
	return ok && hasStart && o.add("end", start+n)
}
