package clock

import (
	_ "embed"
	"slices"
	"strings"
)

// zones are the names of all IANA time zones, including old names, one on each line, sorted. A name must be in
// this list, so that no name is used as a path into the directory of zones, and every machine knows the same
// names. A test compares the list with the zones in the Go distribution, from which generate.go makes it.
//
//go:embed zones.txt
var zones string

// abbreviations are names that models use instead of zones. If several zones have the same abbreviation, the
// zone with the most people is used.
var abbreviations = map[string]string{
	"AEDT": "Australia/Sydney", "AEST": "Australia/Sydney", "AKST": "America/Anchorage", "BST": "Europe/London", "CDT": "America/Chicago",
	"CEST": "Europe/Berlin", "CST": "America/Chicago", "EDT": "America/New_York", "EEST": "Europe/Athens", "IST": "Asia/Kolkata",
	"JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MDT": "America/Denver", "MSK": "Europe/Moscow", "NZDT": "Pacific/Auckland",
	"NZST": "Pacific/Auckland", "PDT": "America/Los_Angeles", "PST": "America/Los_Angeles", "SGT": "Asia/Singapore", "Z": "UTC",
}

// isZone reports whether a time zone has exactly that name.
func isZone(name string) bool {
	_, found := slices.BinarySearch(strings.Split(strings.TrimSpace(zones), "\n"), name)
	return found
}

// nearest returns the zone that a name probably means: in another case, with spaces, only its city, or an
// abbreviation. It returns the empty string if there is none.
func nearest(name string) string {
	if zone, ok := abbreviations[strings.ToUpper(name)]; ok {
		return zone
	}
	normalized := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	byCity := ""
	for zone := range strings.Lines(zones) {
		zone = strings.TrimSuffix(zone, "\n")
		if strings.EqualFold(zone, normalized) {
			return zone
		}
		if byCity == "" && strings.EqualFold(lastSegment(zone), lastSegment(normalized)) {
			byCity = zone
		}
	}
	return byCity
}

func lastSegment(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
