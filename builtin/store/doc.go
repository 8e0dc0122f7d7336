// Package store has the tools that keep data between calls: notes
// (memory_read, memory_write), the messages of past sessions (session_search),
// one to-do list per session (todo_add, todo_update, todo_list, todo_clear) and
// a board of tickets (kanban_list, kanban_add, kanban_move). All are methods of
// a Store, which keeps everything in one SQLite file.
//
//	s, err := store.Open("/var/lib/agent/store.db", nil)
//	// … pass s to the generated registry, and record the messages of a session:
//	err = s.AppendMessages(ctx, store.Message{Personality: "ada", Session: "s1", Role: "user", Text: text})
//
// # Owners
//
// The runtime.Call determines which data a tool reads and writes. No argument
// of the model can change that:
//
//   - a note belongs to the session, personality, team or memory scope of the
//     call; the argument scope selects which of these;
//   - session_search finds messages of the call's personality and team, from
//     every session except the current one;
//   - a to-do list belongs to the call's session;
//   - a board belongs to the call's team, or to its personality if the call has
//     no team.
//
// A call without the required id is refused with not_available, so that calls
// of different users never share data. A program with one user sets
// Options.DefaultPersonality.
//
// # Durability and concurrency
//
// A Store is safe for concurrent use, and several processes may open the file
// at the same time. Every change is one transaction that takes the write lock
// before it reads, so that no change is lost or applied in part. The file is in
// WAL mode with synchronous=FULL: a change that a tool has confirmed survives
// the end of the process at any moment, and a power failure if the disk has
// written what it reported as written. The file must be on a local disk,
// because SQLite's WAL mode does not work on a network file system.
package store
