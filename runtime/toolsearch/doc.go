// Package toolsearch offers tools only when a model needs them. With hundreds of
// tools, their definitions fill the context of a model, which then chooses worse. A
// [Finder] shows the model some tools and the tool find_tools, which searches in all
// others by their names, descriptions and arguments. The tools that it finds are
// shown from the next turn on.
//
//	finder := toolsearch.New(registry, &toolsearch.Options{Always: []string{"read_file"}})
//	err := registry.Register(finder.Tool())
//	// … for each request to the model:
//	turn.Visible = finder.Visible(turn)
//	definitions := registry.TurnDefinitions(turn)
//
// The search ranks by BM25 over stems of words and common synonyms. It uses no
// model and no network. The index is built at the first search, and again when the
// tools change: for 200 tools that takes about three milliseconds, so that an index
// from the generator, which would not know the tools of servers, is not needed.
//
// All exported functions and methods are safe for concurrent use.
package toolsearch
