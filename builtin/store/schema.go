package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// applicationID identifies a database of this package in SQLite's header. Its
// bytes are "tlgn".
const applicationID = 0x746c676e

//go:embed schema/*.sql
var schema embed.FS

// migrations has one function per version of the schema. The first one changes
// an empty file to version 1, each other one changes a version to the next.
// Released migrations are never edited: a schema change is a new migration.
var migrations = []func(ctx context.Context, tx *sql.Tx) error{
	func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
			return err
		}
		return runScript(ctx, tx, "schema/1.sql")
	},
	func(ctx context.Context, tx *sql.Tx) error {
		if err := runScript(ctx, tx, "schema/2.sql"); err != nil {
			return err
		}
		return indexAll(ctx, tx)
	},
	func(ctx context.Context, tx *sql.Tx) error { return runScript(ctx, tx, "schema/3.sql") },
}

// runScript executes an embedded SQL file.
func runScript(ctx context.Context, tx *sql.Tx, name string) error {
	text, err := schema.ReadFile(name)
	if err == nil {
		_, err = tx.ExecContext(ctx, string(text))
	}
	return err
}

// migrate upgrades the file to the newest version, one version per transaction.
// Several processes may migrate a file at the same time.
func (s *Store) migrate(ctx context.Context) error {
	version, err := s.version(ctx)
	if err != nil || version == len(migrations) {
		return err
	}
	// The mode is stored in the file, so it is set only after version has
	// accepted the file.
	if err := s.useWAL(ctx); err != nil {
		return err
	}
	for version < len(migrations) {
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			// Another process may have migrated the file.
			if version, err = readVersion(ctx, tx); err != nil || version >= len(migrations) {
				return err
			}
			return runMigration(ctx, tx, version)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// runMigration upgrades the file from one version to the next.
func runMigration(ctx context.Context, tx *sql.Tx, from int) error {
	if err := migrations[from](ctx, tx); err != nil {
		return fmt.Errorf("upgrading from version %d: %w", from, err)
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", from+1))
	return err
}

// version returns the schema version of the file, or an error if this program
// must not use the file.
func (s *Store) version(ctx context.Context) (version int, err error) {
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		version, err = readVersion(ctx, tx)
		return err
	})
	return version, err
}

// readVersion does the same as version, in a transaction.
func readVersion(ctx context.Context, tx *sql.Tx) (version int, err error) {
	var owner, objects int
	err = tx.QueryRowContext(ctx, "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version").
		Scan(&owner, &version, &objects)
	switch {
	case err != nil:
		return 0, err
	case owner != applicationID && (owner != 0 || version != 0 || objects > 0):
		return 0, texts.Unavailable(ReasonForeign, "the file is a database of another program; the file was not changed")
	case version < 0 || version > len(migrations):
		return 0, texts.Unavailable(ReasonNewer, "the file has version %d, and this program knows versions up to %d: update the program; the file was not changed",
			version, len(migrations))
	}
	return version, nil
}

// useWAL enables write-ahead logging. If the file system does not support it,
// SQLite keeps its rollback journal, which is as safe.
func (s *Store) useWAL(ctx context.Context) error {
	return s.retry(ctx, time.Now().Add(s.busyTimeout), func() error {
		_, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		return err
	})
}
