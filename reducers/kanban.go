package reducers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// maxUnreducedTickets is the maximum length of a list that is not reduced.
	maxUnreducedTickets = 10
	// maxOpenTickets is the number of open tickets that are named, and
	// maxNamedTickets the number of all tickets that are named in a filtered list.
	maxOpenTickets, maxNamedTickets = 5, 100
	// maxTitle is the maximum length of a title, in code points.
	maxTitle = 120
)

// KanbanList returns the reducer of the tool "kanban_list". A list of more than
// 10 tickets is replaced by the counts by status and the 5 open tickets with the
// latest updated_at, which is a date, a time or a Unix time. If that of an open
// ticket is none of these, the text does not say that they were updated last.
// Tickets whose status is done or archived are not open. When
// the call filters the list by status, assignee or query, the other tickets
// follow, one on each line, until 100 are named. The last line has the number of
// tickets that are not named, and says how to see them.
//
// The text must be a JSON array of objects, or an object with one array. Other
// texts and failures are not reduced.
func KanbanList() runtime.Reducer {
	return &reducer{tool: "kanban_list", pass: func(call runtime.ReduceContext) Pass {
		maxNamed := 0
		if isFiltered(call.Args) {
			maxNamed = maxNamedTickets
		}
		return func(text string) string { return summarizeTickets(text, maxNamed) }
	}}
}

// isFiltered reports whether the call asks for some of the tickets only.
func isFiltered(args json.RawMessage) bool {
	var call struct {
		Status, Assignee, Query string
	}
	return json.Unmarshal(args, &call) == nil && call.Status+call.Assignee+call.Query != ""
}

// ticket has some fields of a ticket. The texts may be numbers.
type ticket struct {
	ID           any `json:"id"`
	Title        any `json:"title"`
	Status       any `json:"status"`
	Updated      any `json:"updated_at"`
	UpdatedCamel any `json:"updatedAt"`
	// updated is the time of the last update; zero if it is not known.
	updated time.Time
	// index is the index of the ticket in the list.
	index int
}

// boardSummary is the summary of the tickets that were read.
type boardSummary struct {
	tickets int
	counts  map[string]int
	// order has the statuses in the order of their first tickets.
	order []string
	// open are the open tickets with the latest updates, the latest first.
	open []ticket
	// hasUntimed reports that the time of an open ticket's update is not known.
	hasUntimed bool
	// first are the first maxNamed tickets of the list, open or not.
	first    []ticket
	maxNamed int
	// notices are the notices in the list, as elements that are strings.
	notices []string
}

