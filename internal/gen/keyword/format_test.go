package keyword_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/runtime/decode"
)

func hasFormat(check decode.Check, value string) bool {
	_, ok := check.Check(value)
	return ok
}

// TestFormats has values of every format, and near misses.
func TestFormats(t *testing.T) {
	tests := map[string]struct{ valid, invalid []string }{
		"date-time": {[]string{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456789-07:00"}, []string{"2026-01-02", "2026-13-02T03:04:05Z", "2026-01-02T03:04:05"}},
		"date":      {[]string{"2024-02-29"}, []string{"2025-02-29", "2025-2-1", ""}},
		"time":      {[]string{"03:04:05Z", "23:59:59.5+01:00"}, []string{"03:04:05", "24:00:00Z", "3:04"}},
		"duration":  {[]string{"P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W"}, []string{"P", "PT", "P1DT", "1m30s", "P1H"}},
		"email":     {[]string{"a@example.com"}, []string{"a", "A <a@example.com>", "a@", "@b"}},
		"hostname":  {[]string{"example.com", "a", "1-2.x"}, []string{"", "-a", "a..b", "a_b", strings.Repeat("a", 64), strings.Repeat("a.", 130) + "a"}},
		"ipv4":      {[]string{"192.0.2.1"}, []string{"192.0.2", "192.0.2.01", "::1", "192.0.2.256"}},
		"ipv6":      {[]string{"::1", "2001:db8::", "::ffff:192.0.2.1"}, []string{"192.0.2.1", "::1%eth0", ":::"}},
		"uri":       {[]string{"https://example.com/a?b#c", "urn:isbn:1"}, []string{"/a", "", "a b:c"}},
		"uuid":      {[]string{"123e4567-e89b-12d3-a456-426614174000"}, []string{"123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}"}},
	}
	checks := decode.Formats()
	if got := keyword.FormatNames(); !slices.Equal(got, slices.Sorted(maps.Keys(tests))) || len(got) != len(checks) {
		t.Errorf("formats %v, and %d in the decoder", got, len(checks))
	}
	for name, test := range tests {
		if check := checks[name]; keyword.FormatType(check) != reflect.TypeOf(check).Name() {
			t.Errorf("%s: the type of the check is %s", name, keyword.FormatType(check))
		}
		for _, value := range test.valid {
			if !hasFormat(checks[name], value) {
				t.Errorf("%s: %q is refused", name, value)
			}
		}
		for _, value := range test.invalid {
			if hasFormat(checks[name], value) {
				t.Errorf("%s: %q is accepted", name, value)
			}
		}
	}
}
