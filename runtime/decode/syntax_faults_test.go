package decode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// syntaxFault is a case of testdata/syntax_faults.txt.
type syntaxFault struct{ reason, text, want string }

// refusedText is the want of a text that is not repaired.
const refusedText = "refused"

func syntaxFaults(tb testing.TB) (cases []syntaxFault) {
	tb.Helper()
	data, err := os.ReadFile("testdata/syntax_faults.txt")
	if err != nil {
		tb.Fatal(err)
	}
	for part := range strings.SplitSeq(string(data), "\n== ") {
		reason, rest, isCase := strings.Cut(part, "\n")
		text, want, isComplete := strings.Cut(rest, "\n=> ")
		if isCase && isComplete {
			cases = append(cases, syntaxFault{reason, text, strings.TrimSpace(want)})
		}
	}
	return cases
}

// anyObject reads any arguments.
var anyObject, _ = decode.ParseSchema(`{"type":"object"}`, decode.SchemaOptions{})

// TestSyntaxFaults reads each text, and checks that it is repaired without a change of
// a value, or refused. Without repairs, every text is refused.
func TestSyntaxFaults(t *testing.T) {
	cases := syntaxFaults(t)
	repaired := 0
	for _, test := range cases {
		t.Run(test.reason, func(t *testing.T) {
			got, repairs, problems := decodeBySchema(anyObject, test.text, decode.Options{})
			switch {
			case test.want == refusedText:
				if problems == nil {
					t.Errorf("accepted %s as %s with %s", test.text, got, repairs)
				}
				return
			case problems != nil:
				t.Fatalf("refused %s: %s", test.text, problems)
			}
			repaired++
			if diff := cmp.Diff(test.want, compact(t, got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.text, diff)
			}
			if _, _, problems := decodeBySchema(anyObject, test.text, decode.Options{NoRepair: true}); problems == nil && !json.Valid([]byte(test.text)) {
				t.Errorf("accepted without repairs: %s", test.text)
			}
			if isRepaired := repairs != nil; isRepaired == json.Valid([]byte(test.text)) {
				t.Errorf("repairs %s of %s", repairs, test.text)
			}
		})
	}
	if refused := len(cases) - repaired; repaired < 50 || refused < 50 {
		t.Errorf("%d texts are repaired and %d refused, want more", repaired, refused)
	}
}

// compact returns a JSON text without white space.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b.String()
}

