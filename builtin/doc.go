// Package builtin puts the tools that come with toolgen into one registry, with
// the backends they need and the reducers that shorten what they answer. Each
// toolset is a package of its own below this one, which a program may as well
// wire by itself: importing this package links all of them, SQLite and the
// driver of Chromium too.
//
//	tools, err := builtin.New(&builtin.Options{StorePath: "/var/lib/agent/store.db"})
//	// …
//	defer tools.Close(ctx)
//	results := tools.ExecuteParallel(ctx, calls, &runtime.Turn{
//		Session:    session,
//		WorkingDir: "/home/ada/project",
//		Policy: runtime.Policy{
//			Files:   runtime.FilePolicy{Write: []string{"."}},
//			Network: runtime.NetworkPolicy{Allow: []string{"*"}},
//		},
//	})
//
// What tools may reach is for the policy of each turn to say: without one, no
// file and no host. Programs are not held by it: who may not run any leaves out
// the toolsets terminal and project, by Policy.Toolsets or Policy.Exclude.
//
// Two things stay closed to the tools for files where the policy opens the directory they
// are in: the store, and, for writing, the directory "skills", whose texts are instructions. An
// agent that is to write skills has a policy that names them: Write: []string{".", "skills"}.
//
// Everything is safe for concurrent use.
//
//tool:registry ./browser ./clock ./file ./project ./search ./skill ./store ./task ./terminal ./web
package builtin
