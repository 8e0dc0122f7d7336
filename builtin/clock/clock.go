// Package clock tells the time: a model has no clock, and guesses badly at
// dates, weekdays and daylight saving time.
//
// The name of a time zone flows in, the moment in that zone flows out. The
// zones and their rules are linked into the program (time/tzdata), for machines
// and images that have none; where the machine has its own, those hold. The
// tool needs no capability, and is safe for concurrent use.
package clock

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // a static binary may run where there are no zones

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// NowArgs says for where.
type NowArgs struct {
	// The IANA time zone, such as "Europe/Berlin" or "America/New_York".
	Timezone string `json:"timezone,omitzero" jsonschema:"minLength=1,maxLength=64,default=UTC"`
}

// Moment is a moment in a time zone.
type Moment struct {
	// Time is in RFC 3339, to the second, with the zone's offset.
	Time string `json:"time"`
	// Weekday is the English name, such as "Saturday".
	Weekday string `json:"weekday"`
	// Week is the ISO 8601 week, such as "2026-W47".
	Week string `json:"week"`
	// Timezone is the IANA name.
	Timezone string `json:"timezone"`
	// Abbreviation is what the zone calls itself at this moment, such as "CET"; a
	// zone without such a name has its offset here.
	Abbreviation string `json:"abbreviation"`
	// Offset is the distance from UTC, such as "+01:00".
	Offset string `json:"utc_offset"`
	// DaylightSaving says that the zone's clocks are changed for the summer at this moment.
	DaylightSaving bool `json:"daylight_saving"`
	// Unix counts seconds since 1970 in UTC.
	Unix int64 `json:"unix"`
}

// Now tells the current date, time, weekday and ISO week in a time zone, daylight saving time included.
//
//tool:register current_time
//tool:title Current time
//tool:toolset clock
//tool:read-only
//tool:concurrent
//tool:max-result-chars 200
//tool:example {"timezone": "Europe/Berlin"}
//tool:example {}
func Now(args NowArgs) (Moment, error) {
	zone, err := load(cmp.Or(args.Timezone, "UTC"))
	if err != nil {
		return Moment{}, err
	}
	return at(time.Now().In(zone)), nil
}

// at describes a moment in its own zone.
func at(t time.Time) Moment {
	year, week := t.ISOWeek()
	abbreviation, _ := t.Zone()
	return Moment{
		Time: t.Format(time.RFC3339), Weekday: t.Weekday().String(), Week: fmt.Sprintf("%d-W%02d", year, week),
		Timezone: t.Location().String(), Abbreviation: abbreviation, Offset: t.Format("-07:00"),
		DaylightSaving: t.IsDST(), Unix: t.Unix(),
	}
}

// String is one line, such as
// "2026-11-21T22:38:50+01:00 (Saturday, 2026-W47, Europe/Berlin, CET, UTC+01:00)".
func (m Moment) String() string {
	words := []string{m.Weekday, m.Week, m.Timezone}
	if named := strings.Trim(m.Abbreviation, "+-0123456789") != ""; named && m.Abbreviation != m.Timezone {
		words = append(words, m.Abbreviation)
	}
	if m.Timezone != "UTC" {
		words = append(words, "UTC"+m.Offset)
	}
	return m.Time + " (" + strings.Join(words, ", ") + ")"
}

// load is the zone of that name. The machine's own zone ("Local") is none of the
// model's business, and has no name to give back.
func load(name string) (*time.Location, error) {
	if !known(name) {
		return nil, unknown(name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, texts.Failed("", "timezone", "the rules of the time zone %s cannot be read on this machine", name)
	}
	return zone, nil
}

func unknown(name string) error {
	advice := `give one such as "Europe/Berlin", or "UTC"`
	if meant := nearest(name); meant != "" {
		advice = fmt.Sprintf("did you mean %q?", meant)
	}
	return texts.Error(runtime.InputInvalid, ReasonUnknownZone, "timezone", "%q is no IANA time zone; %s", name, advice)
}

// ReasonUnknownZone is the reason of a failure for a name that no time zone
// has.
const ReasonUnknownZone = "UNKNOWN_ZONE"