// summarizeTickets returns the summary of a list of tickets: the counts, the open
// tickets with the latest updates, and other tickets until maxNamed are named.
func summarizeTickets(text string, maxNamed int) string {
	b, ok := readBoard(text, maxNamed)
	if !ok || b.tickets <= maxUnreducedTickets {
		return text
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d tickets. By status: ", b.tickets)
	for i, status := range b.order {
		if i > 0 {
			out.WriteString(", ")
		}
		fmt.Fprintf(&out, "%s=%d", status, b.counts[status])
	}
	out.WriteByte('.')
	header := " Open and updated last:"
	if b.hasUntimed {
		header = " Open:"
	}
	writeTickets(&out, header, b.open)
	others := b.others()
	writeTickets(&out, "\nIn the order of the list:", others)
	if left := b.tickets - len(b.open) - len(others); left > 0 {
		fmt.Fprintf(&out, "\nNot named here: %d. %s", left, ticketAdvice)
	}
	for _, notice := range b.notices {
		out.WriteString("\n" + notice)
	}
	return out.String()
}

// ticketAdvice says how to see the tickets that are not named.
var ticketAdvice = fmt.Sprintf("To see them, call kanban_list with status, assignee or query: it then names up to %d tickets, and shows up to %d tickets in full.", maxNamedTickets, maxUnreducedTickets)

// writeTickets writes a header and a line for each ticket. It writes nothing when
// there are no tickets.
func writeTickets(out *strings.Builder, header string, all []ticket) {
	if len(all) > 0 {
		out.WriteString(header)
	}
	for _, t := range all {
		fmt.Fprintf(out, "\n%s: %s (%s)", textOr(t.ID, "?"), shortTitle(textOr(t.Title, "(no title)")), t.status())
	}
}

// others returns the first tickets of the list that are not among the open ones.
func (b *boardSummary) others() []ticket {
	rest := slices.DeleteFunc(b.first, func(t ticket) bool {
		return slices.ContainsFunc(b.open, func(o ticket) bool { return o.index == t.index })
	})
	return rest[:min(len(rest), max(0, b.maxNamed-len(b.open)))]
}

// readBoard reads a JSON array of tickets, or an object with one array, ticket by
// ticket. It reports false when the text is not a list of tickets.
func readBoard(text string, maxNamed int) (b boardSummary, ok bool) {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(trimmed, "{") {
		trimmed = onlyArray(trimmed)
	}
	if !strings.HasPrefix(trimmed, "[") {
		return b, false
	}
	b.counts, b.maxNamed = map[string]int{}, maxNamed
	decoder := json.NewDecoder(strings.NewReader(trimmed))
	if _, err := decoder.Token(); err != nil {
		return b, false
	}
	for decoder.More() {
		var raw json.RawMessage
		if decoder.Decode(&raw) != nil || !b.add(raw) {
			return b, false
		}
	}
	if _, err := decoder.Token(); err != nil {
		return b, false
	}
	_, err := decoder.Token()
	return b, errors.Is(err, io.EOF)
}

// onlyArray returns the only array in an object. It is empty when the object has
// no array, or several.
func onlyArray(text string) (array string) {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) != nil {
		return ""
	}
	for _, value := range object {
		if bytes.HasPrefix(value, []byte("[")) {
			if array != "" {
				return ""
			}
			array = string(value)
		}
	}
	return array
}

// add adds an element of the list. It reports false when the element is neither a
// ticket nor a notice.
func (b *boardSummary) add(raw json.RawMessage) bool {
	var t ticket
	if !bytes.HasPrefix(raw, []byte("{")) || json.Unmarshal(raw, &t) != nil {
		var text string
		if json.Unmarshal(raw, &text) != nil || !isNotice(text) {
			return false
		}
		b.notices = append(b.notices, text)
		return true
	}
	t.index, t.updated = b.tickets, updateTime(t.Updated, t.UpdatedCamel)
	b.tickets++
	if t.index < b.maxNamed {
		b.first = append(b.first, t)
	}
	status := t.status()
	if b.counts[status] == 0 {
		b.order = append(b.order, status)
	}
	b.counts[status]++
	if status != "done" && status != "archived" {
		b.hasUntimed = b.hasUntimed || t.updated.IsZero()
		b.addOpen(t)
	}
	return true
}

// addOpen inserts an open ticket, unless maxOpenTickets have later updates. Of two
// tickets with the same time, the first one remains first.
func (b *boardSummary) addOpen(t ticket) {
	at := len(b.open)
	for at > 0 && b.open[at-1].updated.Before(t.updated) {
		at--
	}
	if at < maxOpenTickets {
		b.open = slices.Insert(b.open, at, t)
		b.open = b.open[:min(len(b.open), maxOpenTickets)]
	}
}

// status returns the status of the ticket, or "unknown" when there is none.
func (t ticket) status() string { return textOr(t.Status, "unknown") }

// textOr returns a text or a number as text, and fallback for other values.
func textOr(value any, fallback string) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprint(v)
	}
	return fallback
}

// shortTitle returns a title on one line, of which the end is cut when it is
// long.
func shortTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if end := offsetAfter(title, maxTitle); end < len(title) {
		return title[:end] + "…"
	}
	return title
}
