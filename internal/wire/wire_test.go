package wire_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/wire"
)

// all has a field of every supported type.
type all struct {
	Text    string
	Kind    kind
	Flag    bool
	Count   int
	Small   int8
	Ratio   float64
	Short   float32
	Data    []byte
	Names   []string
	Counts  map[string]int
	Percent *float64
	Point   point
	Points  []point
	Corner  *point
	When    time.Time
	Took    time.Duration
	Raw     json.RawMessage
	Inner   inner
}

type kind string

// point is a struct whose form its tags define.
type point struct {
	X, Y   int    `json:"-"`
	Label  string `json:"label"`
	Weight int    `json:"weight,omitzero"`
}

// inner has the methods MarshalJSON and UnmarshalJSON.
type inner struct{ n int }

func (i *inner) form() []wire.Field              { return []wire.Field{{Name: "n", Value: &i.n}} }
func (i inner) MarshalJSON() ([]byte, error)     { return wire.Marshal(2, i.form()...) }
func (i *inner) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, 2, i.form()...) }

const version = 3

func (a *all) form() []wire.Field {
	return []wire.Field{
		{Name: "text", Value: &a.Text}, {Name: "kind", Value: &a.Kind, Optional: true}, {Name: "flag", Value: &a.Flag},
		{Name: "count", Value: &a.Count}, {Name: "small", Value: &a.Small, Optional: true}, {Name: "ratio", Value: &a.Ratio}, {Name: "short", Value: &a.Short, Optional: true},
		{Name: "data", Value: &a.Data}, {Name: "names", Value: &a.Names}, {Name: "counts", Value: &a.Counts},
		{Name: "percent", Value: &a.Percent, Optional: true}, {Name: "point", Value: &a.Point}, {Name: "points", Value: &a.Points}, {Name: "corner", Value: &a.Corner, Optional: true},
		{Name: "when", Value: &a.When}, {Name: "took", Value: &a.Took}, {Name: "raw", Value: &a.Raw, Optional: true}, {Name: "inner", Value: &a.Inner},
	}
}
func (a all) MarshalJSON() ([]byte, error)     { return wire.Marshal(version, a.form()...) }
func (a *all) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, version, a.form()...) }

var compare = cmp.Options{cmp.AllowUnexported(inner{})}

const least = `{"version":3,"text":"","flag":false,"count":0,"ratio":0,"data":"","names":[],"counts":{},"point":{"label":""},"points":[],"when":"0001-01-01T00:00:00Z","took":0,"inner":{"version":2,"n":0}}`

func full() all {
	percent := 0.0
	return all{
		Text: "<a> & \u2028 \x00 \ufffd \U0001F600", Kind: "k\xff", Flag: true, Count: math.MinInt, Small: -128, Ratio: math.SmallestNonzeroFloat64, Short: math.MaxFloat32,
		Data: []byte{0, 255}, Names: []string{"", "a", "\xc3"}, Counts: map[string]int{"b": 2, "a": 1, "": 0, "\"": 3},
		Percent: &percent, Point: point{Label: "p", Weight: -1}, Points: []point{{}, {Weight: 3}}, Corner: &point{Label: "c"},
		When: time.Date(2024, 2, 29, 23, 59, 59, 123456789, time.UTC), Took: -time.Nanosecond, Raw: json.RawMessage(`{"a":[1,"<"]}`), Inner: inner{7},
	}
}

func TestForm(t *testing.T) {
	for _, test := range []struct {
		reason string
		value  all
		want   string
	}{
		{"what is optional and zero is left out", all{}, least},
		{"everything, without HTML escapes", full(), `{"version":3,"text":"<a> & \u2028 \u0000 ` + "\ufffd \U0001F600" + `","kind":{"base64":"a/8="},"flag":true,"count":-9223372036854775808,"small":-128,"ratio":5e-324,"short":3.4028235e+38,` +
			`"data":"AP8=","names":["","a",{"base64":"ww=="}],"counts":{"":0,"\"":3,"a":1,"b":2},"percent":0,"point":{"label":"p","weight":-1},"points":[{"label":""},{"label":"","weight":3}],"corner":{"label":"c"},` +
			`"when":"2024-02-29T23:59:59.123456789Z","took":-1,"raw":{"a":[1,"<"]},"inner":{"version":2,"n":7}}`},
		{"a time of another zone, with a monotonic clock", all{When: time.Date(2024, 1, 1, 1, 0, 0, 0, time.FixedZone("", 3600))},
			strings.Replace(least, "0001-01-01", "2024-01-01", 1)},
		{"a raw message is compact", all{Raw: json.RawMessage(" [1, 2]\n")}, strings.Replace(least, `,"inner"`, `,"raw":[1,2],"inner"`, 1)},
	} {
		got, err := test.value.MarshalJSON()
		if diff := cmp.Diff(test.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", test.reason, err, diff)
		}
	}
}

