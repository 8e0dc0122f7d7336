package runtime_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/runtime"
)

// texts are strings that forms must not change.
var texts = []string{
	"", "a", "*", "null", "<a href=\"&\">", "\u2028\u2029", "\xff", "\xed\xa0\x80", "tab\t nul\x00", "\ufffd", "\U0001F600 é", `\ud800`, `{"base64":"_"}`,
}

// valueMaker creates random values. Its numbers are from 0 to 1. Its texts may be
// invalid UTF-8, except in parts.
type valueMaker struct {
	*rand.Rand
	dense bool // no field is zero
}

// fill sets every exported field of v that is stored.
func (r valueMaker) fill(v reflect.Value) {
	if known := r.fixedValue(v.Type()); known.IsValid() {
		v.Set(known)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.dense || r.IntN(2) == 0)
	case reflect.String:
		v.SetString(r.text())
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(1 + r.Int64N(1<<30))
	case reflect.Float64:
		v.SetFloat(1 - r.Float64())
	case reflect.Slice:
		n := r.size()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			r.fill(v.Index(i))
		}
	case reflect.Uint8:
		v.SetUint(r.Uint64N(256))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range r.size() {
			value := reflect.New(v.Type().Elem()).Elem()
			r.fill(value)
			v.SetMapIndex(reflect.ValueOf(strings.ToValidUTF8(r.text(), "?")), value)
		}
	case reflect.Pointer:
		if r.size() > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.fill(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				r.fill(v.Field(i))
			}
		}
	case reflect.Interface, reflect.Func:
		// Errors, functions and decoded values are not stored.
	}
}

func (r valueMaker) size() int {
	if r.dense {
		return 1 + r.IntN(2)
	}
	return r.IntN(4) / 2 * r.IntN(3)
}

func (r valueMaker) text() string {
	text := texts[r.IntN(len(texts))] + texts[r.IntN(len(texts))]
	if r.dense {
		text += "x"
	}
	return text
}

// fixedValue returns a value of a type that allows only certain values.
func (r valueMaker) fixedValue(t reflect.Type) reflect.Value {
	var value any
	switch t {
	case reflect.TypeFor[runtime.Names]():
		value = runtime.AllowOnly(r.list()...)
		if !r.dense && r.IntN(3) == 0 {
			value = runtime.Names{}
		}
	case reflect.TypeFor[*runtime.Session](), reflect.TypeFor[*runtime.Tool]():
		value = reflect.Zero(t).Interface() // not stored
	case reflect.TypeFor[json.RawMessage]():
		value = json.RawMessage(`{"<a>":[1e400,"\u00e9"]}`)
	case reflect.TypeFor[runtime.Audience]():
		value = []runtime.Audience{runtime.AudienceInternal, runtime.AudienceUser, runtime.AudienceDashboard}[r.IntN(3)]
	case reflect.TypeFor[runtime.LogLevel]():
		value = []runtime.LogLevel{runtime.LogDebug, runtime.LogNotice, runtime.LogEmergency}[r.IntN(3)]
	case reflect.TypeFor[runtime.Code]():
		value = []runtime.Code{runtime.InputInvalid, runtime.NotAvailable, runtime.ExecutionFailed, runtime.StaleWrite}[r.IntN(4)]
	case reflect.TypeFor[time.Time]():
		value = time.Unix(r.Int64N(1<<33), r.Int64N(1e9)).UTC()
	case reflect.TypeFor[runtime.Result]():
		value = r.result()
	case reflect.TypeFor[runtime.Part]():
		value = r.part()
	default:
		return reflect.Value{}
	}
	return reflect.ValueOf(value)
}

func (r valueMaker) list() []string {
	names := make([]string, r.size())
	for i := range names {
		names[i] = r.text()
	}
	return names
}

