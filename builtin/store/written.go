package store

import (
	"cmp"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// What a dry run shows of the arguments: they are the model's own words, in
// which every character can be seen.

// writtenNote introduces the content, by the action.
var writtenNote = map[MemoryAction]string{
	ActionSet:    "\nThe note would be:\n",
	ActionAppend: "\nThis would be added to the note:\n",
}

// written is the content of the note, in lines after the answer.
func (a *MemoryWriteArgs) written() string {
	head, ok := writtenNote[cmp.Or(a.Action, ActionSet)]
	if !ok {
		return ""
	}
	return head + texts.Visible(a.Content)
}

// written is the ticket, in lines after the answer, which says its column.
func (a *KanbanAddArgs) written() string {
	var b strings.Builder
	line(&b, "Title", a.Title)
	line(&b, "Priority", string(cmp.Or(a.Priority, PriorityMedium)))
	if a.Assignee != "" {
		line(&b, "Assignee", a.Assignee)
	}
	if a.Description != "" {
		b.WriteString("\nDescription:\n" + texts.Visible(a.Description))
	}
	return b.String()
}

// written is what the call says of the ticket apart from its column, in lines
// after the answer.
func (a *KanbanMoveArgs) written() string {
	var b strings.Builder
	if a.Priority != nil {
		line(&b, "Priority", string(*a.Priority))
	}
	if a.Assignee != nil {
		line(&b, "Assignee", cmp.Or(*a.Assignee, "nobody"))
	}
	return b.String()
}

// line adds a line with a name and a text on one line.
func line(b *strings.Builder, name, text string) {
	b.WriteString("\n" + name + ": " + texts.Visible(texts.OneLine(text)))
}
