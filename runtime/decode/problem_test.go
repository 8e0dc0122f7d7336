package decode_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// found has the fields of a problem that a test compares.
type found struct {
	Path   string
	Code   arguments.Code
	Offset int
}

// problems decodes a text that must be refused, and returns its error.
func problems(t *testing.T, text string, o decode.Options, read func(*decode.D) any) *arguments.Error {
	t.Helper()
	var d decode.D
	if v, _ := readBytes(&d, text, o, read); v != nil {
		t.Fatalf("accepted %s as %+v", text, v)
	}
	var e *arguments.Error
	if !errors.As(d.Err("tool"), &e) {
		t.Fatalf("no error for %s", text)
	}
	if d.Repairs() != nil {
		t.Errorf("repairs %v with an error", d.Repairs())
	}
	return e
}

func TestProblems(t *testing.T) {
	const ok = `"pattern":"x","mode":"lines","limit":1`
	tests := []struct {
		reason string
		text   string
		want   []found
	}{
		{"the text ends early", `{"pattern":"x",`, []found{{"", arguments.CodeSyntax, 15}}},
		{"two extra commas", `{` + ok + `,,}`, []found{{"", arguments.CodeSyntax, 40}}},
		{"text after the arguments", `{` + ok + `}{}`, []found{{"", arguments.CodeSyntax, 40}}},
		{"typographic quotes", `{“pattern“:"x"}`, []found{{"", arguments.CodeSyntax, 1}}},
		{"a number with a leading zero", `{` + ok + `,"context":01}`, []found{{"", arguments.CodeSyntax, 50}}},
		{"an unescaped control character", "{\"pattern\":\"a\nb\"}", []found{{"", arguments.CodeSyntax, 13}}},
		{"an escape that JSON does not have", `{"pattern":"\d"}`, []found{{"", arguments.CodeSyntax, 12}}},
		{"half a surrogate pair", `{"pattern":"\ud83d"}`, []found{{"", arguments.CodeEncoding, 12}}},
		{"the second half first", `{"pattern":"\ude00\ud83d"}`, []found{{"", arguments.CodeEncoding, 12}}},
		{"invalid UTF-8", "{\"pattern\":\"a\xffb\"}", []found{{"", arguments.CodeEncoding, 13}}},
		{"invalid UTF-8 in a name", "{\"\xff\":1}", []found{{"", arguments.CodeEncoding, 2}}},
		{"not an object", `[1]`, []found{{"", arguments.CodeType, 0}}},
		{"a problem before malformed text is reported, too", `{"limit":[],"mode"}`, []found{{"limit", arguments.CodeType, 9}, {"", arguments.CodeSyntax, 18}}},
		{"missing arguments are last", `{"limit":0}`, []found{{"limit", arguments.CodeMinimum, 9}, {"pattern", arguments.CodeRequired, 0}, {"mode", arguments.CodeRequired, 0}}},
		{"empty text is an empty object", ``, []found{{"pattern", arguments.CodeRequired, 0}, {"mode", arguments.CodeRequired, 0}, {"limit", arguments.CodeRequired, 0}}},
		{"null for a required argument", `{"pattern":null,"mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeType, 11}}},
		{"a number for a string", `{"pattern":5,"mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeType, 11}}},
		{"a fraction for an integer", `{"pattern":"x","mode":"lines","limit":1.5}`, []found{{"limit", arguments.CodeType, 38}}},
		{"a fraction in a string for an integer", `{"pattern":"x","mode":"lines","limit":"1.5"}`, []found{{"limit", arguments.CodeType, 38}}},
		{"beyond 64 bits", `{"pattern":"x","mode":"lines","limit":9223372036854775808}`, []found{{"limit", arguments.CodeRange, 38}}},
		{"an exponent that would fill memory", `{"pattern":"x","mode":"lines","limit":1e999999999999999999999}`, []found{{"limit", arguments.CodeRange, 38}}},
		{"above the maximum", `{"pattern":"x","mode":"lines","limit":1001}`, []found{{"limit", arguments.CodeMaximum, 38}}},
		{"no value of the enum", `{"pattern":"x","mode":"todo","limit":1}`, []found{{"mode", arguments.CodeEnum, 22}}},
		{"too short", `{"pattern":"","mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeMinLength, 11}}},
		{"too long, in code points", `{"pattern":"` + strings.Repeat("é", 1001) + `","mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeMaxLength, 11}}},
		{"too many items", `{` + ok + `,"include":[` + strings.Repeat(`"a",`, 20) + `"a"]}`, []found{{"include", arguments.CodeMaxItems, 50}}},
		{"an item of the wrong type", `{` + ok + `,"include":["a",null,2]}`, []found{{"include[1]", arguments.CodeType, 55}, {"include[2]", arguments.CodeType, 60}}},
		{"unknown, twice", `{` + ok + `,"x":1,"x":{}}`, []found{{"x", arguments.CodeUnknown, 40}, {"x", arguments.CodeUnknown, 46}}},
		{"a name in another case is another name", `{` + ok + `,"Exact":true}`, []found{{"Exact", arguments.CodeUnknown, 40}}},
		{"given twice", `{` + ok + `,"limit":2}`, []found{{"limit", arguments.CodeDuplicate, 40}}},
		{"given twice, once with an escape", `{` + ok + `,"l\u0069mit":2}`, []found{{"limit", arguments.CodeDuplicate, 40}}},
		{"given by its name and an alias, with another value", `{` + ok + `,"q":"xy"}`, []found{{"pattern", arguments.CodeDuplicate, 40}}},
		{"a number and its first digits", `{"pattern":"x","mode":"lines","limit":10,"max":1}`, []found{{"limit", arguments.CodeDuplicate, 41}}},
		{"given by two aliases", `{"regex":"x","q":"y","mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeDuplicate, 13}}},
		{"given by an alias twice", `{"q":"x","q":"x","mode":"lines","limit":1}`, []found{{"pattern", arguments.CodeDuplicate, 9}}},
		{"a string without the expected JSON", `{` + ok + `,"links":"maybe"}`, []found{{"links", arguments.CodeType, 48}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var got []found
			e := problems(t, test.text, decode.Options{}, decodeGrep)
			for _, p := range e.Problems {
				got = append(got, found{p.Path, p.Code, p.Offset})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s\n%v", test.text, diff, e)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	const head = `{"owner":"o","project":"p","title":"t","steps":[`
	const good = `{"id":1,"title":"t","done":true,"urgency":"low","days":1}`
	tests := []struct {
		reason, text  string
		path, pointer string
	}{
		{"a property of an item", head + good + `,{"id":2,"title":"t","done":true,"urgency":"low","days":-1}]}`, "steps[1].days", "/steps/1/days"},
		{"a property of a pointer", head + good + `],"phase":{"number":1,"title":""}}`, "phase.title", "/phase/title"},
		{"a map value", head + good + `],"counts":{"a":1,"b":1.5}}`, "counts.b", "/counts/b"},
		{"a name that needs quotes", head + good + `],"counts":{"a b":{}}}`, `counts["a b"]`, "/counts/a b"},
		{"an empty name", head + good + `],"counts":{"":{}}}`, `counts[""]`, "/counts/"},
		{"a name with characters that a pointer escapes", head + good + `],"counts":{"a/~b":{}}}`, `counts.a/~b`, "/counts/a~1~0b"},
		{"a name that changes the direction of the line", head + good + `],"counts":{"a\u202eb":{}}}`, `counts["a\u202eb"]`, "/counts/a\u202eb"},
		{"a name with a line break that JSON does not escape", head + good + "],\"counts\":{\"a\u2028b\":{}}}", `counts["a\u2028b"]`, "/counts/a\u2028b"},
		{"a name with a control character", head + good + `],"counts":{"a\u009bb":{}}}`, `counts["a\u009bb"]`, "/counts/a\u009bb"},
		{"a long name is cut", head + good + `],"counts":{"` + strings.Repeat("k", 100) + `":{}}}`, "counts." + strings.Repeat("k", 64) + "…", "/counts/" + strings.Repeat("k", 100)},
		{"a duplicate key of a map", head + good + `],"labels":{"a":"1","a":"2"}}`, "labels.a", "/labels/a"},
		{"inside a text in a string", head + good + `],"phase":"{\"number\":0,\"title\":\"t\"}"}`, "phase.number", "/phase/number"},
		{"inside a single value", head + good + `],"badges":{"name":"n","color":"abc"}}`, "badges[0].color", "/badges/0/color"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			e := problems(t, test.text, decode.Options{}, decodePlan)
			if p := e.Problems[0]; e.Total != 1 || p.Path != test.path || p.Pointer != test.pointer {
				t.Errorf("got %q %q of %v", p.Path, p.Pointer, e)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	const ok = `"pattern":"x","mode":"lines"`
	tests := []struct {
		reason, text, want string
	}{
		{
			"several problems", `{"pattern":"x","limit":5000,"mode":"todo","contxet":1}`,
			`invalid arguments for tool (3 problems):
