package terminal

import (
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/internal/ansi"
	"github.com/toolgen/toolgen/runtime"
)

const (
	// progressInterval is the minimum time between two reports.
	progressInterval = 250 * time.Millisecond
	// progressLines and progressBytes are the maximum size of a report.
	progressLines = 5
	progressBytes = 2000
	// recentBytes is how much of the output is kept for a report. A secret that
	// begins before the reported lines is recognized in it.
	recentBytes = 64<<10 + progressBytes
)

// recentOutput keeps the last bytes that are written to it. It is safe for
// concurrent use.
type recentOutput struct {
	mu   sync.Mutex
	text []byte // at most twice recentBytes
}

// Write adds bytes. It returns no error.
func (r *recentOutput) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text = append(r.text, p[max(0, len(p)-recentBytes):]...)
	if len(r.text) > 2*recentBytes {
		r.text = append(r.text[:0], r.text[len(r.text)-recentBytes:]...)
	}
	return len(p), nil
}

// String returns the last bytes.
func (r *recentOutput) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.text[max(0, len(r.text)-recentBytes):])
}

// reportProgress reports the last lines of an output to people, until stop is
// called. The output must be written to recent.
func reportProgress(call *runtime.Call) (recent *recentOutput, stop func()) {
	recent = new(recentOutput)
	done := make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		ticker := time.NewTicker(progressInterval)
		defer ticker.Stop()
		reported := ""
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				reported = recent.report(call, reported)
			}
		}
	})
	return recent, func() {
		close(done)
		reporter.Wait()
	}
}

// report reports the last lines, unless they are those of the last report, and
// returns them.
func (r *recentOutput) report(call *runtime.Call, reported string) string {
	text := r.String()
	start, end := lastLines(text[:call.SafeEnd(text)])
	message := shownLines(call.Excerpt(text, start, end))
	if message != reported && message != "" {
		call.Progress(runtime.ProgressEvent{Message: message, Audience: runtime.AudienceUser})
	}
	return message
}

// lastLines returns the range of the last complete lines of a text.
func lastLines(text string) (start, end int) {
	end = strings.LastIndexAny(text, "\r\n") + 1
	start = end
	for range progressLines {
		if start == 0 {
			break
		}
		start = strings.LastIndexByte(text[:start-1], '\n') + 1
	}
	return max(start, end-progressBytes), end
}

// shownLines returns lines as a terminal shows them: without escape sequences and
// overwritten text.
func shownLines(text string) string {
	text = strings.TrimRight(ansi.Strip(texts.Valid(texts.TrimPartialStart(text))), "\r\n")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}
