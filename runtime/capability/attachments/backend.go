package attachments

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/internal/hidepath"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Options configure a backend. There is nothing to configure at present.
type Options struct{}

// Backend opens the attachments of turns. Make one with [New].
type Backend struct{}

// New returns a backend. Nil options are the zero value.
func New(*Options) *Backend { return &Backend{} }

// Open serves [capability.Backends.Attachments]. The attachments are those of the request.
func (*Backend) Open(_ context.Context, request *capability.Request) (capability.Attachments, error) {
	if request.Needs == nil {
		return nil, capability.Deny(capability.KindAttachments, "the tool declares no attachments")
	}
	kinds := request.Needs.Attachments
	var visible attachmentList
	for _, a := range request.Attachments {
		if slices.Contains(kinds, "*") || slices.Contains(kinds, a.Kind) {
			visible = append(visible, a)
		}
	}
	return visible, nil
}

// attachmentList holds the attachments of a turn whose kinds the tool declares.
type attachmentList []capability.Attachment

// List returns the attachments in the order of the turn, without their paths.
func (s attachmentList) List() []capability.Attachment {
	list := slices.Clone(s)
	for i := range list {
		list[i].Path = ""
	}
	return list
}

// Open opens the attachment with that id. An attachment that is not in the list, or that is
// not a regular file on this host, is a *capability.Denied.
func (s attachmentList) Open(ctx context.Context, id string) (fs.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s, func(a capability.Attachment) bool { return a.ID == id })
	switch {
	case i < 0:
		return nil, capability.Deny(capability.KindAttachments, "the turn has no attachment with that id and of a kind that the tool declares")
	case !filepath.IsAbs(s[i].Path):
		return nil, capability.Deny(capability.KindAttachments, "the attachment is not stored in a file on this machine")
	}
	return open(&s[i])
}

// open opens the file of an attachment. It does not wait for the writer of a named pipe.
func open(a *capability.Attachment) (fs.File, error) {
	f, err := os.OpenFile(a.Path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, hidepath.Error("open", a.ID, err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, capability.Deny(capability.KindAttachments, "the attachment is not a regular file")
	}
	return hidepath.NewFile(f, a.ID, a.Name), nil
}
