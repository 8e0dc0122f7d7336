package store

import (
	"cmp"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// contentTitles has the line before the content in a preview, for each action
// with content.
var contentTitles = map[MemoryAction]string{
	ActionSet:    "\nThe note would be:\n",
	ActionAppend: "\nThis would be added to the note:\n",
}

// preview returns the lines of the dry run that show the content. Invisible
// characters are escaped, here and in the other previews.
func (a *MemoryWriteArgs) preview() string {
	title, ok := contentTitles[cmp.Or(a.Action, ActionSet)]
	if !ok {
		return ""
	}
	return title + texts.Visible(a.Content)
}

// preview returns the lines of the dry run that show the ticket, except its
// status.
func (a *KanbanAddArgs) preview() string {
	var b strings.Builder
	writePreviewLine(&b, "Title", a.Title)
	writePreviewLine(&b, "Priority", string(cmp.Or(a.Priority, PriorityMedium)))
	if a.Assignee != "" {
		writePreviewLine(&b, "Assignee", a.Assignee)
	}
	if a.Description != "" {
		b.WriteString("\nDescription:\n" + texts.Visible(a.Description))
	}
	return b.String()
}

// preview returns the lines of the dry run that show the new values of the ticket,
// except its status.
func (a *KanbanMoveArgs) preview() string {
	var b strings.Builder
	if a.Title != nil {
		writePreviewLine(&b, "Title", *a.Title)
	}
	if a.Priority != nil {
		writePreviewLine(&b, "Priority", string(*a.Priority))
	}
	if a.Assignee != nil {
		writePreviewLine(&b, "Assignee", cmp.Or(*a.Assignee, "none"))
	}
	if a.Description != nil {
		b.WriteString("\n\nDescription:\n" + texts.Visible(*a.Description))
	}
	if a.Comment != "" {
		b.WriteString("\n\nComment:\n" + texts.Visible(a.Comment))
	}
	return b.String()
}

// writePreviewLine writes a line with a name and a text. White space in the
// text becomes single spaces.
func writePreviewLine(b *strings.Builder, name, text string) {
	b.WriteString("\n" + name + ": " + texts.Visible(texts.OneLine(text)))
}
