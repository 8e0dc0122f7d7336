-- Comments on tickets, numbered from 1 for each ticket.

CREATE TABLE comments (
	scope TEXT NOT NULL,
	owner TEXT NOT NULL,
	ticket INTEGER NOT NULL,
	number INTEGER NOT NULL,
	author TEXT NOT NULL,
	text TEXT NOT NULL,
	written_at INTEGER NOT NULL,
	PRIMARY KEY (scope, owner, ticket, number),
	FOREIGN KEY (scope, owner, ticket) REFERENCES tickets (scope, owner, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
