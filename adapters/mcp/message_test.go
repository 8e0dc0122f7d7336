package mcp

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestCheckMessage checks that repeated members of a message are found.
func TestCheckMessage(t *testing.T) {
	for _, test := range []struct {
		text     string
		repeated string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1,"x":2}}}`, ""},
		{`{"id":1,"method":"a","method":"b"}`, "method"},
		{`{"id":1,"id":2}`, "id"},
		{`{"method":"a","m\u0065thod":"b"}`, "method"},
		{`{"params":{"name":"a","name":"b"}}`, "name"},
		{`{"params":{"arguments":{"name":1,"a":[{"b":1}]},"name":"a","_meta":{"name":2},"arguments":{}}}`, "arguments"},
		{`{"params":{"a":1},"params":{"b":1}}`, "params"},
		{`{"params":["a","a"],"id":"params"}`, ""},
		{`{"result":{"name":"a","name":"b"}}`, ""},
		{` [{"id":1},{"id":2,"params":{"a":1}},{"params":{"a":1,"a":2}}]`, "a"},
		{`[{"id":1},{"id":2}]`, ""},
		{`{"a":"\"a\":","a\\":1}`, ""},
		{`{"a":{"a":{"a":1}},"b":["a","a",{"a":1}]}`, ""},
		{`}}}}"`, ""}, {``, ""}, {`{"\ud800":1,"\ud800":2}`, "\ufffd"},
	} {
		err := checkMessage([]byte(test.text))
		if (err == nil) != (test.repeated == "") || err != nil && !strings.Contains(err.Error(), `"`+test.repeated+`"`) {
			t.Errorf("%s: %v, want the member %q", test.text, err, test.repeated)
		}
	}
}

// TestCheckMessageBounds checks that a text with more or less than one message, and a
// number that is not an id, are refused.
func TestCheckMessageBounds(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":1}{"id":2}`:                 "text follows",
		`{"id":1} x`:                       "text follows",
		`[{"id":1}]"x"`:                    "text follows",
		"{\"id\":1}\r\n \t":                "",
		`{"params":{"name":"a",`:           "not complete",
		`[{"id":1}`:                        "not complete",
		`{"a`:                              "not complete",
		`{"id":1.5}`:                       "the id 1.5 of the message",
		`{"id" : 12345678901234567890}`:    "the id 12345678901234567890 of the message",
		`[{"id":-1e999}]`:                  "the id -1e999 of the message",
		`{"id":1.0,"a":1.5}`:               "",
		`{"id":9007199254740992}`:          "",
		`{"params":{"id":1.5},"id":"1.5"}`: "",
		`{"id":`:                           "not complete",
	} {
		if err := checkMessage([]byte(text)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// FuzzCheckMessage checks that no text makes the check panic.
func FuzzCheckMessage(f *testing.F) {
	f.Add([]byte(`[{"params":{"a":1,"a":2}}]`))
	f.Fuzz(func(_ *testing.T, text []byte) { _ = checkMessage(text) })
}

// TestMessageReader checks that a reader passes on all lines, and refuses long
// ones.
func TestMessageReader(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 10_000) + `"}`
	for _, test := range []struct {
		text, want string
		most       int
	}{
		{"{\"a\":1}\n\n{\"b\":2}\r\n" + long, "", -1},
		{long + "\n" + long + "\n", "", len(long)},
		{long + "\n", "more than 100 bytes, which is the limit", 100},
		{long + "\n", "more than 10007 bytes", len(long) - 1},
		{`{"a":1,"a":2}` + "\n", `the member "a" twice`, 100},
		{`{"params":{"name":"a",` + "\n" + `"name":"b"}}` + "\n", "not complete", 100},
	} {
		r := checkedTransport(io.NopCloser(strings.NewReader(test.text)), nil, test.most)
		got, err := io.ReadAll(r.Reader)
		if test.want == "" && (err != nil || !bytes.Equal(got, []byte(test.text))) {
			t.Errorf("%.20q: read %d bytes, want %d: %v", test.text, len(got), len(test.text), err)
		}
		if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%.20q: %v, want %q", test.text, err, test.want)
		}
	}
}