- limit: must be at most 1000, got 5000
- mode: must be one of "lines", "files_with_matches", "count", got "todo"
- contxet: unknown argument (did you mean "context"?); valid arguments: pattern, mode, folder, include, limit, context, exact, links`,
		},
		{
			"one problem", `{` + ok + `}`,
			`invalid arguments for tool (1 problem):
- limit: required but missing, must be an integer`,
		},
		{
			"no similar name", `{` + ok + `,"limit":1,"zzz":1}`,
			`invalid arguments for tool (1 problem):
- zzz: unknown argument; valid arguments: pattern, mode, folder, include, limit, context, exact, links`,
		},
		{
			"valid names are listed once", `{` + ok + `,"limit":1,"zzz":1,"contxet":1}`,
			`invalid arguments for tool (2 problems):
- zzz: unknown argument; valid arguments: pattern, mode, folder, include, limit, context, exact, links
- contxet: unknown argument (did you mean "context"?)`,
		},
		{
			"an argument and its alias", `{` + ok + `,"limit":1,"q":"y"}`,
			`invalid arguments for tool (1 problem):
- pattern: given as "pattern" and as "q", with different values: give only "pattern"`,
		},
		{
			"an alias without repairs is close to its argument", `{"regex":"x","mode":"lines","limit":1}`,
			`invalid arguments for tool (2 problems):
