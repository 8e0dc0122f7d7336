package shell

import "strings"

// Split returns the words of the simple commands of a command line. It knows
// quotes, escapes, operators, redirections and comments, but not the whole
// grammar of a shell: a substitution remains a part of its word, and the lines
// of a here-document are read as commands. Redirections, their targets and the
// reserved words before a command are not in the result. Split accepts every
// text.
func Split(line string) [][]string {
	s := &splitter{rest: line}
	for s.rest != "" {
		s.readNext()
	}
	s.endCommand()
	return s.commands
}

// reservedWords are the reserved words that may be before a command.
const reservedWords = "{ } ! if then else elif do while until fi done"

// splitter is the state of Split.
type splitter struct {
	rest       string
	word       strings.Builder
	inWord     bool // the word has begun; it may be empty, as in ''
	isRedirect bool // the word is the target of a redirection
	words      []string
	commands   [][]string
}

// readNext reads the next character, and all characters that belong to it.
func (s *splitter) readNext() {
	b := s.rest[0]
	s.rest = s.rest[1:]
	switch b {
	case ' ', '\t', '\r':
		s.endWord()
	case '\n', ';', '|', '(', ')':
		s.endCommand()
	case '&':
		s.readAmpersand()
	case '>', '<':
		s.beginRedirection()
	case '\'':
		s.readQuoted('\'', false)
	case '"', '`':
		s.readQuoted(b, true)
	case '\\':
		s.readEscaped()
	case '$':
		s.readExpansion()
	case '#':
		s.readNumberSign()
	default:
		s.add(b)
	}
}

// add adds a byte to the word.
func (s *splitter) add(b byte) {
	s.word.WriteByte(b)
	s.inWord = true
}

// dropWord empties the word.
func (s *splitter) dropWord() {
	s.word.Reset()
	s.inWord = false
}

// endWord adds the word to the command, unless it is the target of a redirection
// or a reserved word.
func (s *splitter) endWord() {
	if !s.inWord {
		return
	}
	word := s.word.String()
	s.dropWord()
	if s.isRedirect {
		s.isRedirect = false
		return
	}
	if len(s.words) == 0 && ContainsWord(reservedWords, word) {
		return
	}
	s.words = append(s.words, word)
}

// endCommand ends the word and the command.
func (s *splitter) endCommand() {
	s.endWord()
	s.isRedirect = false
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
		s.words = nil
	}
}

// readAmpersand ends a command, but &> begins a redirection, and the & of >& is
// a part of one.
func (s *splitter) readAmpersand() {
	switch {
	case s.isRedirect && !s.inWord:
	case strings.HasPrefix(s.rest, ">"):
		s.rest = s.rest[1:]
		s.beginRedirection()
	default:
		s.endCommand()
	}
}

// beginRedirection begins a redirection; the file descriptor before it is not a
// word.
func (s *splitter) beginRedirection() {
	if strings.Trim(s.word.String(), "0123456789") == "" {
		s.dropWord()
	}
	s.endWord()
	s.rest = strings.TrimLeft(s.rest, "><")
	s.isRedirect = true
}

// readQuoted reads up to the closing quote, or to the end of the line.
func (s *splitter) readQuoted(quote byte, hasEscapes bool) {
	s.inWord = true
	for s.rest != "" {
		b := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case b == quote:
			return
		case b == '\\' && hasEscapes:
			s.readEscaped()
		default:
			s.add(b)
		}
	}
}

// readEscaped adds the character after a backslash to the word; an escaped line
// feed is dropped.
func (s *splitter) readEscaped() {
	if s.rest == "" {
		return
	}
	if s.rest[0] != '\n' {
		s.add(s.rest[0])
	}
	s.rest = s.rest[1:]
}

// readExpansion adds a dollar sign to the word, and the whole text of $(…).
func (s *splitter) readExpansion() {
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

// readNumberSign skips a comment; within a word the number sign is a character.
func (s *splitter) readNumberSign() {
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