// result returns a success or a failure with only the fields of its kind.
func (r valueMaker) result() runtime.Result {
	type plain runtime.Result
	var free plain
	r.fill(reflect.ValueOf(&free).Elem())
	result := runtime.Result(free)
	if result.OK = r.IntN(2) == 0; result.OK {
		result.Error, result.Code = "", ""
	} else {
		result.Value = ""
	}
	return result
}

func (r valueMaker) part() runtime.Part {
	type plain runtime.Part
	var free plain
	r.fill(reflect.ValueOf(&free).Elem())
	return runtime.Part(valid(reflect.ValueOf(&free).Elem()).Interface().(plain))
}

// valid changes the texts of a part to the form in which the runtime delivers
// them.
func valid(v reflect.Value) reflect.Value {
	for i := range v.NumField() {
		switch field := v.Field(i); field.Kind() {
		case reflect.String:
			field.SetString(strings.ToValidUTF8(field.String(), "?"))
		case reflect.Struct:
			if audience := field.FieldByName("Audience"); audience.IsValid() {
				audience.SetLen(min(audience.Len(), 1))
				for i := range audience.Len() {
					audience.Index(i).SetString("user")
				}
			}
		}
	}
	return v
}

// sameValue compares values of this package. Nil and empty values are equal, and
// JSON texts are compared in the form of encoding/json.
var sameValue = cmp.Options{
	cmp.FilterPath(func(path cmp.Path) bool { return !isRaw(path) }, cmpopts.EquateEmpty()),
	cmp.FilterPath(isRaw, cmp.Comparer(func(a, b json.RawMessage) bool {
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		return string(x) == string(y)
	})),
	cmp.Comparer(func(a, b runtime.Names) bool {
		x, restricted := a.Only()
		y, limited := b.Only()
		return restricted == limited && slices.Equal(x, y)
	}),
}

func isRaw(path cmp.Path) bool { return path.Last().Type() == reflect.TypeFor[json.RawMessage]() }

// storedForms has, for each type with a stored form, a function that returns a
// pointer to a new value.
var storedForms = []func() any{
	func() any { return new(runtime.ToolCall) },
	func() any { return new(runtime.CallResult) },
	func() any { return new(runtime.Result) },
	func() any { return new(runtime.Policy) },
	func() any { return new(runtime.FilePolicy) },
	func() any { return new(runtime.NetworkPolicy) },
	func() any { return new(runtime.ProgressEvent) },
	func() any { return new(runtime.LogRecord) },
	func() any { return new(runtime.Part) },
	func() any { return new(runtime.Totals) },
	func() any { return new(runtime.Prepared) },
	func() any { return new(runtime.Outcome) },
	func() any { return new(runtime.ApprovalRequest) },
	func() any { return new(runtime.Decision) },
	func() any { return new(runtime.TurnData) },
}

