package store

import (
	"cmp"
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// MaxComments is the maximum number of comments of a ticket.
const MaxComments = 100

// Comment is a comment on a ticket.
type Comment struct {
	// Author is the personality of the call, or its agent, if it has one.
	Author string
	Text   string
	At     time.Time
}

// String returns the author and the time, a colon and the text.
func (c Comment) String() string {
	return strings.TrimSpace(texts.OneLine(c.Author)+" "+c.At.Format(time.RFC3339)) + ": " + c.Text
}

// The SQL statements for the table comments.
const (
	listCommentsSQL  = `SELECT ticket, author, text, written_at FROM comments WHERE scope = ? AND owner = ? ORDER BY ticket, number`
	ticketCommentSQL = `SELECT ticket, author, text, written_at FROM comments WHERE scope = ? AND owner = ? AND ticket = ? ORDER BY number`
	addCommentSQL    = `INSERT INTO comments (scope, owner, ticket, number, author, text, written_at)
		SELECT ?1, ?2, ?3, coalesce(max(number), 0) + 1, ?4, ?5, ?6 FROM comments WHERE scope = ?1 AND owner = ?2 AND ticket = ?3`
)

// commentRow is a comment with the id of its ticket.
type commentRow struct {
	Comment
	ticket int
}

// scanComment reads a row of listCommentsSQL or ticketCommentSQL.
func scanComment(rows *sql.Rows, c *commentRow) error {
	var written int64
	err := rows.Scan(&c.ticket, &c.Author, &c.Text, &written)
	c.At = timeFromMillis(written)
	return err
}

// loadComments returns the comments on the tickets of a board, by the id of the
// ticket. Between two comments is an empty line.
func loadComments(ctx context.Context, tx *sql.Tx, board owner) (map[int]string, error) {
	rows, err := queryAll(ctx, tx, scanComment, listCommentsSQL, board.scope, board.id)
	comments := make(map[int]string)
	for _, row := range rows {
		comments[row.ticket] = strings.TrimPrefix(comments[row.ticket]+"\n\n"+row.String(), "\n\n")
	}
	return comments, err
}

// newComment returns the comment that the arguments add. It is empty if they have
// none, or if it is equal to the last comment of the ticket, so that a repeated
// call adds a comment once.
func (s *Store) newComment(ctx context.Context, tx *sql.Tx, call *runtime.Call, board owner, args KanbanMoveArgs) (c Comment, err error) {
	if args.Comment == "" {
		return c, nil
	}
	author := cmp.Or(call.PersonalityID(), call.AgentID(), s.defaultPersonality)
	rows, err := queryAll(ctx, tx, scanComment, ticketCommentSQL, board.scope, board.id, args.ID)
	switch last := len(rows) - 1; {
	case err != nil:
		return c, err
	case last >= 0 && rows[last].Text == args.Comment && rows[last].Author == author:
		return c, nil
	case len(rows) >= MaxComments:
		return c, texts.Failure(ReasonLimit, "comment", "ticket %d has %d comments, which is the maximum: change its description instead", args.ID, MaxComments)
	}
	return Comment{Author: author, Text: args.Comment, At: s.currentTime()}, nil
}

// insert writes the comment.
func (c Comment) insert(ctx context.Context, tx *sql.Tx, board owner, ticket int) error {
	_, err := tx.ExecContext(ctx, addCommentSQL, board.scope, board.id, ticket, c.Author, c.Text, c.At.UnixMilli())
	return err
}
