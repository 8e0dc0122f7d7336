-- Full-text search. The index reads the texts of messages through a view, so
-- that they are kept once. words is the text as it is indexed, where that
-- differs from the text: in scripts that do not put spaces between words.

ALTER TABLE messages ADD COLUMN words TEXT;

CREATE VIEW message_words (id, words) AS
	SELECT id, coalesce(words, text) FROM messages;

CREATE VIRTUAL TABLE message_search USING fts5 (
	words,
	content = 'message_words',
	content_rowid = 'id',
	tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER messages_inserted AFTER INSERT ON messages BEGIN
	INSERT INTO message_search (rowid, words) VALUES (new.id, coalesce(new.words, new.text));
END;
CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN
	INSERT INTO message_search (message_search, rowid, words)
		VALUES ('delete', old.id, coalesce(old.words, old.text));
END;
CREATE TRIGGER messages_updated AFTER UPDATE OF text, words ON messages BEGIN
	INSERT INTO message_search (message_search, rowid, words)
		VALUES ('delete', old.id, coalesce(old.words, old.text));
	INSERT INTO message_search (rowid, words) VALUES (new.id, coalesce(new.words, new.text));
END;
