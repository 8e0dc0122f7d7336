package reducers

import "strings"

// splitter takes a command line apart into simple commands. It knows quotes,
// escapes, operators, redirections and comments, not the whole of a shell:
// substitutions are parts of words, here-documents are words.
type splitter struct {
	rest     string
	word     strings.Builder
	inWord   bool
	redirect bool
	words    []string
	commands [][]string
}

// split takes a command line apart into the words of its simple commands.
func split(line string) [][]string {
	s := &splitter{rest: line}
	for s.rest != "" {
		s.step()
	}
	s.endCommand()
	return s.commands
}

// step reads what comes next.
func (s *splitter) step() {
	b := s.rest[0]
	s.rest = s.rest[1:]
	switch b {
	case ' ', '\t', '\r':
		s.endWord()
	case '\n', ';', '|', '(', ')':
		s.endCommand()
	case '&':
		s.ampersand()
	case '>', '<':
		s.redirection()
	case '\'':
		s.quoted('\'', false)
	case '"':
		s.quoted('"', true)
	case '`':
		s.quoted('`', true)
	case '\\':
		s.escaped()
	case '$':
		s.substitution()
	case '#':
		s.comment()
	default:
		s.add(b)
	}
}

func (s *splitter) add(b byte) {
	s.word.WriteByte(b)
	s.inWord = true
}

// endWord ends the word; the target of a redirection is not one of the command.
func (s *splitter) endWord() {
	if !s.inWord {
		return
	}
	word := s.word.String()
	s.word.Reset()
	s.inWord = false
	if s.redirect {
		s.redirect = false
		return
	}
	if len(s.words) == 0 && isWord("{ } ! if then else elif do while until fi done", word) {
		return
	}
	s.words = append(s.words, word)
}

func (s *splitter) endCommand() {
	s.endWord()
	s.redirect = false
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
		s.words = nil
	}
}

// ampersand ends a command, but in &> it begins a redirection and in >& it is
// part of one.
func (s *splitter) ampersand() {
	switch {
	case s.redirect && !s.inWord:
	case strings.HasPrefix(s.rest, ">"):
		s.rest = s.rest[1:]
		s.redirection()
	default:
		s.endCommand()
	}
}

// redirection begins a redirection; the number of the file before it is not a
// word.
func (s *splitter) redirection() {
	if strings.Trim(s.word.String(), "0123456789") == "" {
		s.word.Reset()
		s.inWord = false
	}
	s.endWord()
	s.rest = strings.TrimLeft(s.rest, "><")
	s.redirect = true
}

// quoted reads up to the closing quote, or to the end.
func (s *splitter) quoted(quote byte, escapes bool) {
	s.inWord = true
	for s.rest != "" {
		b := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case b == quote:
			return
		case b == '\\' && escapes:
			s.escaped()
		default:
			s.add(b)
		}
	}
}

// escaped takes the next character as it is; an escaped line feed is nothing.
func (s *splitter) escaped() {
	if s.rest == "" {
		return
	}
	if s.rest[0] != '\n' {
		s.add(s.rest[0])
	}
	s.rest = s.rest[1:]
}

// substitution takes $(…) into the word as it is.
func (s *splitter) substitution() {
	s.add('$')
	if !strings.HasPrefix(s.rest, "(") {
		return
	}
	depth := 0
	for i := range len(s.rest) {
		s.add(s.rest[i])
		switch s.rest[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			s.rest = s.rest[i+1:]
			return
		}
	}
	s.rest = ""
}

// comment skips a comment; within a word # is a character.
func (s *splitter) comment() {
	if s.inWord {
		s.add('#')
		return
	}
	if end := strings.IndexByte(s.rest, '\n'); end >= 0 {
		s.rest = s.rest[end:]
		return
	}
	s.rest = ""
}
