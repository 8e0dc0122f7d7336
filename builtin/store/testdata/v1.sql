-- A file of version 1, as it was released: schema and content. Never changed.
PRAGMA application_id = 1953261422;
PRAGMA user_version = 1;
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
INSERT INTO memory VALUES ('personality', 'ada', 'deploy', 'make release', 1767225600000);
INSERT INTO sessions VALUES (1, 'ada', '', 'old'), (2, 'bob', '', 'other');
INSERT INTO messages VALUES
	(1, 1, 'user', 'How do we deploy the parser?', 1767225600000),
	(2, 1, 'assistant', '東京タワーの高さは三百三十三メートルです。', 1767225601000),
	(3, 2, 'user', 'A secret about the parser of Bob', 1767225602000);
INSERT INTO todo VALUES ('now', 1, 'Write the test', 'in_progress', 1767225600000);
INSERT INTO tickets VALUES ('personality', 'ada', 1, 'Parser loses comments', '', 'todo', '', 'high', 1767225600000, 1767225600000);
