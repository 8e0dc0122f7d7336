package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
)

// listSessions lists the sessions.
func listSessions(std streams, set *settings, asJSON bool) error {
	return withStore(set, func(sessions *session.Store) error {
		all, err := sessions.List()
		if err != nil {
			return err
		}
		if asJSON {
			return printJSON(std.out, all)
		}
		w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		for _, s := range all {
			fmt.Fprintf(w, "%s\t%s\t%d entries\t%s\t%s\n", s.ID, s.Updated.Local().Format(time.DateTime), s.Entries, s.Dir, s.Title)
		}
		return w.Flush()
	})
}

// forkSession copies a session.
func forkSession(_ context.Context, std streams, set *settings, operands []string) error {
	return withStore(set, func(sessions *session.Store) error {
		id, err := sessions.Fork(operands[0])
		if err != nil {
			return usageError{err}
		}
		_, err = fmt.Fprintln(std.out, id)
		return err
	})
}

// removeSession removes a session, and its messages from the database of the built-in tools.
func removeSession(ctx context.Context, _ streams, set *settings, operands []string) error {
	return withStore(set, func(sessions *session.Store) error {
		held, err := sessions.Hold(operands[0])
		if err != nil {
			return usageError{err}
		}
		messages, err := store.Open(notesPath(set), nil)
		if err != nil {
			return errors.Join(err, held.Close())
		}
		defer messages.Close()
		if err := messages.DeleteSession(ctx, session.Project(held.Dir), "", held.ID); err != nil {
			return errors.Join(err, held.Close())
		}
		return sessions.Remove(held)
	})
}

// withStore runs a function with the open store.
func withStore(set *settings, f func(*session.Store) error) error {
	sessions, err := session.Open(set.data)
	if err != nil {
		return usageError{err}
	}
	return errors.Join(f(sessions), sessions.Close())
}

// printJSON prints a value as indented JSON.
func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
