package file

import (
	"bytes"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// PreviewChange returns the unified diff of a change of a file, as the dry runs of this package show it, for tools of other
// packages that change files. A nil content means that the file does not exist. The diff has no secrets. If there is no diff, the text says why; it is empty for equal contents.
func PreviewChange(call *runtime.Call, name string, before, after []byte) string {
	oldName, newName := name, name
	if before == nil {
		oldName = ""
	}
	if after == nil {
		newName = ""
	}
	d := diff{omitted: "the file is not text"}
	if bytes.IndexByte(before, 0) < 0 && bytes.IndexByte(after, 0) < 0 {
		d = diffOfContents(call.Excerpt, oldName, newName, string(before), string(after))
	}
	return strings.TrimPrefix(previewDiff(d), "\n")
}
