// Package builtin puts the built-in tools of toolgen into one registry, with the backends that
// they need and the reducers that shorten their results. Each toolset is a package below this
// one, and a program can also wire single toolsets. A program that imports this package links all
// of them, including SQLite and the driver of Chromium.
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
// The policy of each turn decides which files and hosts tools can reach; a policy without entries
// allows none. The policy does not restrict what programs do: to prevent programs, leave out
// the toolsets terminal and project with Policy.Toolsets or Policy.Exclude.
//
// The file tools cannot open two things even if the policy opens their directory: the store, and,
// for writing, the directory "skills", because the texts of skills are instructions. For an agent
// that writes skills the policy must name that directory: Write: []string{".", "skills"}.
//
// All exported functions and methods are safe for concurrent use.
//
//tool:registry ./browser ./clock ./file ./project ./search ./skill ./store ./task ./terminal ./web
package builtin
