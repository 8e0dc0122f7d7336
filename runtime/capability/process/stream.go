package process

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"
)

// capture keeps the first bytes of a stream and counts the others, so that the
// program never waits for us.
type capture struct {
	file    *os.File
	limit   int
	kept    []byte
	dropped int64
	done    chan struct{}
}

func newCapture(file *os.File, limit int) *capture {
	c := &capture{file: file, limit: limit, done: make(chan struct{})}
	go c.read()
	return c
}

func (c *capture) read() {
	defer close(c.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := c.file.Read(buffer)
		room := min(n, c.limit-len(c.kept))
		c.kept = append(c.kept, buffer[:room]...)
		c.dropped += int64(n - room)
		if err != nil {
			return
		}
	}
}

// end is what was kept, cut before a character rather than in it, and how much
// was not.
func (c *capture) end() (text string, dropped int64) {
	_ = c.file.SetReadDeadline(time.Now().Add(pipeGrace)) // a pipe has deadlines
	<-c.done
	c.file.Close()
	if c.dropped > 0 {
		whole := wholeCharacters(c.kept)
		c.dropped += int64(len(c.kept) - whole)
		c.kept = c.kept[:whole]
	}
	return string(c.kept), c.dropped
}

// wholeCharacters is how long a text is without the beginning of a character
// at its end.
func wholeCharacters(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				break
			}
			return len(text) - back
		}
	}
	return len(text)
}

// maxRest is more than a pipe holds: fs.pipe-max-size of Linux is 1 MiB, which
// ordinary users cannot exceed.
const maxRest = 1 << 20

// stream is the output of a program that goes on. What is left in the pipe at
// the program's end stays readable after the pipe was closed.
type stream struct {
	file *os.File

	mu   sync.Mutex // held while reading from file
	over bool
	rest []byte
}

// Read reads from the pipe, and at last from what was left in it.
func (s *stream) Read(p []byte) (int, error) {
	for {
		n, err := s.readOnce(p)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

func (s *stream) readOnce(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		return s.file.Read(p)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// end closes the pipe.
func (s *stream) end() {
	_ = s.file.SetReadDeadline(time.Now().Add(pipeGrace)) // a pipe has deadlines
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest, _ = io.ReadAll(io.LimitReader(s.file, maxRest)) // to its end, or what there is
	s.over = true
	s.file.Close()
}

// input is the standard input of a program that goes on.
type input struct {
	file *os.File
	mu   sync.Mutex // keeps what is written in order
}

// newInput writes the text first.
func newInput(file *os.File, text string) *input {
	i := &input{file: file}
	if text != "" {
		i.mu.Lock()
		go func() {
			defer i.mu.Unlock()
			_, _ = io.WriteString(file, text) // a program need not read it
		}()
	}
	return i
}

// Write writes to the program; it is an error once that has ended.
func (i *input) Write(p []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.file.Write(p)
}

// Close ends the input. Closing it again does nothing.
func (i *input) Close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.end()
}

// end closes the pipe, also under a writer.
func (i *input) end() error {
	if err := i.file.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
