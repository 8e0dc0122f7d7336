package browser

import (
	"fmt"
	"path/filepath"

	"github.com/chromedp/cdproto/browser"
)

// download is a file that a page made Chromium download.
type download struct {
	number          int
	guid            string // also the name of its file
	name            string // as the site suggests it
	url             string
	received, total int64 // bytes; total is 0 if it is not known
	state           browser.DownloadProgressState
}

// The limits of downloads of a session.
const (
	maxDownloads     = 50
	maxDownloadBytes = 100 << 20 // of one download
	maxDownloadedSum = 300 << 20 // of all of them
)

// addDownload records a download that begins. A download above the limits is
// cancelled.
func (s *session) addDownload(c *chromium, e *browser.EventDownloadWillBegin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.downloads) >= maxDownloads {
		c.browserTarget().post(browser.CancelDownload.Method, browser.CancelDownloadParams{GUID: e.GUID})
		s.notes.add("the download of the file %s was refused: the session already has %d", pageText{e.SuggestedFilename, maxFileName}, maxDownloads)
		return
	}
	s.downloads = append(s.downloads, &download{
		number: len(s.downloads) + 1, guid: e.GUID, name: e.SuggestedFilename, url: e.URL, state: browser.DownloadProgressStateInProgress,
	})
}

// onProgress records how far a download is, and notes its end.
func (s *session) onProgress(c *chromium, e *browser.EventDownloadProgress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found *download
	var sum int64
	for _, d := range s.downloads {
		sum += d.received
		if d.guid == e.GUID {
			found = d
		}
	}
	if found == nil || found.state != browser.DownloadProgressStateInProgress {
		return
	}
	sum += int64(e.ReceivedBytes) - found.received
	found.received, found.total, found.state = int64(e.ReceivedBytes), int64(e.TotalBytes), e.State
	name := pageText{found.name, maxFileName}
	switch {
	case e.State == browser.DownloadProgressStateCompleted:
		shows := ""
		if s.isPDF(found) {
			shows = fmt.Sprintf(", and browser_snapshot with download=%d shows its text", found.number)
		}
		s.notes.add("the page downloaded the file %s (%d bytes): browser_file with download=%d saves it%s", name, found.received, found.number, shows)
	case e.State == browser.DownloadProgressStateCanceled:
		s.notes.add("the download of the file %s failed", name)
	case max(found.received, found.total) > maxDownloadBytes || sum > maxDownloadedSum:
		found.state = browser.DownloadProgressStateCanceled
		c.browserTarget().post(browser.CancelDownload.Method, browser.CancelDownloadParams{GUID: e.GUID})
		s.notes.add("the download of the file %s was refused: more than %d MB, or %d MB with the others of the session", name, maxDownloadBytes>>20, maxDownloadedSum>>20)
	}
}

// isDownloading reports whether a download runs.
func (s *session) isDownloading() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.downloads {
		if d.state == browser.DownloadProgressStateInProgress {
			return true
		}
	}
	return false
}

// downloadPath returns the file of a complete download.
func (s *session) downloadPath(number int) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number < 1 || number > len(s.downloads) {
		return "", fieldFailure(ReasonNoDownload, "download", "there is no download %d: the session has %d", number, len(s.downloads))
	}
	d := s.downloads[number-1]
	switch d.state {
	case browser.DownloadProgressStateInProgress:
		return "", fieldFailure(ReasonNoDownload, "download", "download %d is not complete (%d bytes so far): call browser_snapshot with wait_seconds, and try again", number, d.received)
	case browser.DownloadProgressStateCanceled:
		return "", fieldFailure(ReasonNoDownload, "download", "download %d failed or was refused", number)
	}
	return s.pathOf(d), nil
}

// pathOf returns the file of a download.
func (s *session) pathOf(d *download) string {
	return filepath.Join(s.chromium.directory, downloadsDirectory, d.guid)
}
