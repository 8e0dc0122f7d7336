// Package contests holds what toolgen's runtime is compared in: executing
// batches, counting and cutting long results, registering tools and listing
// their definitions, and starting a process. cmd/table measures them.
package contests

// Contest is one table: what is done in several ways, with several loads.
type Contest struct {
	// Title says what is done, and what toolgen may take at most.
	Title string
	// Loads name the columns.
	Loads []string
	// Ways are the rows. The first is what the others are measured against.
	Ways []Way
	// Calls is how many calls a load has, by which allocations are divided;
	// nil for loads that are one piece.
	Calls []int
	// Runs is how often each way is run, one after the other in turn, where a
	// single run is long enough to be measured; zero leaves it to the rounds.
	Runs int
	// Close frees what the ways hold; nil for nothing.
	Close func() error
}

// Way is one way to do it.
type Way struct {
	// Name is the library's, and where it has several ways, which of them.
	Name string
	// Run does it once, for each load. None is safe for concurrent use.
	Run []func() error
}

// All sets the contests up. Whoever calls it closes them.
func All() ([]Contest, error) {
	all := []Contest{Execution()}
	for _, setUp := range []func() (Contest, error){Texts, Registering, Definitions, Starting} {
		contest, err := setUp()
		if err != nil {
			return nil, err
		}
		all = append(all, contest)
	}
	return all, nil
}
