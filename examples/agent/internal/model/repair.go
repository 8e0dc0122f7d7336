package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

var (
	fixTarget = regexp.MustCompile(`(?i)\bfix (?:the )?(?:failing )?tests? (?:in|of) ([\w./-]+)`)
	// called matches the call in a failure such as "Distance(3) = 2, want 1".
	called = regexp.MustCompile(`(\w+)\((?:[^()]|\([^()]*\))*\)(?: =|:| got) (-?\d+), want (-?\d+)`)
	// declared matches the file of a declaration in the results of a search.
	declared = regexp.MustCompile(`(?m)^(\S+\.go):(\d+): `)
	// number matches a number in source code.
	number = regexp.MustCompile(`\b\d+\b`)
)

// maxEdits is how many edits the model tries.
const maxEdits = 24

// repairAnswer repairs a function whose result is a little too large or too small: it tries small changes of the numbers
// in the function, the last one first, until the tests pass.
func repairAnswer(target string, steps []step) *Answer {
	report := lastReport(steps)
	switch {
	case len(steps) == 0:
		return &Answer{Text: "I run the tests first.", Calls: []runtime.ToolCall{runTests(target)}}
	case isLost(result(steps, "run_tests")):
		return &Answer{Text: "The result of the tests is lost. I run them again.", Calls: []runtime.ToolCall{runTests(target)}}
	case report == nil:
		return &Answer{Text: "The tests could not be run: " + unfenced(result(steps, "run_tests").Result.Error)}
	case report.Passed:
		return passedAnswer(steps)
	}
	name, difference, ok := failedCall(report)
	if !ok {
		return &Answer{Text: "The tests fail, but not with a number that I understand. A real model is needed here: `--model` chooses one."}
	}
	source := result(steps, "read_file")
	switch found := result(steps, "search_files"); {
	case found == nil:
		return &Answer{
			Text:  fmt.Sprintf("`%s` returns a number that is %s. I look for its source.", name, offBy(difference)),
			Calls: []runtime.ToolCall{newCall("search_files", map[string]any{"query": "func " + name + "(", "dir": target, "glob": "*.go"})},
		}
	case source == nil:
		return readAnswer(found)
	case !source.Result.OK:
		return &Answer{Text: "The source could not be read: " + unfenced(source.Result.Error)}
	}
	return editAnswer(target, source, difference, steps)
}

// isLost reports whether the process ended before a call had a result.
func isLost(r *runtime.CallResult) bool {
	return r.Result.Reason == runtime.ReasonOutcomeUnknown || r.Result.Reason == ReasonNotExecuted
}

// passedAnswer is the answer when the tests pass.
func passedAnswer(steps []step) *Answer {
	patch := result(steps, "patch_file")
	if patch == nil {
		return &Answer{Text: "All tests pass; there is nothing to repair."}
	}
	return &Answer{Text: "The tests pass. This is the change:\n\n```diff\n" + unfenced(patch.Result.Value) + "\n```"}
}

// failedCall returns the function whose result was wrong, and what must be added to the result.
func failedCall(report *testReport) (name string, difference int, ok bool) {
	for _, finding := range report.Findings {
		if m := called.FindStringSubmatch(finding.Message); m != nil {
			got, _ := strconv.Atoi(m[2])
			want, _ := strconv.Atoi(m[3])
			return m[1], want - got, want != got
		}
	}
	return "", 0, false
}

// offBy returns by how much the result of a function is wrong.
func offBy(difference int) string {
	if difference < 0 {
		return fmt.Sprintf("%d too large", -difference)
	}
	return fmt.Sprintf("%d too small", difference)
}

func runTests(target string) runtime.ToolCall {
	return newCall("run_tests", map[string]any{"target": "./" + strings.TrimPrefix(target, "./")})
}

// readAnswer reads the file with the declaration that was found.
func readAnswer(found *runtime.CallResult) *Answer {
	match := declared.FindStringSubmatch(unfenced(found.Result.Value))
	if match == nil {
		return &Answer{Text: "I cannot find the source of the function: " + unfenced(found.Result.Value+found.Result.Error)}
	}
	line, _ := strconv.Atoi(match[2])
	return &Answer{Text: "I read it.", Calls: []runtime.ToolCall{newCall("read_file", map[string]any{"path": match[1], "start_line": line})}}
}

// editAnswer tries the next edit, after undoing the last one, and runs the tests, in one batch.
func editAnswer(target string, source *runtime.CallResult, difference int, steps []step) *Answer {
	text := unfenced(source.Result.Value)
	if body, _, ended := strings.Cut(text, "\n}\n"); ended {
		text = body
	}
	tried := 0
	for _, s := range steps {
		for _, call := range s.answer.Calls {
			if call.Name == "patch_file" {
				tried++
			}
		}
	}
	edits := numberEdits(text, difference)
	if tried >= min(len(edits), maxEdits) {
		return &Answer{Text: fmt.Sprintf("None of %d small changes makes the tests pass. A real model is needed here: `--model` chooses one.", tried)}
	}
	edit, path := edits[tried], pathRead(steps)
	answer := &Answer{Text: fmt.Sprintf("I try `%s`.", strings.TrimSpace(edit.after))}
	if tried > 0 {
		answer.Text = "That was not it. " + answer.Text
		answer.Calls = append(answer.Calls, newCall("undo_change", map[string]any{"path": path}))
	}
	answer.Calls = append(answer.Calls, newCall("patch_file", map[string]any{"path": path, "old_text": edit.before, "new_text": edit.after}), runTests(target))
	return answer
}

// pathRead returns the path in the call of read_file.
func pathRead(steps []step) string {
	var args struct {
		Path string `json:"path"`
	}
	for _, s := range steps {
		for _, call := range s.answer.Calls {
			if call.Name == "read_file" {
				_ = json.Unmarshal(call.Args, &args) // the model wrote these arguments itself
			}
		}
	}
	return args.Path
}

// lineEdit replaces a line.
type lineEdit struct{ before, after string }

// numberEdits returns the changes of one number by the difference, the last number of the text first. It leaves out lines
// that occur twice, because an edit must be unique.
func numberEdits(text string, difference int) []lineEdit {
	var edits []lineEdit
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i > 0; i-- {
		line := lines[i]
		if strings.Count(text, line) > 1 {
			continue
		}
		all := number.FindAllStringIndex(line, -1)
		for n := len(all) - 1; n >= 0; n-- {
			value, err := strconv.Atoi(line[all[n][0]:all[n][1]])
			if err == nil && value+difference >= 0 {
				edits = append(edits, lineEdit{line, line[:all[n][0]] + strconv.Itoa(value+difference) + line[all[n][1]:]})
			}
		}
	}
	return edits
}
