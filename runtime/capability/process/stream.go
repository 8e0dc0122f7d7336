package process

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"
)

// capture keeps the first bytes of a stream. It reads and counts the others, so that the program
// never waits for a reader.
type capture struct {
	file    *os.File
	limit   int
	kept    []byte
	dropped int64
	done    chan struct{}
}

// newCapture starts to read a stream.
func newCapture(file *os.File, limit int) *capture {
	c := &capture{file: file, limit: limit, done: make(chan struct{})}
	go c.read()
	return c
}

// read reads the stream until its end or its deadline.
func (c *capture) read() {
	defer close(c.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := c.file.Read(buffer)
		size := min(n, c.limit-len(c.kept))
		c.kept = append(c.kept, buffer[:size]...)
		c.dropped += int64(n - size)
		if err != nil {
			return
		}
	}
}

// end returns the bytes that were kept, without an incomplete character at the end, and how many
// bytes were dropped.
func (c *capture) end() (text string, dropped int64) {
	_ = c.file.SetReadDeadline(time.Now().Add(pipeGrace)) // pipes support deadlines
	<-c.done
	c.file.Close()
	if c.dropped > 0 {
		length := completeLength(c.kept)
		c.dropped += int64(len(c.kept) - length)
		c.kept = c.kept[:length]
	}
	return string(c.kept), c.dropped
}

// completeLength returns the length of a text without an incomplete character at its end.
func completeLength(text []byte) int {
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

// maxRest is more than a pipe can hold: the default of fs.pipe-max-size of Linux, the limit for
// ordinary users, is 1 MiB.
const maxRest = 1 << 20

// stream is an output of a program that was started with Start. Bytes that are in the pipe at the end
// of the program can be read after the pipe is closed.
type stream struct {
	file *os.File

	mu   sync.Mutex // held while reading from file
	over bool
	rest []byte // what was in the pipe at the end
}

// Read reads from the pipe, and after its end from rest.
func (s *stream) Read(p []byte) (int, error) {
	for {
		n, err := s.readOnce(p)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// readOnce reads once from the pipe, or from rest after the end of the program.
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

// end reads what is left in the pipe and closes it.
func (s *stream) end() {
	_ = s.file.SetReadDeadline(time.Now().Add(pipeGrace)) // pipes support deadlines
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest, _ = io.ReadAll(io.LimitReader(s.file, maxRest)) // until the end or the deadline
	s.over = true
	s.file.Close()
}

// input is the standard input of a program that was started with Start.
type input struct {
	file *os.File
	mu   sync.Mutex // keeps writes in order
}

// newInput returns an input whose first bytes are the text.
func newInput(file *os.File, text string) *input {
	i := &input{file: file}
	if text != "" {
		i.mu.Lock()
		go func() {
			defer i.mu.Unlock()
			_, _ = io.WriteString(file, text) // fails if the program does not read all of it
		}()
	}
	return i
}

// Write writes to the program. It returns an error if the program has ended.
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

// end closes the pipe, also during a write.
func (i *input) end() error {
	if err := i.file.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
