package mcp_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// A tool with arguments as headers is left out if the protocol does not allow a
// header, and used if the version of the protocol has no such headers.
func TestHeadersOfArguments(t *testing.T) {
	property := func(properties string) string {
		return `{"type":"object","properties":{` + properties + `}}`
	}
	const one = `"a":{"type":"string","x-mcp-header":"Region"}`
	for _, test := range []struct{ reason, input, problem string }{
		{"a valid header", property(one), ""},
		{"no header", property(`"a":{"type":"number"}`), ""},
		{"headers of properties of properties", property(`"o":{"type":"object","properties":{` + one + `}},"b":{"type":"boolean","x-mcp-header":"B"}`), ""},
		{"a property without a schema", property(`"o":true,` + one), ""},
		{"an empty name", property(`"a":{"type":"string","x-mcp-header":""}`), "is not the name of a header"},
		{"a name that is no text", property(`"a":{"type":"string","x-mcp-header":1}`), "is not the name of a header"},
		{"a space", property(`"a":{"type":"string","x-mcp-header":"My Region"}`), "is not the name of a header"},
		{"a colon", property(`"a":{"type":"string","x-mcp-header":"R:P"}`), "is not the name of a header"},
		{"a letter that is not ASCII", property(`"a":{"type":"string","x-mcp-header":"Région"}`), "is not the name of a header"},
		{"a number", property(`"a":{"type":"number","x-mcp-header":"A"}`), "only strings, integers and booleans"},
		{"several types", property(`"a":{"type":["string","null"],"x-mcp-header":"A"}`), "only strings, integers and booleans"},
		{"an object", property(`"a":{"type":"object","x-mcp-header":"A"}`), "only strings, integers and booleans"},
		{"equal names", property(one + `,"b":{"type":"string","x-mcp-header":"region"}`), `another property has the header "region"`},
		{"equal names at two depths", property(one + `,"o":{"type":"object","properties":{` + one + `}}`), `its property "a" has a header, but another`},
	} {
		t.Run(test.reason, func(t *testing.T) {
			for _, isModern := range []bool{true, false} {
				s, _ := listServer(t, `[{"name":"a","inputSchema":`+test.input+`},`+toolText("b", "")+`]`)
				if isModern {
					s.faults["server/discover"] = func(w http.ResponseWriter, r *http.Request) {
						writeAnswer(w, r, `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`)
					}
				}
				b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
				want := []string{"mcp__far__a", "mcp__far__b"}
				if isModern && test.problem != "" {
					want = want[1:]
				}
				if got := names(b.Tools()); !slices.Equal(got, want) {
					t.Errorf("with headers %v: the tools are %v, want %v", isModern, got, want)
				}
				err := errors.Join(b.Problems()...)
				if isModern && test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
					t.Errorf("the problems are %v, want %q", err, test.problem)
				}
			}
		})
	}
}