// Each kind of repair is recorded once, with its first occurrence.
func TestSyntaxRepairsAreRecorded(t *testing.T) {
	const text = "```json\n{pattern: 'a \"b\"', 'mode': \"LINES\", // one\n limit: 2, exact: True, include: ['x', 'y',], /* two */\n```"
	var d decode.D
	d.Reset([]byte(text), decode.Options{})
	if decodeGrep(&d) != nil {
		t.Error("accepted a text that ends after a comma")
	}
	d.Reset([]byte(strings.Replace(text, ",], /* two */", ",] /* two */", 1)), decode.Options{})
	got, ok := decodeGrep(&d).(*grepArgs)
	if !ok {
		t.Fatal(d.Err("grep"))
	}
	want := []arguments.Repair{
		{Kind: arguments.RepairFence, From: "```json"},
		{Kind: arguments.RepairName, From: "pattern", To: `"pattern"`},
		{Kind: arguments.RepairQuotes, From: `'a "b"'`, To: `"a \"b\""`},
		{Kind: arguments.RepairComment, From: "// one"},
		{Kind: arguments.RepairLiteral, From: "True", To: "true"},
		{Kind: arguments.RepairComma, From: ","},
		{Kind: arguments.RepairCutOff, To: "}"},
		{Path: "mode", Kind: arguments.RepairEnumCase, From: `"LINES"`, To: `"lines"`},
	}
	if diff := cmp.Diff(want, d.Repairs()); diff != "" {
		t.Errorf("repairs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&grepArgs{Pattern: `a "b"`, Mode: modeLines, Limit: 2, Context: 2, Exact: true, Include: []string{"x", "y"}}, got); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	if want := "\n{\"pattern\": \"a \\\"b\\\"\", \"mode\": \"LINES\", \n \"limit\": 2, \"exact\": true, \"include\": [\"x\", \"y\"] \n}"; d.JSON() != want {
		t.Errorf("JSON is %q, want %q", d.JSON(), want)
	}
}

// The offsets of problems are those of the original text.
func TestOffsetsAfterSyntaxRepairs(t *testing.T) {
	const text = "```\n{pattern: 'a', /* which */ mode: 'x', limit: 'y', more: 1, exact: True, include: [0,]}"
	e := problems(t, text, decode.Options{}, decodeGrep)
	for n, at := range []string{"'x'", "'y'", "more", "0,]"} {
		if p := e.Problems[n]; p.Offset != strings.Index(text, at) {
			t.Errorf("the offset of %v is %d, want that of %s", p, p.Offset, at)
		}
	}
	if e.Total != 4 {
		t.Error(e)
	}
}

// A text that was cut off may lack arguments for this reason.
func TestProblemsOfTextThatIsCutOff(t *testing.T) {
	e := problems(t, `{"pattern":"x","mode":"lines"`, decode.Options{}, decodeGrep)
	if last := e.Problems[len(e.Problems)-1]; e.Total != 2 || e.Problems[0].Path != "limit" || last.Code != arguments.CodeSyntax || !strings.Contains(last.Message, `"}", got the end of the text`) {
		t.Error(e)
	}
}

// A string with JSON that has faults is repaired where only an object or array is valid.
func TestSyntaxFaultsInStrings(t *testing.T) {
	for text, correct := range map[string]string{
		`{"tree":"{'value': 1}"}`:                             `{"tree":{"value":1}}`,
		"{\"tree\":\"```json\\n{\\\"value\\\": 1}\\n```\"}":   `{"tree":{"value":1}}`,
		`{"tree":"{value: 1, children: [{value: 2,}]"}`:       `{"tree":{"value":1,"children":[{"value":2}]}}`,
		`{"by_id":"{1: 'a'}"}`:                                `{"by_id":{"1":"a"}}`,
		`{"tree":"{'value':1,'children':'[{\"value\":2}]'}"}`: `{"tree":{"value":1,"children":[{"value":2}]}}`,
		`'{"int8":1}'`:              `{"int8":1}`,
		`{"by_name":{"a":"['x']"}}`: `{"by_name":{"a":["['x']"]}}`, // one string for a list of strings
		`{"tree":{"value":1,"children":"[{'value':2},{'value':3}, ]"}}`: `{"tree":{"value":1,"children":[{"value":2},{"value":3}]}}`,
	} {
		got, _ := repair(t, text, decodeKinds)
		if diff := cmp.Diff(accept(t, correct, decodeKinds), got, equalKinds); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	_, made := repair(t, `{"tree":"{'value': 1}"}`, decodeKinds)
	want := []arguments.Repair{
		{Path: "tree", Kind: arguments.RepairJSON, From: `"{'value': 1}"`, To: `{"value":1}`},
		{Path: "tree", Kind: arguments.RepairQuotes, From: "'value'", To: `"value"`},
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("repairs (-want +got):\n%s", diff)
	}
}

// TestHostileSyntax reads long texts whose repair would take minutes if it were
// quadratic.
func TestHostileSyntax(t *testing.T) {
	size := racetest.Fewer(400_000, 4)
	for _, part := range []string{
		"'a',", "a:", "//\n", "/**/", "/*", "#", "# \"\n", "\"a\",//b\n", ", /* */", "{a:", "[", "['", "`", "```", "\\", "'\\'", "None,", "1,", "{},", "/* \" */", "// ' ' '", "[],//\"",
		`"{'a':1}",`,
	} {
		for _, head := range []string{"", "{a:[", "{'a':'", "```\n{", `{"a":["b",`, `{"tree":"`} {
			text := head + strings.Repeat(part, size/len(part))
			for _, end := range []string{"", "]}", "1]}\n```", `"}`} {
				if text, _, problems := decodeBySchema(anyObject, text+end, decode.Options{}); (text == "") != (problems != nil) {
					t.Errorf("%s %s %s: %s", head, part, end, problems)
				}
				var d decode.D
				d.Reset([]byte(text+end), decode.Options{})
				if v := decodeKinds(&d); (v == nil) != (d.Err("kinds") != nil) {
					t.Errorf("%s %s %s: %v", head, part, end, d.Err("kinds"))
				}
			}
		}
	}
}

// The number of replacements is limited, as for other repairs.
func TestManySyntaxRepairs(t *testing.T) {
	many := func(n int) string { return `{"v":[` + strings.Repeat("'a',", n-1) + `'a']}` }
	if _, _, problems := decodeBySchema(anyObject, many(10_000), decode.Options{}); problems != nil {
		t.Error(problems)
	}
	if _, _, problems := decodeBySchema(anyObject, many(10_001), decode.Options{}); !strings.HasPrefix(fmt.Sprint(problems), "[malformed JSON") {
		t.Error(problems)
	}
}
