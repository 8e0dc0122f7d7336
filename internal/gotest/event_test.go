package gotest_test

import (
	"testing"

	"github.com/toolgen/toolgen/internal/gotest"
)

func TestParseEvent(t *testing.T) {
	tests := []struct {
		line   string
		want   gotest.Event
		ok     bool
		reason string
	}{
		{`{"Time":"2026-01-01T00:00:00Z","Action":"run","Package":"p","Test":"TestA/b"}`, gotest.Event{Action: "run", Package: "p", Test: "TestA/b"}, true, "an event of a test"},
		{`{"Action":"output","Package":"p","Output":"ok\n"}` + "\n", gotest.Event{Action: "output", Package: "p", Output: "ok\n"}, true, "a line with its line feed"},
		{`{"ImportPath":"p","Action":"build-output","Output":"x"}`, gotest.Event{Action: "build-output", ImportPath: "p", Output: "x"}, true, "an event of a build"},
		{`{"Action":"fail","Package":"p","FailedBuild":"p.test"}`, gotest.Event{Action: "fail", Package: "p", FailedBuild: "p.test"}, true, "a package whose build failed"},
		{`{"Action":""}`, gotest.Event{}, false, "no action"},
		{`{"action":"run","level":"info"}`, gotest.Event{}, false, "a line of a log"},
		{`{"Action":"run"`, gotest.Event{}, false, "a line that was cut"},
		{`{"Action":"run","Test":1}`, gotest.Event{}, false, "a name that is not a text"},
		{`ok  	p	0.1s`, gotest.Event{}, false, "text"},
		{``, gotest.Event{}, false, "an empty line"},
	}
	for _, tt := range tests {
		if got, ok := gotest.ParseEvent(tt.line); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %+v, %t, want %+v, %t: %s", tt.line, got, ok, tt.want, tt.ok, tt.reason)
		}
	}
}
