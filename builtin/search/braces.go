package search

// maxAlternatives is how many patterns the braces of a glob may stand for.
const maxAlternatives = 64

// alternatives are the patterns that one with braces stands for: those of
// "*.{ts,tsx}" are "*.ts" and "*.tsx". There are too many when some are left
// out. It fails for braces and brackets that are not closed.
func alternatives(pattern string) (all []string, tooMany, ok bool) {
	for left := []string{pattern}; len(left) > 0; {
		if len(all)+len(left) > maxAlternatives {
			return nil, true, true
		}
		one := left[len(left)-1]
		left = left[:len(left)-1]
		open, choices, end := firstBraces(one)
		switch {
		case end < 0:
			return nil, false, false
		case choices == nil:
			all = append(all, one)
			continue
		}
		for i := range choices {
			left = append(left, one[:open]+choices[len(choices)-1-i]+one[end:])
		}
	}
	return all, false, true
}

// firstBraces finds the first pair of braces: where it opens, the choices in it,
// and the index behind it, which is -1 where one is not closed. Without any
// there are no choices.
func firstBraces(pattern string) (open int, choices []string, end int) {
	depth, from := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			length := new(charSet).parse(pattern[i:])
			if length == 0 {
				return 0, nil, -1
			}
			i += length - 1
		case c == '{':
			if depth++; depth == 1 {
				open, from = i, i+1
			}
		case depth == 1 && (c == ',' || c == '}'):
			choices = append(choices, pattern[from:i])
			if from = i + 1; c == '}' {
				return open, choices, i + 1
			}
		case c == '}':
			if depth--; depth < 0 {
				return 0, nil, -1
			}
		}
	}
	if depth > 0 {
		return 0, nil, -1
	}
	return 0, nil, len(pattern)
}
