package session

import "time"

// clientTitle is the title of the session of an MCP client in lists.
const clientTitle = "an MCP client"

// AddClient adds the session of an MCP client, which has changes of files and texts, but no entries. It does nothing if
// there is a session with the id.
func (s *Store) AddClient(id, dir string) error {
	now := time.Now().UnixMilli()
	_, err := s.db.Exec(`INSERT INTO sessions (id, dir, parent, created, updated, title) VALUES (?, ?, '', ?, ?, ?)
		ON CONFLICT DO NOTHING`, id, dir, now, now, clientTitle)
	return err
}

// RemoveClient removes the session of an MCP client if no file was changed in it. Other sessions stay, because a user can
// resume them to undo the changes.
func (s *Store) RemoveClient(id string) error {
	_, err := s.db.Exec(`DELETE FROM sessions WHERE id = ? AND title = ? AND NOT EXISTS (SELECT 1 FROM changes WHERE session = id)`, id, clientTitle)
	return err
}
