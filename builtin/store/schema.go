package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// application marks our databases in SQLite's header: "tlgn".
const application = 0x746c676e

//go:embed schema/*.sql
var schema embed.FS

// migrations lead from each version of the schema to the next, the first one
// from an empty file to version 1. A step that was released is never changed
// again: what is new is a further step.
var migrations = []func(ctx context.Context, tx *sql.Tx) error{
	func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", application)); err != nil {
			return err
		}
		return script(ctx, tx, "schema/1.sql")
	},
	func(ctx context.Context, tx *sql.Tx) error {
		if err := script(ctx, tx, "schema/2.sql"); err != nil {
			return err
		}
		return indexAll(ctx, tx)
	},
}

func script(ctx context.Context, tx *sql.Tx, name string) error {
	text, err := schema.ReadFile(name)
	if err == nil {
		_, err = tx.ExecContext(ctx, string(text))
	}
	return err
}

// migrate brings the file to the newest version, a step and a transaction at a
// time; several processes may do so at once.
func (s *Store) migrate(ctx context.Context) error {
	version, err := s.version(ctx)
	if err != nil || version == len(migrations) {
		return err
	}
	// Only now that the file is known to be ours: the mode is kept in it.
	if err := s.useWAL(ctx); err != nil {
		return err
	}
	for version < len(migrations) {
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			// Another process may have been here.
			if version, err = versionOf(ctx, tx); err != nil || version >= len(migrations) {
				return err
			}
			return upgrade(ctx, tx, version)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// upgrade makes one step.
func upgrade(ctx context.Context, tx *sql.Tx, from int) error {
	if err := migrations[from](ctx, tx); err != nil {
		return fmt.Errorf("upgrading from version %d: %w", from, err)
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", from+1))
	return err
}

// version is the file's version, or why it is none of ours.
func (s *Store) version(ctx context.Context) (version int, err error) {
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		version, err = versionOf(ctx, tx)
		return err
	})
	return version, err
}

func versionOf(ctx context.Context, tx *sql.Tx) (version int, err error) {
	var owner, objects int
	err = tx.QueryRowContext(ctx, "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version").
		Scan(&owner, &version, &objects)
	switch {
	case err != nil:
		return 0, err
	case owner != application && (owner != 0 || version != 0 || objects > 0):
		return 0, texts.Unavailable(ReasonForeign, "the file is a database of another program; it was not changed")
	case version < 0 || version > len(migrations):
		return 0, texts.Unavailable(ReasonNewer, "the file has version %d, and this program knows versions up to %d: update the program; the file was not changed",
			version, len(migrations))
	}
	return version, nil
}

// useWAL switches to write-ahead logging, where the file system can do it;
// elsewhere SQLite stays with its rollback journal, which is as safe.
func (s *Store) useWAL(ctx context.Context) error {
	return s.retry(ctx, time.Now().Add(s.busy), func() error {
		_, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		return err
	})
}
