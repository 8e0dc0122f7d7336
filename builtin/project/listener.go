package project

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// listener reads the output of a program.
type listener struct {
	command    command
	secrets    redactor // removes secrets, before a line is cut
	mu         sync.Mutex
	found      collector
	whole      *printed.Text // the text for people of all lines
	bytes      int64
	missing    bool
	ranNoTests bool // a line says that no tests ran
}

// listen reads standard output and standard error to their ends. Each stream has
// its own parsers, so that a line of one stream does not interrupt a finding of
// the other.
func listen(running capability.Running, c command, secrets redactor) *listener {
	l := &listener{command: c, secrets: secrets, found: newCollector(secrets), whole: printed.New()}
	var readers sync.WaitGroup
	for _, stream := range []io.Reader{running.Stdout(), running.Stderr()} {
		readers.Go(func() { l.readStream(stream) })
	}
	readers.Wait()
	return l
}

// maxLine is the maximum length of a line, in bytes. The rest of a longer line is
// only counted.
const maxLine = 4 << 20

// margin is the number of bytes at the end of a line that was cut in which a part of
// a secret may be.
const margin = 64 << 10

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

// redact returns a line without secrets and without its line feed. A line without one is the last one, and may end with
// the beginning of a secret if the program was ended.
func (l *listener) redact(line string) string {
	text, isComplete := strings.CutSuffix(line, "\n")
	end := len(text)
	if !isComplete {
		end = l.secrets.SafeEnd(text)
	}
	shown := l.secrets.Excerpt(text, 0, end)
	if end < len(text) {
		shown += "[REDACTED]"
	}
	return shown
}

// parseLine parses a line with all parsers, and adds the text for people to the
// output. The length is that of the whole line, in bytes.
func (l *listener) parseLine(parsers []parser, line string, length int64) {
	text := plainText(l.redact(line))
	if length > int64(len(line)) {
		text = texts.TrimPartialEnd(text[:max(0, len(text)-margin)]) // which may end with a part of a secret
		text += texts.Mark(texts.Group(length-int64(len(text)))+" bytes", "not stored")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += length
	if l.command.missing != nil && len(text) < maxName && l.command.missing.MatchString(text) {
		l.missing = true
	}
	l.ranNoTests = l.ranNoTests || len(text) < maxName && noTestsLine.MatchString(text)
	shown, whole := text, text+"\n"
	for _, p := range parsers {
		if other, ok := p.parseLine(text); ok {
			shown = other
			if t, ok := p.(translator); ok {
				whole = t.whole() + "\n"
			}
		}
	}
	if whole != "\n" || text == "" {
		l.whole.Add(whole)
	}
	if shown != hiddenLine {
		l.found.output.add(shown)
	}
}
