package clock_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func ask(t *testing.T, timezone string) runtime.Result {
	t.Helper()
	return toolstest.Call(t, clock.Tools()[0], map[string]string{"timezone": timezone}, nil).Result
}

// TestCurrentTime describes moments near the clock changes of several zones.
func TestCurrentTime(t *testing.T) {
	tests := []struct{ reason, utc, zone, want string }{
		{"a day in winter", "2026-11-21T21:38:50Z", "Europe/Berlin", "2026-11-21T22:38:50+01:00 (Saturday, 2026-W47, Europe/Berlin, CET, UTC+01:00)"},
		{"UTC is named once", "2026-11-21T21:38:50Z", "UTC", "2026-11-21T21:38:50Z (Saturday, 2026-W47, UTC)"},
		{"the last second of winter", "2026-03-29T00:59:59Z", "Europe/Berlin", "2026-03-29T01:59:59+01:00 (Sunday, 2026-W13, Europe/Berlin, CET, UTC+01:00)"},
		{"the hour that does not exist", "2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29T03:00:00+02:00 (Sunday, 2026-W13, Europe/Berlin, CEST, UTC+02:00)"},
		{"the repeated hour, first", "2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25T02:30:00+02:00 (Sunday, 2026-W43, Europe/Berlin, CEST, UTC+02:00)"},
		{"the repeated hour, second", "2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T02:30:00+01:00 (Sunday, 2026-W43, Europe/Berlin, CET, UTC+01:00)"},
		{"before the change in America", "2026-03-08T06:59:59Z", "America/New_York", "2026-03-08T01:59:59-05:00 (Sunday, 2026-W10, America/New_York, EST, UTC-05:00)"},
		{"after the change in America", "2026-03-08T07:00:00Z", "America/New_York", "2026-03-08T03:00:00-04:00 (Sunday, 2026-W10, America/New_York, EDT, UTC-04:00)"},
		{"summer in the south is in January", "2027-01-15T00:00:00Z", "Australia/Sydney", "2027-01-15T11:00:00+11:00 (Friday, 2027-W02, Australia/Sydney, AEDT, UTC+11:00)"},
		{"a change of half an hour", "2026-04-04T15:00:00Z", "Australia/Lord_Howe", "2026-04-05T01:30:00+10:30 (Sunday, 2026-W14, Australia/Lord_Howe, UTC+10:30)"},
		{"an offset of three quarters, in a zone without an abbreviation", "2026-06-01T00:00:00Z", "Asia/Kathmandu", "2026-06-01T05:45:00+05:45 (Monday, 2026-W23, Asia/Kathmandu, UTC+05:45)"},
		{"another day than in UTC", "2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01T00:00:00+14:00 (Friday, 2026-W53, Pacific/Kiritimati, UTC+14:00)"},
		{"the week of the year before", "2027-01-03T12:00:00Z", "Etc/UTC", "2027-01-03T12:00:00Z (Sunday, 2026-W53, Etc/UTC, UTC, UTC+00:00)"},
		{"an old name", "2026-07-01T00:00:00Z", "Asia/Calcutta", "2026-07-01T05:30:00+05:30 (Wednesday, 2026-W27, Asia/Calcutta, IST, UTC+05:30)"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			toolstest.WithClock(t, func(t *testing.T, c *toolstest.Clock) {
				c.Advance(time.Until(moment(t, test.utc)))
				if got := ask(t, test.zone); !got.OK || got.Value != test.want {
					t.Errorf("%q, %s; want %q", got.Value, got.Error, test.want)
				}
			})
		})
	}
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestStructured(t *testing.T) {
	toolstest.WithClock(t, func(t *testing.T, c *toolstest.Clock) {
		c.Advance(time.Until(moment(t, "2026-07-05T12:00:00Z")))
		var got clock.Moment
		if err := json.Unmarshal(ask(t, "Europe/London").Structured, &got); err != nil {
			t.Fatal(err)
		}
		want := clock.Moment{
			Time: "2026-07-05T13:00:00+01:00", Weekday: "Sunday", Week: "2026-W27", Timezone: "Europe/London",
			Abbreviation: "BST", Offset: "+01:00", DaylightSaving: true, Unix: 1783252800,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestUnknownZone(t *testing.T) {
	tests := []struct{ reason, zone, meant string }{
		{"another case", "europe/berlin", "Europe/Berlin"},
		{"only the city", "berlin", "Europe/Berlin"},
		{"a city of two words", "new york", "America/New_York"},
		{"white space around it", " Asia/Tokyo ", "Asia/Tokyo"},
		{"the wrong continent, one that has no such city", "Africa/Madrid", "Europe/Madrid"},
		{"an abbreviation", "PST", "America/Los_Angeles"},
		{"an offset", "UTC+2", ""},
		{"nothing like a zone", "Middle/Earth", ""},
		{"only white space", " ", ""},
		{"the machine's own zone", "Local", ""},
		{"a path out of the directory", "../../etc/passwd", ""},
		{"an absolute path", "/etc/localtime", ""},
		{"a file among the zones", "leapseconds", ""},
		{"zones that count leap seconds", "right/Europe/Berlin", "Europe/Berlin"},
		{"two zones", "UTC\nCET", ""},
		{"a NUL character", "UTC\x00", ""},
		{"a name of the maximum length", strings.Repeat("é", 64), ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got := ask(t, test.zone)
			if got.OK || got.Code != runtime.InputInvalid || got.Field != "timezone" || got.Reason != clock.ReasonUnknownZone {
				t.Fatalf("%+v", got)
			}
			if meant := strings.Contains(got.Error, "did you mean"); meant != (test.meant != "") || !strings.Contains(got.Error, test.meant) {
				t.Errorf("%q, want %q suggested", got.Error, test.meant)
			}
			if utf8.RuneCountInString(got.Error) > 200 {
				t.Errorf("%d characters: %s", utf8.RuneCountInString(got.Error), got.Error)
			}
		})
	}
}

// TestZones checks that every zone of the list can be loaded, also on a machine without zones, and that the
// list is that of the Go release.
func TestZones(t *testing.T) {
	listed, err := os.ReadFile("zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	zones := strings.Fields(string(listed))
	if !slices.IsSorted(zones) {
		t.Error("zones.txt is not sorted")
	}
	for _, zone := range zones {
		if got := ask(t, zone); !got.OK || utf8.RuneCountInString(got.Value) > 200 {
			t.Errorf("%s: %q %s", zone, got.Value, got.Error)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("there is no go command to compare with")
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("this Go comes without its archive of zones")
	}
	defer archive.Close()
	var want []string
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, "/") {
			want = append(want, file.Name)
			if slices.Contains(zones, file.Name) {
				compareRules(t, file)
			}
		}
	}
	slices.Sort(want)
	for _, zone := range zones {
		if !slices.Contains(want, zone) {
			t.Errorf("%s is no longer a zone of Go", zone)
		}
	}
	if missing := len(want) - len(zones); missing > 0 {
		t.Logf("this Go has %d newer zones", missing) // a later release is no reason to fail
	}
}

// compareRules compares the rules of the program with those of a file of the Go distribution, in years whose rules are known.
func compareRules(t *testing.T, file *zip.File) {
	t.Helper()
	opened, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	theirs, err := io.ReadAll(opened)
	if err != nil {
		t.Fatal(err)
	}
	own, err := clock.RulesOf(file.Name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := time.LoadLocationFromTZData(file.Name, theirs)
	if err != nil {
		t.Fatal(err)
	}
	got, err := time.LoadLocationFromTZData(file.Name, own)
	if err != nil {
		t.Fatalf("%s: %v", file.Name, err)
	}
	for at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2024; at = at.AddDate(0, 0, 45) {
		if at.In(got).Format(time.RFC1123Z) != at.In(want).Format(time.RFC1123Z) {
			t.Errorf("%s at %v: %v, want %v", file.Name, at, at.In(got), at.In(want))
		}
	}
}

func TestContract(t *testing.T) {
	err := toolstest.CheckTool(clock.Tools()[0], &toolstest.ToolOptions{
		Calls:   []string{`{"timezone":"Pacific/Auckland"}`},
		Invalid: []string{`{"timezone":""}`, `{"timezone":5}`, `{"timezone":"` + strings.Repeat("x", 65) + `"}`},
	})
	if err != nil {
		t.Error(err)
	}
}

// FuzzCurrentTime checks that, for every name, the result is a moment or an error about the argument.
func FuzzCurrentTime(f *testing.F) {
	for _, seed := range []string{"UTC", "Europe/Berlin", "berlin", "../x", "Local", "", "a/b/c/", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, zone string) {
		now, err := clock.Now(clock.NowArgs{Timezone: zone})
		if err == nil && zone != "" && now.Timezone != zone {
			t.Errorf("%q became %+v", zone, now)
		}
	})
}

func ExampleNow() {
	now, err := clock.Now(clock.NowArgs{Timezone: "Europe/Berlin"})
	fmt.Println(now.Timezone, err)
	_, err = clock.Now(clock.NowArgs{Timezone: "berlin"})
	fmt.Println(err)
	// Output:
	// Europe/Berlin <nil>
	// "berlin" is not an IANA time zone; did you mean "Europe/Berlin"?
}