// encodings returns the JSON texts of a value: its own, that of encoding/json,
// and indented.
func encodings(t *testing.T, value any) []string {
	t.Helper()
	own, err := value.(json.Marshaler).MarshalJSON()
	if err != nil {
		t.Fatalf("%T: %v", value, err)
	}
	outer, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(value, "\t", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return []string{string(own), string(outer), string(indented)}
}

func TestRandomValuesReadBackEqual(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, make := range storedForms {
		for i := range 60 {
			value := make()
			valueMaker{random, i%2 == 0}.fill(reflect.ValueOf(value).Elem())
			for _, text := range encodings(t, value) {
				back := make()
				valueMaker{random, true}.fill(reflect.ValueOf(back).Elem()) // UnmarshalJSON must replace all of it
				if err := json.Unmarshal([]byte(text), back); err != nil {
					t.Fatalf("%T: %v\n%s", value, err, text)
				}
				if diff := cmp.Diff(value, back, sameValue, cmpopts.IgnoreFields(runtime.Result{}, "Cause", "Full", "Source"), cmpopts.IgnoreUnexported(runtime.Outcome{})); diff != "" {
					t.Fatalf("%T (-want +got):\n%s\n%s", value, diff, text)
				}
			}
		}
	}
}

// Each exported field of a stored type is in its form: a value with only that
// field set has another form than the zero value.
func TestEveryFieldIsStored(t *testing.T) {
	notStored := map[string]string{
		"Cause":   "an error is for logs",
		"Full":    "the executor removes it",
		"Source":  "the fence has it",
		"Session": "the other process has the session", "Tool": "the other process has the tool", "Decoded": "Args has the same",
	}
	for _, make := range storedForms {
		seen := map[string]bool{}
		for seed := range uint64(20) { // successes and failures, both
			value := make()
			valueMaker{rand.New(rand.NewPCG(seed, 0)), true}.fill(reflect.ValueOf(value).Elem())
			back := make()
			if err := json.Unmarshal([]byte(encodings(t, value)[0]), back); err != nil {
				t.Fatal(err)
			}
			for i := range reflect.TypeOf(value).Elem().NumField() {
				if field := reflect.ValueOf(back).Elem().Field(i); !field.IsZero() {
					seen[reflect.TypeOf(value).Elem().Field(i).Name] = true
				}
			}
		}
		for _, field := range reflect.VisibleFields(reflect.TypeOf(make()).Elem()) {
			if field.IsExported() && !seen[field.Name] && notStored[field.Name] == "" {
				t.Errorf("%T: the field %s is never stored", make(), field.Name)
			}
		}
	}
}

// damage is a changed member of a form.
type damage struct{ reason, member string }

// damages returns changes of a member after which it cannot be read.
func damages(name string, value json.RawMessage) []damage {
	full := `"` + name + `":` + string(value)
	return []damage{
		{"renamed", `"_` + name + `":` + string(value)},
		{"in another case", `"` + strings.ToUpper(name) + `":` + string(value)},
		{"twice", full + "," + full},
		{"null", `"` + name + `":null`},
		{"a list of null", `"` + name + `":[null]`},
		{"a list of lists", `"` + name + `":[[]]`},
		{"an object with null", `"` + name + `":{"version":1,"a":null}`},
		{"an empty object in a list", `"` + name + `":[{}]`},
	}
}

// forms has the text of one value of each type, and its optional members.
var forms = []struct {
	make     func() any
	text     string
	optional string
	free     string // a member that may be any JSON
}{
	{func() any { return new(runtime.ToolCall) }, `{"version":1,"id":"1","name":"a","args":{"b":1}}`, "version id args", "args"},
	{func() any { return new(runtime.CallResult) }, `{"version":1,"id":"1","name":"a","result":{"ok":true,"value":"v"},"duration_ns":5,"repairs":[{"path":"p","kind":"null_dropped","from":"null"}],"truncated":{"total":9,"kept":3,"handle":"h"}}`, "repairs truncated", ""},
	{func() any { return new(runtime.Result) }, `{"ok":true,"value":"v","structured":{"a":1},"cost_usd":1}`, "structured cost_usd", "structured"},
	{func() any { return new(runtime.Result) }, `{"ok":false,"error":"e","code":"STALE_WRITE","field":"f","reason":"r","conflict_key":"k"}`, "field reason conflict_key", ""},
	{func() any { return new(runtime.Policy) }, fullPolicy, "", ""},
	{func() any { return new(runtime.FilePolicy) }, `{"version":1,"read":["a"],"write":["b"],"deny":["c"]}`, "", ""},
	{func() any { return new(runtime.NetworkPolicy) }, `{"version":1,"allow":["a"],"deny":["b"],"allow_private":true}`, "", ""},
	{func() any { return new(runtime.ProgressEvent) }, `{"version":1,"call_id":"1","tool":"a","message":"m","percent":50,"audience":"user"}`, "percent", ""},
	{func() any { return new(runtime.Snapshot) }, fullSnapshot, "", ""},
}

// A text with a damaged member is an error, and the value does not change.
func TestDamagedMembers(t *testing.T) {
	for _, form := range forms {
		if got := encodings(t, read(t, form.make(), form.text))[0]; got != form.text {
			t.Errorf("%T: %s is written as %s", form.make(), form.text, got)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(form.text), &members); err != nil {
			t.Fatal(err)
		}
		for name, value := range members {
			full := `"` + name + `":` + string(value)
			for _, d := range damages(name, value) {
				text := strings.Replace(form.text, full, d.member, 1)
				allowed := name == form.free && strings.HasPrefix(d.member, `"`+name+`":`) && d.reason != "twice"
				checkRefused(t, form.make(), form.text, text, name+" is "+d.reason, allowed)
			}
			without := strings.Replace(strings.Replace(form.text, ","+full, "", 1), full+",", "", 1)
			checkRefused(t, form.make(), form.text, without, name+" is missing", slices.Contains(strings.Fields(form.optional), name))
		}
		for _, text := range []string{"", "{}", "null", "[]", `"*"`, "0", form.text + form.text, strings.Replace(form.text, "{", `{"new":1,`, 1)} {
			checkRefused(t, form.make(), form.text, text, "another text", false)
		}
		for i := range form.text {
			checkRefused(t, form.make(), form.text, form.text[:i], "cut off", false)
		}
		if newer := strings.Replace(form.text, `"version":1`, `"version":2`, 1); newer != form.text {
			checkRefused(t, form.make(), form.text, newer, "of another version", false)
			err := json.Unmarshal([]byte(newer), form.make())
			if found, ok := errors.AsType[*runtime.FormError](err); !ok || found.Problem != runtime.FormVersion || found.Found != 2 || found.Want != 1 {
				t.Errorf("%T: the error of another version is %#v", form.make(), err)
			}
		}
	}
}

// read reads the text into the value.
func read(t *testing.T, value any, text string) any {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatalf("%T: %v\n%s", value, err, text)
	}
	return value
}

