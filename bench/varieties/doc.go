// Package varieties has calls with arguments of many kinds, to compare the time of decoders: short and long, deep and
// wide, with escapes, white space, other scripts, many numbers, maps and unions.
package varieties
