package decode

// Each format of JSON Schema that is checked is an empty type with a method, a
// [Check], so that a program links only the formats that its types use.

// Formats returns a new map with all checks of formats, by their names in JSON
// Schema. It is for generators and for programs that read schemas, because a
// program that calls it links all formats.
func Formats() map[string]Check {
	return map[string]Check{
		"date-time": DateTime{},
		"date":      Date{},
		"time":      TimeOfDay{},
		"duration":  ISODuration{},
		"email":     Email{},
		"hostname":  Hostname{},
		"ipv4":      IPv4{},
		"ipv6":      IPv6{},
		"uri":       URI{},
		"uuid":      UUID{},
	}
}

// DateTime is the format date-time of RFC 3339, including leap seconds and the
// lower-case letters t and z.
type DateTime struct{}

// Date is the format date, such as 2006-01-02.
type Date struct{}

// TimeOfDay is the format time: a time with an offset, such as 15:04:05Z.
type TimeOfDay struct{}

// ISODuration is the format duration of RFC 3339, which is from ISO 8601, such as
// P1DT12H.
type ISODuration struct{}

// Email is the format email: a mailbox of RFC 5321. Its domain may be an IP address
// in brackets.
type Email struct{}

// Hostname is the format hostname of RFC 1123, in ASCII. It may end with a dot.
type Hostname struct{}

// IPv4 is the format ipv4: an address of four decimal numbers.
type IPv4 struct{}

// IPv6 is the format ipv6: an address without a zone.
type IPv6 struct{}

// URI is the format uri: an absolute URI that net/url accepts.
type URI struct{}

// UUID is the format uuid: a UUID of any version, with hyphens.
type UUID struct{}

// Check implements [Check].
func (DateTime) Check(text string) (want string, ok bool) {
	return `be a date and time such as "2006-01-02T15:04:05Z"`, isDateTime(text)
}

// Check implements [Check].
func (Date) Check(text string) (want string, ok bool) {
	return `be a date such as "2006-01-02"`, isDate(text)
}

// Check implements [Check].
func (TimeOfDay) Check(text string) (want string, ok bool) {
	return `be a time with an offset such as "15:04:05Z" or "15:04:05+01:00"`, isTimeOfDay(text)
}

// Check implements [Check].
func (ISODuration) Check(text string) (want string, ok bool) {
	return `be a duration such as "P3DT12H" or "PT15M"`, isISODuration(text)
}

// Check implements [Check].
func (Email) Check(text string) (want string, ok bool) {
	return `be an email address such as "name@example.com"`, isEmail(text)
}

// Check implements [Check].
func (Hostname) Check(text string) (want string, ok bool) {
	return `be a host name such as "www.example.com"`, isHostname(text)
}

// Check implements [Check].
func (IPv4) Check(text string) (want string, ok bool) {
	return `be an IPv4 address such as "192.0.2.1"`, isIPv4(text)
}

// Check implements [Check].
func (IPv6) Check(text string) (want string, ok bool) {
	return `be an IPv6 address such as "2001:db8::1"`, isIPv6(text)
}

// Check implements [Check].
func (URI) Check(text string) (want string, ok bool) {
	return `be a URI with a scheme such as "https://example.com/path"`, isURI(text)
}

// Check implements [Check].
func (UUID) Check(text string) (want string, ok bool) {
	return `be a UUID such as "123e4567-e89b-12d3-a456-426614174000"`, isUUID(text)
}

// isUUID accepts groups of 8, 4, 4, 4 and 12 hexadecimal digits.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen && s[i] != '-' || !hyphen && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c-'0' <= 9 }

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

func isHex(c byte) bool { return isDigit(c) || c|0x20-'a' < 6 }

// every reports whether the function is true for all bytes of a text.
func every(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}
