package project

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/capability"
)

// listener reads the output of a program.
type listener struct {
	command    command
	mu         sync.Mutex
	found      collector
	bytes      int64
	missing    bool
	ranNoTests bool // a line says that no tests ran
}

// listen reads standard output and standard error to their ends. Each stream has
// its own parsers, so that a line of one stream does not interrupt a finding of
// the other.
func listen(running capability.Running, c command) *listener {
	l := &listener{command: c}
	var readers sync.WaitGroup
	for _, stream := range []io.Reader{running.Stdout(), running.Stderr()} {
		readers.Go(func() { l.readStream(stream) })
	}
	readers.Wait()
	return l
}

// maxLine is the maximum length of a line, in bytes. The rest of a longer line is
// only counted.
const maxLine = 256 << 10

// readStream reads a stream to its end.
func (l *listener) readStream(stream io.Reader) {
	parsers := newParsers(l.command.formats, &l.found)
	lines := bufio.NewReaderSize(stream, 32<<10)
	var line []byte
	var length int64
	for {
		part, err := lines.ReadSlice('\n')
		length += int64(len(part))
		line = append(line, part[:min(len(part), maxLine-len(line))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if length > 0 {
			l.parseLine(parsers, string(line), length)
		}
		if line, length = line[:0], 0; err != nil {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range parsers {
		p.end()
	}
}

// parseLine parses a line with all parsers, and adds the text for people to the
// output. The length is that of the whole line, in bytes.
func (l *listener) parseLine(parsers []parser, line string, length int64) {
	text := plainText(strings.TrimSuffix(line, "\n"))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += length
	if l.command.missing != nil && len(text) < maxName && l.command.missing.MatchString(text) {
		l.missing = true
	}
	l.ranNoTests = l.ranNoTests || len(text) < maxName && noTestsLine.MatchString(text)
	shown := text
	for _, p := range parsers {
		if other, ok := p.parseLine(text); ok {
			shown = other
		}
	}
	if shown != hiddenLine {
		l.found.output.add(shown)
	}
}
