package store

import "database/sql"

// SnippetBytes is how long a snippet is at most.
const SnippetBytes = snippetBytes

// DB is the database behind a store, for tests that look or meddle behind its
// back.
func (s *Store) DB() *sql.DB { return s.db }

// Snippet is the part of a text that a query would be shown.
func Snippet(query, text string) (string, error) {
	terms, err := parseQuery(query)
	if err != nil {
		return "", err
	}
	return snippet(text, terms), nil
}

// Match is a query in the language of FTS5.
func Match(query string) (string, error) {
	terms, err := parseQuery(query)
	return match(terms), err
}