// TestRoundTrip checks that a text reads back equal: as written, indented, and with the escapes of an outer
// json.Marshal.
func TestRoundTrip(t *testing.T) {
	for _, value := range []all{{}, full(), {Ratio: math.Copysign(0, -1), Percent: new(float64), Raw: json.RawMessage("null")}} {
		own, err := value.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		outer, err := json.Marshal([]all{value})
		if err != nil {
			t.Fatal(err)
		}
		indented, err := json.MarshalIndent([]all{value}, "\t", " ")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{append(append([]byte("["), own...), ']'), outer, indented} {
			back := []all{full()} // the old value must be replaced completely
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if diff := cmp.Diff(spaceless(value), spaceless(back[0]), compare); diff != "" {
				t.Errorf("%s (-want +got):\n%s", text, diff)
			}
		}
	}
}

// spaceless returns the value with the raw message in the form of encoding/json, because an outer text can
// change its white space and escapes.
func spaceless(value all) all {
	if value.Raw != nil {
		value.Raw, _ = json.Marshal(value.Raw)
	}
	return value
}

func TestWriteErrors(t *testing.T) {
	var nothing *point
	for _, test := range []struct {
		reason string
		value  any
		want   string
	}{
		{"not a number", pointer(math.NaN()), "NaN"},
		{"infinity", pointer(math.Inf(1)), "+Inf"},
		{"a year with five digits", pointer(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)), "year"},
		{"a name that is not valid UTF-8", &map[string]int{"\xff": 1}, `\xff`},
		{"a raw message that is cut off", pointer(json.RawMessage(`{"a"`)), "raw message"},
		{"an empty raw message", pointer(json.RawMessage(``)), "raw message"},
		{"a raw message that is not valid UTF-8", pointer(json.RawMessage("\"\xff\"")), "raw message"},
		{"a nil pointer", &nothing, "nil"},
		{"an interface", pointer([]any{1}), "interface"},
		{"a field without a tag", &struct{ A int }{}, "field A"},
		{"an embedded field", &struct {
			point `json:"point"`
			B     int
		}{}, "field B"},
		{"a function", pointer(func() {}), "func()"},
		{"a map with other keys", &map[int]int{}, "map[int]int"},
	} {
		if got, err := wire.MarshalValue(test.value); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %s, %v; want an error that names %q", test.reason, got, err, test.want)
		}
		if got, err := wire.Marshal(1, wire.Field{Name: "field", Value: test.value}); err == nil || !strings.Contains(err.Error(), `"field"`) {
			t.Errorf("%s: got %s, %v; want an error that names the field", test.reason, got, err)
		}
	}
}

func pointer[T any](value T) *T { return &value }

// TestDefaultVersion checks that a missing version means the default if that is allowed, and that another version
// is an error.
func TestDefaultVersion(t *testing.T) {
	for _, test := range []struct {
		text string
		want error
	}{
		{`{"n":4}`, nil},
		{`{"n":4,"version":1}`, nil},
		{`{"n":4,"version":2}`, &wire.Error{Problem: wire.ProblemVersion, Member: "version", Found: 2, Want: 1}},
		{`{"n":4,"version":null}`, &wire.Error{Problem: wire.ProblemVersion, Member: "version", Want: 1}},
	} {
		n := 0
		err := wire.UnmarshalDefault([]byte(test.text), 1, wire.Field{Name: "n", Value: &n})
		if diff := cmp.Diff(test.want, err); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
		if want := 4; err == nil && n != want {
			t.Errorf("%s: n is %d, want %d", test.text, n, want)
		}
	}
}
