package store

import "database/sql"

// SnippetBytes is the maximum length of a snippet without its marks.
const SnippetBytes = maxSnippetBytes

// DB returns the store's database, for tests that read or change it directly.
func (s *Store) DB() *sql.DB { return s.db }

// Snippet returns the part of a text that session_search shows for a query.
func Snippet(query, text string) (string, error) {
	terms, err := parseQuery("query", query)
	if err != nil {
		return "", err
	}
	return snippet(text, terms, func(text string) string { return text }), nil
}

// MatchExpression returns a query in the language of FTS5.
func MatchExpression(query string) (string, error) {
	terms, err := parseQuery("query", query)
	return matchExpression(terms), err
}
