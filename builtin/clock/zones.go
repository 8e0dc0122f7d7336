package clock

import (
	_ "embed"
	"slices"
	"strings"
)

// zones are the names of all IANA time zones, links for old names included, a
// line each, sorted. Names are looked up here and nowhere else, so that no name
// is a path into the directory of zones, and every machine knows the same.
// A test compares them with those that Go comes with.
//
//go:embed zones.txt
var zones string

// abbreviations are no zones, but models take them for some. Where several
// zones share one, the most populous is meant.
var abbreviations = map[string]string{
	"AEDT": "Australia/Sydney", "AEST": "Australia/Sydney", "AKST": "America/Anchorage", "BST": "Europe/London", "CDT": "America/Chicago",
	"CEST": "Europe/Berlin", "CST": "America/Chicago", "EDT": "America/New_York", "EEST": "Europe/Athens", "IST": "Asia/Kolkata",
	"JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MDT": "America/Denver", "MSK": "Europe/Moscow", "NZDT": "Pacific/Auckland",
	"NZST": "Pacific/Auckland", "PDT": "America/Los_Angeles", "PST": "America/Los_Angeles", "SGT": "Asia/Singapore", "Z": "UTC",
}

// known reports whether a time zone has exactly that name.
func known(name string) bool {
	_, found := slices.BinarySearch(strings.Split(strings.TrimSpace(zones), "\n"), name)
	return found
}

// nearest is the zone that was probably meant, in another case, with spaces, by
// its city alone, or by an abbreviation; empty for none.
func nearest(name string) string {
	if zone, ok := abbreviations[strings.ToUpper(name)]; ok {
		return zone
	}
	written := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	byCity := ""
	for zone := range strings.Lines(zones) {
		zone = strings.TrimSuffix(zone, "\n")
		if strings.EqualFold(zone, written) {
			return zone
		}
		if byCity == "" && strings.EqualFold(lastSegment(zone), lastSegment(written)) {
			byCity = zone
		}
	}
	return byCity
}

func lastSegment(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
