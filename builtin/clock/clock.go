// Package clock tells models the time, because they have no clock and often get dates, weekdays and daylight
// saving time wrong.
//
// The input is the name of a time zone, the output is the current moment in that zone. The zones and their
// rules are parts of the program, for machines that have none; a machine's own rules take precedence. The tool needs no capability and is safe for concurrent use.
package clock

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// NowArgs are the arguments of current_time.
type NowArgs struct {
	// Such as "Europe/Berlin".
	Timezone string `json:"timezone,omitzero" jsonschema:"minLength=1,maxLength=64,default=UTC" tool:"alias=tz,alias=time_zone,alias=zone"`
}

// Moment is a moment in a time zone.
type Moment struct {
	// Time is the time in RFC 3339, in seconds, with the offset of the zone.
	Time string `json:"time"`
	// Weekday is the English name of the day, such as "Saturday".
	Weekday string `json:"weekday"`
	// Week is the ISO 8601 week, such as "2026-W47".
	Week string `json:"week"`
	// Timezone is the IANA name of the zone.
	Timezone string `json:"timezone"`
	// Abbreviation is the abbreviation of the zone at this moment, such as "CET", or its offset if it
	// has none.
	Abbreviation string `json:"abbreviation"`
	// Offset is the offset from UTC, such as "+01:00".
	Offset string `json:"utc_offset"`
	// DaylightSaving says whether daylight saving time is in force.
	DaylightSaving bool `json:"daylight_saving"`
	// Unix is the number of seconds since 1970 in UTC.
	Unix int64 `json:"unix"`
}

// Now returns the current date, time, weekday and ISO week in a time zone.
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
	return momentOf(time.Now().In(zone)), nil
}

// momentOf describes a moment in its own zone.
func momentOf(t time.Time) Moment {
	year, week := t.ISOWeek()
	abbreviation, _ := t.Zone()
	return Moment{
		Time: t.Format(time.RFC3339), Weekday: t.Weekday().String(), Week: fmt.Sprintf("%d-W%02d", year, week),
		Timezone: t.Location().String(), Abbreviation: abbreviation, Offset: t.Format("-07:00"),
		DaylightSaving: t.IsDST(), Unix: t.Unix(),
	}
}

// String returns one line, such as
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

// load returns the zone with that name. The name "Local" is unknown: the model must not see the zone of the
// machine.
func load(name string) (*time.Location, error) {
	if !isZone(name) {
		return nil, unknownError(name)
	}
	zone, err := loadLocation(name)
	if err != nil {
		return nil, texts.Failure("", "timezone", "the rules of the time zone %s cannot be read on this machine", name)
	}
	return zone, nil
}

// unknownError returns the error of an unknown name, with a suggestion.
func unknownError(name string) error {
	advice := `give one such as "Europe/Berlin", or "UTC"`
	if zone := nearest(name); zone != "" {
		advice = fmt.Sprintf("did you mean %q?", zone)
	}
	return texts.Error(runtime.InputInvalid, ReasonUnknownZone, "timezone", "%q is not an IANA time zone; %s", name, advice)
}

// ReasonUnknownZone is the reason of a failure for a name that is not a time zone.
const ReasonUnknownZone = "UNKNOWN_ZONE"
