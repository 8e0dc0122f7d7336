package decode_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/decode"
)

var formats = []struct {
	name  string
	check decode.Check
	// quirk reports whether the other validator can accept a text that the standard of
	// the format forbids.
	quirk func(text string) bool
	good  []string
	bad   []string
}{
	{"date-time", decode.DateTime{}, hasSign,
		[]string{"2006-01-02T15:04:05Z", "2006-01-02t15:04:05z", "2024-02-29T23:59:60Z", "2006-01-02T00:29:60.5+00:30", "2006-01-02T15:04:05.123456789-23:59"},
		[]string{"", "2006-01-02", "2006-01-02T15:04:05", "2023-02-29T00:00:00Z", "2006-01-02 15:04:05Z", "2006-01-02T24:00:00Z", "2006-01-02T15:04:60Z", "2006-01-02T15:04:05.Z", "2006-01-02T15:04:05,5Z", "2006-01-02T15:04:05+24:00", "2006-01-02T15:04:05Z "}},
	{"date", decode.Date{}, noQuirk,
		[]string{"2006-01-02", "0000-01-01", "2024-02-29"},
		[]string{"", "2023-02-29", "2006-1-2", "2006-13-01", "2006-01-02Z", "06-01-02"}},
	{"time", decode.TimeOfDay{}, hasSign,
		[]string{"15:04:05Z", "15:04:05.5+01:00", "23:59:60Z", "00:59:60+01:00", "22:59:60-01:00", "00:00:00z"},
		[]string{"", "15:04:05", "15:04Z", "15:04:60Z", "15:04:05+1:00", "15:04:05+01", "15:04:05.Z", "1:04:05Z", "15:04:05+0100"}},
	{"duration", decode.ISODuration{}, noQuirk,
		[]string{"P1Y", "P3DT12H", "PT15M", "P2W", "P1Y2M3DT4H5M6S", "PT0S"},
		[]string{"", "P", "PT", "P1", "1Y", "P1YT", "P1D1Y", "PT1D", "P1W2D", "P1.5D", "PT1H1H", "P1DT1HT1M", "p1y", "PW"}},
	{"email", decode.Email{}, func(s string) bool { return strings.HasPrefix(s, "@") || hasSign(s) },
		[]string{"name@example.com", "a.b+c@d", `"a b"@c`, "a@[192.0.2.1]", "a@[IPv6:::1]", "a@b.", strings.Repeat("a", 64) + "@b"},
		[]string{"", "name", "@b", ".a@b", "a.@b", "a..b@c", "a b@c", "a@", "a@-b", "a@[b]", "a@[IPv6:1.2.3.4]", `"a"b"@c`, strings.Repeat("a", 65) + "@b", "a@" + strings.Repeat("b.", 127), "é@b"}},
	{"hostname", decode.Hostname{}, noQuirk,
		[]string{"a", "www.example.com", "example.com.", "1a", "a--b", strings.Repeat("a", 63)},
		[]string{"", ".", "a..b", "-a", "a-", "a_b", "é", strings.Repeat("a", 64), strings.Repeat("a.", 127) + "a"}},
	{"ipv4", decode.IPv4{}, hasSign,
		[]string{"0.0.0.0", "255.255.255.255", "192.0.2.1"},
		[]string{"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.", "1.2.3.4 ", "1.2.3.0x4"}},
	{"ipv6", decode.IPv6{}, noQuirk,
		[]string{"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7::"},
		[]string{"", ":", ":::", "1", "1.2.3.4", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8::", "1::2::3", "12345::", "::1%eth0", "::1.2.3.4:5", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4", "g::", ":1", "1:"}},
	{"uri", decode.URI{}, noQuirk,
		[]string{"https://example.com/path?q=1#top", "mailto:a@b", "urn:isbn:1", "http://[::1]:80/", "http://u:p@h:1", "file:///x", "a:", "http://", "http://%C3%A9/", "http://a/b c", "http://h:", "x://a\"b"},
		[]string{"", "/path", "example.com", "http://[::1", "http://[::1%25eth0]/", "http://a:b/", "http://a:1:2/", "http://a%zz", "http://h/%z", "http://h#%", "1a:b", "://x", "http://a b/", "http://h\x7f", "http://[1.2.3.4]/", "http://a[b]/", "http://a%41/", "http://a\\b@c", "*"}},
	{"uuid", decode.UUID{}, noQuirk,
		[]string{"123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000", "ABCDEFAB-CDEF-ABCD-EFAB-CDEFABCDEFAB"},
		[]string{"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a456-42661417400g", "{23e4567-e89b-12d3-a456-426614174000"}},
}

// noQuirk returns false. It is the quirk of formats that both validators check
// in the same way.
func noQuirk(string) bool { return false }

// hasSign reports whether a text has a sign: the other validator accepts signs in
// the numbers of times and addresses.
func hasSign(text string) bool { return strings.ContainsAny(text, "+-") }

// reference returns the check of the format by the other validator.
func reference(t testing.TB, name string) func(text string) bool {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("x.json", map[string]any{"format": name}); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("x.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) bool { return schema.Validate(text) == nil }
}

func TestFormats(t *testing.T) {
	if all := decode.Formats(); len(all) != len(formats) {
		t.Errorf("%d formats, and %d of them are tested", len(all), len(formats))
	}
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			if named := decode.Formats()[f.name]; named != f.check {
				t.Errorf("the check of this name is %T, not %T", named, f.check)
			}
			other := reference(t, f.name)
			check := func(texts []string, want bool) {
				for _, text := range texts {
					if words, ok := f.check.Check(text); ok != want || !strings.HasPrefix(words, "be a") {
						t.Errorf("%q: %v, %s", text, ok, words)
					}
					if other(text) != want && !f.quirk(text) {
						t.Errorf("%q: the other validator says %v", text, !want)
					}
				}
			}
			check(f.good, true)
			check(f.bad, false)
		})
	}
}

// FuzzFormats checks that the formats accept the same texts as an independent
// validator. They may refuse the texts of its quirks.
func FuzzFormats(f *testing.F) {
	others := make([]func(string) bool, len(formats))
	for n, format := range formats {
		others[n] = reference(f, format.name)
		for _, text := range append(format.good, format.bad...) {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for n, format := range formats {
			_, ok := format.check.Check(text)
			other := others[n](text)
			if ok != other && (ok || !format.quirk(text)) {
				t.Errorf("%s: %q: %v, the other validator %v", format.name, text, ok, other)
			}
		}
	})
}

// TestFormatVariations changes each known text at each position.
func TestFormatVariations(t *testing.T) {
	const letters = "0159afzAFZ:.-+/%[]@ \"\\#?TtPYMDWHS\x00\x7fé~_"
	for _, f := range formats {
		other := reference(t, f.name)
		check := func(text string) {
			_, ok := f.check.Check(text)
			if want := other(text); ok != want && (ok || !f.quirk(text)) {
				t.Errorf("%s: %q: %v, the other validator %v", f.name, text, ok, want)
			}
		}
		for _, text := range append(f.good, f.bad...) {
			if len(text) > 60 {
				continue
			}
			for i := range len(text) + 1 {
				check(text[:i])
				check(text[i:])
				for _, letter := range letters {
					check(text[:i] + string(letter) + text[i:])
					if i < len(text) {
						check(text[:i] + string(letter) + text[i+1:])
					}
				}
			}
		}
	}
}
