package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// FileArgs are the arguments of browser_file.
type FileArgs struct {
	// The file to upload or to write.
	Path string `json:"path" jsonschema:"minLength=1,maxLength=1000" tool:"alias=file,alias=file_path,alias=filename"`
	// The file field; without it, the one for which the page asked.
	Element string `json:"element,omitzero" tool:"alias=ref,alias=selector"`
	// The number of the download to save.
	Download int `json:"download,omitzero" jsonschema:"minimum=1"`
}

// The directories below that of Chromium.
const (
	downloadsDirectory = "downloads"
	uploadsDirectory   = "uploads"
)

// The limits of uploads. Chromium has a copy of each file until it ends.
const (
	maxUploadBytes = 50 << 20  // of one file
	maxUploadedSum = 300 << 20 // of all files of a session
	maxUploads     = 500       // files of a session
)

// File uploads a file into a file field, or saves a file that the page downloaded.
//
//tool:register browser_file
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribeFile
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"path": "report.pdf", "element": "@e3"}
//tool:allow process "the directory of Chromium gets a copy of the file"
func (b *Browser) File(ctx context.Context, call *runtime.Call, client *http.Client, files capability.WriteFS, args FileArgs) (*Page, error) {
	return b.act(ctx, call, client, func(ctx context.Context, s *session) error {
		if args.Download > 0 {
			return s.save(files, args)
		}
		e, err := s.fileField(args.Element)
		if err != nil {
			return err
		}
		return e.upload(ctx, files, args.Path)
	})
}

// DescribeFile describes what File would do.
func (b *Browser) DescribeFile(_ context.Context, call *runtime.Call, _ *http.Client, _ capability.WriteFS, args FileArgs) (string, error) {
	name := clean(redactorOf(call)(args.Path), 300)
	switch {
	case args.Download > 0:
		return b.describeCall(call, fmt.Sprintf("would write download %d to %s", args.Download, name))
	case args.Element == "":
		return b.describeCall(call, "would upload "+name)
	}
	return b.describeElementCall(call, args.Element, "would upload "+name+" into ", "")
}

// save writes a download to a new file.
func (s *session) save(files capability.WriteFS, args FileArgs) error {
	if _, err := files.Stat(args.Path); err == nil {
		return fieldFailure(ReasonWrongValue, "path", "%s exists: give the path of a new file", quote(s.redact(args.Path), 300))
	}
	from, err := s.downloadPath(args.Download)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("browser: the download cannot be read: %w", err)
	}
	if err := files.WriteFile(args.Path, data); err != nil {
		return names.Explain("path", args.Path, err)
	}
	s.note("%d bytes were written to %s", len(data), quote(s.redact(args.Path), 300))
	return nil
}

// fileField returns the file field with a reference, or the one for which the page
// asked last.
func (s *session) fileField(reference string) (element, error) {
	if reference != "" {
		return s.find(reference)
	}
	t, err := s.currentPage()
	if err != nil {
		return element{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked.node == 0 || t.asked.document != t.document {
		return element{}, fieldFailure(ReasonWrongElement, "element", "the page did not ask for a file: give the reference of a file field, or click the button that asks for one")
	}
	return t.asked, nil
}

// upload copies a file to Chromium and sets it in the field.
func (e element) upload(ctx context.Context, files capability.FS, name string) error {
	kind, err := e.inspect(ctx)
	switch {
	case err != nil:
		return err
	case kind.Type != "file":
		return fieldFailure(ReasonWrongElement, "element", "%s is not a file field: click it, and call browser_file without element if the page then asks for a file", e.label)
	case kind.Disabled:
		return failure(ReasonNotClickable, "%s is disabled", e.label)
	}
	info, err := files.Stat(name)
	switch {
	case err != nil:
		return names.Explain("path", name, err)
	case !info.Mode().IsRegular():
		return fieldFailure(ReasonWrongValue, "path", "%s is not a regular file", quote(name, 300))
	case info.Size() > maxUploadBytes:
		return fieldFailure(ReasonWrongValue, "path", "the file has %d bytes: at most %d can be uploaded", info.Size(), maxUploadBytes)
	}
	data, err := files.ReadFile(name)
	if err != nil {
		return names.Explain("path", name, err)
	}
	copied, err := e.tab.chromium.keepUpload(path.Base(filepath.ToSlash(name)), data)
	if err != nil {
		return err
	}
	_, err = cdp.Call(ctx, e.tab.processOf(e.frame), dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{copied}, BackendNodeID: e.node})
	return err
}

// keepUpload writes a file into a new directory of Chromium. Only calls that hold busy use it.
func (c *chromium) keepUpload(name string, data []byte) (string, error) {
	if c.uploads >= maxUploads || c.uploadedBytes+int64(len(data)) > maxUploadedSum {
		return "", failure(ReasonLimit, "the session has uploaded %d files with %d bytes, and may upload at most %d files with %d MB: browser_close ends it, and browser_open starts anew without its pages and cookies",
			c.uploads, c.uploadedBytes, maxUploads, maxUploadedSum>>20)
	}
	c.uploads, c.uploadedBytes = c.uploads+1, c.uploadedBytes+int64(len(data))
	parent := filepath.Join(c.directory, uploadsDirectory)
	err := os.Mkdir(parent, 0o700)
	if err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	directory, err := os.MkdirTemp(parent, "")
	if err != nil {
		return "", err
	}
	copied := filepath.Join(directory, name)
	return copied, os.WriteFile(copied, data, 0o600)
}
