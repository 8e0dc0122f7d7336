package search

// maxAlternatives is the maximum number of patterns that the braces of a glob
// expand to.
const maxAlternatives = 64

// expandBraces returns the alternatives of a pattern with braces: "*.ts" and
// "*.tsx" for "*.{ts,tsx}". tooMany reports more than maxAlternatives patterns.
// ok is false if a brace or a bracket is not closed.
func expandBraces(pattern string) (all []string, tooMany, ok bool) {
	for pending := []string{pattern}; len(pending) > 0; {
		if len(all)+len(pending) > maxAlternatives {
			return nil, true, true
		}
		current := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		open, choices, end := firstBraces(current)
		switch {
		case end < 0:
			return nil, false, false
		case choices == nil:
			all = append(all, current)
			continue
		}
		for i := range choices {
			pending = append(pending, current[:open]+choices[len(choices)-1-i]+current[end:])
		}
	}
	return all, false, true
}

// firstBraces finds the first pair of braces in a pattern. It returns the
// index of the opening brace, the choices, and the index after the closing
// brace, which is -1 if a brace or a bracket is not closed. choices is nil if
// there are no braces.
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
