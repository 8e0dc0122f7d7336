package toolsearch

import (
	"regexp"
	"strings"
	"unicode"
)

// maxPhrase is the number of words of the longest phrase.
const maxPhrase = 5

// stopWords are words that say nothing about a task.
var stopWords = wordSet(`a about after again all also am an and any are as at be been before being but by can could did do does for from get
	give had has have how i if in into is it its just like make me more my need no not now of on one or our out over please put
	should so some than that the their them then there these they this to too up us use using want was we were what 
	which who why will with without would you your`)

// wordSet returns the set of the words of a text.
func wordSet(text string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}

// stems returns the stems of the words in a text, without stop words. A name such as
// "readFile" or "read_file" has two words; a proper name, such as "GitHub", has one.
func stems(text string) (found []string) {
	for _, word := range split(properName.ReplaceAllStringFunc(text, strings.ToLower)) {
		if !stopWords[word] {
			found = append(found, stem(word))
		}
	}
	return found
}

// properName matches words that have capital letters at the beginning and later.
var properName = regexp.MustCompile(`\b[A-Z][A-Za-z]*[a-z][A-Z][A-Za-z]*\b`)

// stemsOfName returns the stems of the words in the name of a tool or an argument, and
// of the name as one word if it is a proper name, such as "ReadFile".
func stemsOfName(name string) (found []string) {
	for _, word := range split(name) {
		if !stopWords[word] {
			found = append(found, stem(word))
		}
	}
	if properName.MatchString(name) {
		found = append(found, stems(name)...)
	}
	return found
}

// split returns the words of a text in lower case: runs of letters and digits, split
// before a capital letter that follows a small one.
func split(text string) (words []string) {
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	for _, r := range text {
		switch {
		case r == '\'' || r == '’':
			flush()
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			flush()
		}
		if r != '\'' && r != '’' {
			word = append(word, r)
		}
	}
	flush()
	return words
}

// endings are replaced at the end of a word, the first that matches. min is the
// minimum length of the rest.
var endings = []struct {
	ending, by string
	min        int
}{
	{"sses", "ss", 1}, {"ies", "y", 2}, {"ations", "", 5}, {"ation", "", 5}, {"ions", "", 3}, {"ion", "", 3}, {"ments", "", 4}, {"ment", "", 4},
	{"ers", "", 4}, {"er", "", 4}, {"ings", "", 3}, {"ing", "", 3}, {"ied", "y", 2}, {"ed", "", 3}, {"ly", "", 4}, {"ss", "ss", 1}, {"us", "us", 1}, {"is", "is", 1}, {"s", "", 2},
}

// stem returns a word without its usual English endings. It is the same for most
// forms of a word, and may be no word itself.
func stem(word string) string {
	for _, e := range endings {
		if rest, ok := strings.CutSuffix(word, e.ending); ok && len(rest) >= e.min {
			word = rest + e.by
			break
		}
	}
	if n := len(word); n > 3 && word[n-1] == word[n-2] && !strings.ContainsRune("lsz", rune(word[n-1])) {
		word = word[:n-1] // running, runn, run
	}
	if len(word) > 6 {
		word = strings.TrimSuffix(word, "ate")
	}
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "e")
	}
	return word
}

// replacePhrases returns the query with single words in place of verbs of several
// words.
func replacePhrases(query string) string {
	words := strings.Fields(query)
	var replaced []string
	for len(words) > 0 {
		by, n := words[0], 1
		for length := min(maxPhrase, len(words)); length > 1; length-- {
			if phrase, ok := phrases[strings.ToLower(strings.Join(words[:length], " "))]; ok {
				by, n = phrase, length
				break
			}
		}
		replaced, words = append(replaced, by), words[n:]
	}
	return strings.Join(replaced, " ")
}
