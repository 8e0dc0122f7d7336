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
	// fewTickets are left as they are.
	fewTickets = 10
	// ticketsShown is how many open tickets are named, narrowedShown how many
	// tickets in all of a list that was narrowed.
	ticketsShown, narrowedShown = 5, 100
	// titleLength is how long their titles may be, in code points.
	titleLength = 120
)

// KanbanList reduces the results of the tool "kanban_list": over 10 tickets,
// the counts by status and the 5 open ones that were updated last, by
// their field updated_at. Tickets whose status is done or archived are not open.
// When the call narrows the list, with its arguments status, assignee or query,
// the others follow, each on a line, until 100 are named. How many are not
// named, and how to see them, is said at the end.
//
// The text is a JSON array of objects, alone or as the only array in an object;
// another text, and a failure, is left alone.
func KanbanList() runtime.Reducer {
	return &reducer{tool: "kanban_list", pass: func(call runtime.ReduceContext) Pass {
		named := 0
		if narrowed(call.Args) {
			named = narrowedShown
		}
		return func(text string) string { return tickets(text, named) }
	}}
}

// narrowed says whether the call asks for some of the tickets only.
func narrowed(args json.RawMessage) bool {
	var call struct {
		Status, Assignee, Query string
	}
	return json.Unmarshal(args, &call) == nil && call.Status+call.Assignee+call.Query != ""
}

// ticket is what is read of a ticket; numbers may stand for texts.
type ticket struct {
	ID      any    `json:"id"`
	Title   any    `json:"title"`
	Status  any    `json:"status"`
	Updated string `json:"updated_at"`
	Camel   string `json:"updatedAt"`
	// at is its place in the list.
	at int
}

// board is what is known of the tickets read so far.
type board struct {
	tickets int
	counts  map[string]int
	// order has the statuses in the order of the list.
	order []string
	// open are the open tickets that were updated last, the last one first.
	open []ticket
	// first are the first tickets of the list, open or not: as many as named.
	first []ticket
	named int
	// notices are those of the list, as strings among its elements.
	notices []string
}

// tickets sums a list of tickets up and names the open ones that were updated
// last, and then others until so many are named.
func tickets(text string, named int) string {
	b, ok := readBoard(text, named)
	if !ok || b.tickets <= fewTickets {
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
	writeTickets(&out, " Open and updated last:", b.open)
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

// ticketAdvice says how to see tickets that are not named.
var ticketAdvice = fmt.Sprintf("To see them, call kanban_list with status, assignee or query: it names up to %d, and gives up to %d whole.", narrowedShown, fewTickets)

// writeTickets writes the head and a line for each of the tickets, if any.
func writeTickets(out *strings.Builder, head string, all []ticket) {
	if len(all) > 0 {
		out.WriteString(head)
	}
	for _, t := range all {
		fmt.Fprintf(out, "\n%s: %s (%s)", orElse(t.ID, "?"), oneLine(orElse(t.Title, "(no title)")), t.status())
	}
}

// others are the first tickets that are not among the open ones named before.
func (b *board) others() []ticket {
	rest := slices.DeleteFunc(b.first, func(t ticket) bool {
		return slices.ContainsFunc(b.open, func(o ticket) bool { return o.at == t.at })
	})
	return rest[:min(len(rest), max(0, b.named-len(b.open)))]
}

// readBoard reads the array that the text is, or the only one in the object
// that it is, a ticket at a time, and keeps the first so many of them. ok is
// false when it is not a list of tickets.
func readBoard(text string, named int) (b board, ok bool) {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(trimmed, "{") {
		trimmed = onlyArray(trimmed)
	}
	if !strings.HasPrefix(trimmed, "[") {
		return b, false
	}
	b.counts, b.named = map[string]int{}, named
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

// onlyArray is the only array in an object, empty when there is none, or more.
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

// add adds an element of the list, and says whether it is a ticket or a notice.
func (b *board) add(raw json.RawMessage) bool {
	var t ticket
	if !bytes.HasPrefix(raw, []byte("{")) || json.Unmarshal(raw, &t) != nil {
		var text string
		if json.Unmarshal(raw, &text) != nil || !isNotice(text) {
			return false
		}
		b.notices = append(b.notices, text)
		return true
	}
	t.at = b.tickets
	b.tickets++
	if t.at < b.named {
		b.first = append(b.first, t)
	}
	status := t.status()
	if b.counts[status] == 0 {
		b.order = append(b.order, status)
	}
	b.counts[status]++
	if status != "done" && status != "archived" {
		b.addOpen(t)
	}
	return true
}

// addOpen puts an open ticket behind those that were not updated before it, if
// there is room.
func (b *board) addOpen(t ticket) {
	at := len(b.open)
	for at > 0 && b.open[at-1].updated().Before(t.updated()) {
		at--
	}
	if at < ticketsShown {
		b.open = slices.Insert(b.open, at, t)
		b.open = b.open[:min(len(b.open), ticketsShown)]
	}
}

// status is the ticket's status, "unknown" without one.
func (t ticket) status() string { return orElse(t.Status, "unknown") }

// updated is when the ticket was updated last; the zero time without one.
func (t ticket) updated() time.Time {
	text := t.Updated
	if text == "" {
		text = t.Camel
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// orElse is a value as text, or another text in place of none.
func orElse(value any, none string) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprint(v)
	}
	return none
}

// oneLine is a title on one line, and not too long.
func oneLine(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if end := forward(title, titleLength); end < len(title) {
		return title[:end] + "…"
	}
	return title
}
