package attachments

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/runtime/capability"
)

// Backend serves [capability.Backends.Attachments]. It has nothing to
// configure: the attachments are those of the request.
func Backend(_ context.Context, request *capability.Request) (capability.Attachments, error) {
	if request.Needs == nil {
		return nil, denied("the tool declares no attachments")
	}
	var shown []capability.Attachment
	for _, a := range request.Attachments {
		if kinds := request.Needs.Attachments; slices.Contains(kinds, "*") || slices.Contains(kinds, a.Kind) {
			shown = append(shown, a)
		}
	}
	return scoped(shown), nil
}

// scoped are the attachments of the kinds declared.
type scoped []capability.Attachment

// List returns the attachments in the order they came in, without their paths.
func (s scoped) List() []capability.Attachment {
	list := slices.Clone(s)
	for i := range list {
		list[i].Path = ""
	}
	return list
}

// Open opens the attachment with that id. What did not come in, what is of another
// kind, and what is no regular file on this host is a *capability.Denied.
func (s scoped) Open(ctx context.Context, id string) (fs.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s, func(a capability.Attachment) bool { return a.ID == id })
	switch {
	case i < 0:
		return nil, denied("there is no attachment of that id and of a kind that the tool declares")
	case !filepath.IsAbs(s[i].Path):
		return nil, denied("the attachment is not kept in a file on this machine")
	}
	return open(&s[i])
}

// open opens the file without waiting for it, should it be a pipe.
func open(a *capability.Attachment) (fs.File, error) {
	f, err := os.OpenFile(a.Path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: a.ID, Err: cause(err)}
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, denied("the attachment is not a regular file")
	}
	return &file{f, a}, nil
}

func denied(reason string) error {
	return &capability.Denied{Kind: capability.KindAttachments, Reason: reason}
}

// cause is an error without the path that it names.
func cause(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}
