// Package store holds the tools that remember: notes (memory_read,
// memory_write), what was said in past sessions (session_search), one to-do
// list per session (todo_add, todo_update, todo_list, todo_clear) and a board
// of tickets (kanban_list, kanban_add, kanban_move). All are methods of a
// Store, which keeps everything in one SQLite file.
//
//	s, err := store.Open("/var/lib/agent/store.db", nil)
//	// … hand s over where the tools are wired, and record what is said:
//	err = s.AppendMessages(ctx, store.Message{Personality: "ada", Session: "s1", Role: "user", Text: text})
//
// # Whose things a call sees
//
// What a call may see follows from the call alone, never from an argument:
//
//   - notes belong to the scope that the argument names, and to the session,
//     personality, team or memory of the call;
//   - session_search finds messages of the call's own personality in the call's
//     own team, of every session but the present one;
//   - a to-do list belongs to the call's session;
//   - a board belongs to the call's team, or to its personality where it has no
//     team.
//
// A call that lacks what is needed is refused with not_available: strangers
// never share. A program with one user gives Options.DefaultPersonality.
//
// # Durability and concurrency
//
// A Store is safe for concurrent use, and several processes may have the file
// open at once. Every change is one transaction that takes the write lock
// before it reads, so none is lost and none is done by halves. The file is in
// WAL mode with synchronous=FULL: what a tool has acknowledged survives the
// process being killed at any moment, and also a power failure, as far as the
// disk keeps what it said it had written. The file must be on a local disk:
// SQLite's WAL mode does not work over a network file system.
package store
