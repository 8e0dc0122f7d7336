package hosts

import (
	"strconv"
	"strings"
)

// canonicalAddress returns the canonical spelling of an IP address in small letters: an IPv4 address with four
// numbers, also for an IPv4-mapped IPv6 address, or an IPv6 address with eight groups. ok is false if the text is not
// an address that [net/netip.ParseAddr] accepts. This package does not import net/netip, because its initialization
// starts a goroutine, in every program that has the package runtime.
func canonicalAddress(text string) (address string, ok bool) {
	if len(parseIPv4(nil, text)) > 0 {
		return text, true
	}
	text, zone, hasZone := strings.Cut(text, "%")
	groups := parseIPv6(text)
	if groups == nil || hasZone && zone == "" {
		return "", false
	}
	if isMapped(groups) {
		return joinNumbers(".", 10, groups[6]>>8, groups[6]&0xFF, groups[7]>>8, groups[7]&0xFF), true
	}
	address = joinNumbers(":", 16, groups...)
	if hasZone {
		address += "%" + zone
	}
	return address, true
}

// parseIPv4 appends an IPv4 address in two groups. It returns nil if the text is not an IPv4 address.
func parseIPv4(groups []uint16, text string) []uint16 {
	var value uint16
	for n := range 4 {
		part, rest, more := strings.Cut(text, ".")
		number, err := strconv.ParseUint(part, 10, 8)
		if err != nil || strconv.Itoa(int(number)) != part || more != (n < 3) {
			return nil
		}
		if text, value = rest, value<<8|uint16(number); n%2 == 1 {
			groups = append(groups, value)
		}
	}
	return groups
}

// parseIPv6 returns the eight groups of an IPv6 address without a zone; nil if the text is not such an address.
func parseIPv6(text string) []uint16 {
	head, tail, isShort := strings.Cut(text, "::")
	before, beforeOK := parseGroups(head, !isShort)
	after, afterOK := parseGroups(tail, true)
	missing := 8 - len(before) - len(after)
	if !beforeOK || !afterOK || isShort != (missing > 0) || missing < 0 {
		return nil
	}
	return append(append(before, make([]uint16, missing)...), after...)
}

// parseGroups returns the groups of a part of an IPv6 address. The last two groups may have the form of an IPv4
// address if v4 is set.
func parseGroups(text string, v4 bool) (groups []uint16, ok bool) {
	for more := text != ""; more; {
		var group string
		group, text, more = strings.Cut(text, ":")
		if !more && v4 && strings.Contains(group, ".") {
			groups = parseIPv4(groups, group)
			return groups, groups != nil
		}
		number, err := strconv.ParseUint(group, 16, 16)
		if err != nil || len(group) > 4 {
			return nil, false
		}
		groups = append(groups, uint16(number))
	}
	return groups, true
}

// isMapped reports whether the groups are an IPv4-mapped IPv6 address.
func isMapped(groups []uint16) bool {
	for _, group := range groups[:5] {
		if group != 0 {
			return false
		}
	}
	return groups[5] == 0xFFFF
}

// joinNumbers returns the numbers in the base with the separator between them.
func joinNumbers(separator string, base int, numbers ...uint16) string {
	texts := make([]string, len(numbers))
	for i, number := range numbers {
		texts[i] = strconv.FormatUint(uint64(number), base)
	}
	return strings.Join(texts, separator)
}