// checkRefused reads a damaged text into a value that was read from the
// undamaged one.
func checkRefused(t *testing.T, value any, full, damaged, reason string, allowed bool) {
	t.Helper()
	read(t, value, full)
	err := value.(json.Unmarshaler).UnmarshalJSON([]byte(damaged))
	if allowed {
		if err != nil {
			t.Errorf("%T: %s: %v\n%s", value, reason, err, damaged)
		}
		return
	}
	if _, ok := errors.AsType[*runtime.FormError](err); !ok {
		t.Errorf("%T: %s: the error is %v\n%s", value, reason, err, damaged)
	}
	if now := encodings(t, value)[0]; now != full {
		t.Errorf("%T: %s: the value changed to %s", value, reason, now)
	}
}

func TestProgressFormIsCorrected(t *testing.T) {
	for _, c := range []struct {
		reason string
		event  runtime.ProgressEvent
		want   string
	}{
		{"the zero event", runtime.ProgressEvent{}, `{"version":1,"call_id":"","tool":"","message":"","audience":"internal"}`},
		{"not a number", runtime.ProgressEvent{Percent: new(math.NaN())}, `{"version":1,"call_id":"","tool":"","message":"","audience":"internal"}`},
		{"more than 100 percent", runtime.ProgressEvent{Percent: new(math.Inf(1))}, `{"version":1,"call_id":"","tool":"","message":"","percent":100,"audience":"internal"}`},
		{"another audience", runtime.ProgressEvent{Audience: "everyone"}, `{"version":1,"call_id":"","tool":"","message":"","audience":"internal"}`},
	} {
		if got := encodings(t, c.event)[0]; got != c.want {
			t.Errorf("%s: got %s, want %s", c.reason, got, c.want)
		}
	}
	got := read(t, new(runtime.ProgressEvent), `{"version":1,"call_id":"","tool":"","message":"","percent":-1,"audience":"everyone"}`).(*runtime.ProgressEvent)
	if *got.Percent != 0 || got.Audience != runtime.AudienceInternal {
		t.Errorf("read %v%% for %s", *got.Percent, got.Audience)
	}
}
