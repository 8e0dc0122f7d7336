package project

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/capability"
)

// listener hears what a program prints.
type listener struct {
	command command
	mu      sync.Mutex
	found   collector
	bytes   int64
	missing bool
	empty   bool // it said that there was no test
}

// listen reads both outputs to their ends. Each has formats of its own, so that
// what one of them says does not break into what the other one does.
func listen(running capability.Running, c command) *listener {
	l := &listener{command: c}
	var readers sync.WaitGroup
	for _, stream := range []io.Reader{running.Stdout(), running.Stderr()} {
		readers.Go(func() { l.read(stream) })
	}
	readers.Wait()
	return l
}

// maxLine is how much of a line is read, in bytes; the rest of it is
// counted, and no more.
const maxLine = 256 << 10

func (l *listener) read(stream io.Reader) {
	heard := newFormats(l.command.formats, &l.found)
	lines := bufio.NewReaderSize(stream, 32<<10)
	var line []byte
	var length int64
	for {
		piece, err := lines.ReadSlice('\n')
		length += int64(len(piece))
		line = append(line, piece[:min(len(piece), maxLine-len(line))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if length > 0 {
			l.take(heard, string(line), length)
		}
		if line, length = line[:0], 0; err != nil {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range heard {
		f.end()
	}
}

// take hands a line to the formats.
func (l *listener) take(heard []format, line string, length int64) {
	text := plain(strings.TrimSuffix(line, "\n"))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += length
	if l.command.missing != nil && len(text) < maxName && l.command.missing.MatchString(text) {
		l.missing = true
	}
	l.empty = l.empty || len(text) < maxName && noTests.MatchString(text)
	said := text
	for _, f := range heard {
		if other, ok := f.line(text); ok {
			said = other
		}
	}
	if said != silent {
		l.found.said.add(said)
	}
}