- regex: unknown argument (did you mean "pattern"?); valid arguments: pattern, mode, folder, include, limit, context, exact, links
- pattern: required but missing, must be a string`,
		},
		{
			"values are cut at code points", `{` + ok + `,"limit":"` + strings.Repeat("é", 100) + `"}`,
			`invalid arguments for tool (1 problem):
- limit: must be an integer, got "` + strings.Repeat("é", 59) + `…`,
		},
		{
			"line breaks of the text do not break the message", `{` + ok + ",\"limit\":[1,\r\n\t2]}",
			`invalid arguments for tool (1 problem):
- limit: must be an integer, got [1,   2]`,
		},
		{
			"invisible characters are escaped", `{` + ok + ",\"limit\":\"a\u2028\u202e\u200b\u007f\U000e0041漢\u3000é\"}",
			`invalid arguments for tool (1 problem):
- limit: must be an integer, got "a\u2028\u202e\u200b\u007f\udb40\udc41漢` + "\u3000" + `é"`,
		},
		{
			"an unknown name cannot add a line", `{` + ok + `,"limit":1,"x\n- limit":2}`,
			`invalid arguments for tool (1 problem):
- ["x\n- limit"]: unknown argument; valid arguments: pattern, mode, folder, include, limit, context, exact, links`,
		},
		{
			"a length", `{"pattern":"","mode":"lines","limit":1,"include":["a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a"]}`,
			`invalid arguments for tool (2 problems):
- pattern: must be at least 1 character long, got 0: ""
- include: must have at most 20 items, got 21`,
		},
		{
			"where text is malformed", "{\"pattern\":\"é\",\n  \"é\" 5}",
			`invalid arguments for tool (1 problem):
- malformed JSON at line 2, column 7: expected ":", got "5}"`,
		},
		{
			"where text ends", `{"pattern":"x`,
			`invalid arguments for tool (1 problem):
- malformed JSON at line 1, column 14: expected a closing quote, got the end of the text`,
		},
		{
			"more problems than are shown", `{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1}`,
			`invalid arguments for tool (12 problems):
- %: unknown argument; valid arguments: pattern, mode, folder, include, limit, context, exact, links
` + strings.Repeat("- %: unknown argument\n", 8) +
				`- pattern: required but missing, must be a string
- and 2 more problems`,
		},
		{
			"the root is of another type", `5`,
			`invalid arguments for tool (1 problem):
- must be an object, got 5`,
		},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			want := test.want
			for n := range 9 {
				want = strings.Replace(want, "%", string(rune('1'+n)), 1)
			}
			o := decode.Options{NoRepair: strings.Contains(test.reason, "without repairs")}
			got := problems(t, test.text, o, decodeGrep).Error()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTooLarge(t *testing.T) {
	e := problems(t, grepText, decode.Options{MaxBytes: len(grepText) - 1}, decodeGrep)
	if e.Total != 1 || e.Problems[0].Code != arguments.CodeTooLarge {
		t.Errorf("got %v", e)
	}
	var d decode.D
	d.Reset([]byte(grepText), decode.Options{MaxBytes: len(grepText)})
	if decodeGrep(&d) == nil {
		t.Errorf("text of exactly the limit: %v", d.Err("tool"))
	}
	long := `{"pattern":"x","mode":"lines","limit":1,"folder":"` + strings.Repeat("a", arguments.DefaultMaxBytes) + `"}`
	if e := problems(t, long, decode.Options{}, decodeGrep); e.Problems[0].Code != arguments.CodeTooLarge {
		t.Errorf("got %v", e)
	}
	e = problems(t, long, decode.Options{MaxBytes: math.MaxInt}, decodeGrep)
	if e.Problems[0].Code != arguments.CodeMaxLength || len(e.Error()) > 300 {
		t.Errorf("got %v", e)
	}
}

// Names of properties can have 64 characters. A path has all of them, so that
// different properties have different paths.
func TestPathsHaveCompletePropertyNames(t *testing.T) {
	name := strings.Repeat("a", 63)
	fields := []decode.Field{
		{Key: `"` + name + `1":`, Type: &decode.Type{Kind: decode.KindBool}},
		{Key: `"` + name + `2":`, Type: &decode.Type{Kind: decode.KindBool}},
	}
	problems, _ := decode.Review(`{"`+name+`1":1,"`+name+`2":1}`, &decode.Type{Kind: decode.KindStruct, Fields: fields}, decode.Options{})
	if len(problems) != 2 || problems[0].Path != name+"1" || problems[1].Path != name+"2" {
		t.Errorf("got %+v, want the paths %s1 and %s2", problems, name, name)
	}
}
