package session

import (
	"database/sql"
	"errors"
	"time"
)

// Change is a change of a file, with what is needed to undo it.
type Change struct {
	Number int64
	// Path is the absolute path of the file.
	Path string
	// Before is the content before the change; nil if there was no file.
	Before []byte
	// After is the SHA-256 of the content after the change, in hexadecimal; empty if the file was removed.
	After string
}

// foreignTitle is the title of a session that is no conversation of this agent: an MCP client, or "agent tools".
const foreignTitle = "calls of another program"

// AddChange records a change of a file of a session with this working directory. A session that is no conversation of
// this agent is added to the list of sessions, so that a user can resume it to undo its changes.
func (s *Store) AddChange(session, dir string, c Change) error {
	now := time.Now().UnixMilli()
	return s.write(func(tx *sql.Tx) error {
		return execAll(tx, []statement{
			{`INSERT INTO sessions (id, dir, parent, created, updated, title) VALUES (?, ?, '', ?, ?, ?) ON CONFLICT DO NOTHING`,
				[]any{session, dir, now, now, foreignTitle}},
			{`INSERT INTO changes (session, path, before, after) VALUES (?, ?, ?, ?)`, []any{session, c.Path, c.Before, c.After}},
		})
	})
}

// Changes returns the changes of a session that were not undone, the last one first.
func (s *Store) Changes(session string) ([]Change, error) {
	rows, err := s.db.Query(`SELECT number, path, before, after FROM changes WHERE session = ? ORDER BY number DESC`, session)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var all []Change
	for rows.Next() {
		var c Change
		if err := rows.Scan(&c.Number, &c.Path, &c.Before, &c.After); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, s.explain(rows.Err())
}

// RemoveChange forgets a change after it was undone.
func (s *Store) RemoveChange(c *Change) error {
	_, err := s.db.Exec(`DELETE FROM changes WHERE number = ?`, c.Number)
	return err
}

// Server is an MCP server whose tools the agent uses.
type Server struct {
	Name string
	// Command is the program with its arguments, or one URL.
	Command []string
	// Pins are the digests of the definitions that the user has allowed, by tool.
	Pins map[string]string
}

// Servers returns the MCP servers, by name.
func (s *Store) Servers() ([]Server, error) {
	rows, err := s.db.Query(`SELECT name, command, pins FROM servers ORDER BY name`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var all []Server
	for rows.Next() {
		var server Server
		var command, pins []byte
		if err := rows.Scan(&server.Name, &command, &pins); err != nil {
			return nil, err
		}
		if err := errors.Join(decode(command, &server.Command), decode(pins, &server.Pins)); err != nil {
			return nil, err
		}
		all = append(all, server)
	}
	return all, s.explain(rows.Err())
}

// SetServer adds or replaces a server.
func (s *Store) SetServer(server Server) error {
	command, err := encode(server.Command)
	if err != nil {
		return err
	}
	pins, err := encode(server.Pins)
	if err != nil {
		return err
	}
	_, err = s.db.Exec(`INSERT OR REPLACE INTO servers (name, command, pins) VALUES (?, ?, ?)`, server.Name, command, pins)
	return err
}

// RemoveServer removes a server. The error is sql.ErrNoRows if there is none with the name.
func (s *Store) RemoveServer(name string) error {
	result, err := s.db.Exec(`DELETE FROM servers WHERE name = ?`, name)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, sql.ErrNoRows)
	}
	return nil
}
