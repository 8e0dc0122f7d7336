-- Times are milliseconds since 1970, UTC. An owner is the id of a session,
-- personality or team, as its scope says.

CREATE TABLE memory (
	scope TEXT NOT NULL,
	owner TEXT NOT NULL,
	key TEXT NOT NULL,
	content TEXT NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (scope, owner, key)
) STRICT;

CREATE TABLE sessions (
	number INTEGER PRIMARY KEY,
	personality TEXT NOT NULL,
	team TEXT NOT NULL,
	id TEXT NOT NULL,
	UNIQUE (personality, team, id)
) STRICT;

CREATE TABLE messages (
	id INTEGER PRIMARY KEY,
	session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
	role TEXT NOT NULL,
	text TEXT NOT NULL,
	written_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_session ON messages (session);

CREATE TABLE todo (
	session TEXT NOT NULL,
	id INTEGER NOT NULL,
	text TEXT NOT NULL,
	status TEXT NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX todo_one_in_progress ON todo (session) WHERE status = 'in_progress';

CREATE TABLE tickets (
	scope TEXT NOT NULL,
	owner TEXT NOT NULL,
	id INTEGER NOT NULL,
	title TEXT NOT NULL,
	description TEXT NOT NULL,
	status TEXT NOT NULL,
	assignee TEXT NOT NULL,
	priority TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (scope, owner, id)
) STRICT;
