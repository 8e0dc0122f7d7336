// Package comparisons compares the runtime of toolgen with other libraries and plain
// Go: executing batches, counting and truncating long results, registering tools,
// writing their definitions, and starting a process. cmd/table measures them.
package comparisons

// Comparison is one table: a task that is done by several variants, with several
// loads.
type Comparison struct {
	// Title describes the task, and the limit for toolgen.
	Title string
	// Loads are the titles of the columns.
	Loads []string
	// Variants are the rows. The ratios of all rows are relative to the first.
	Variants []Variant
	// Calls has the number of calls of each load. The table then has allocations per
	// call. It is nil if loads have no calls.
	Calls []int
	// Runs is the number of runs of each variant, if a single run is long enough to be
	// measured. Zero means that the number of runs is chosen by the benchmark.
	Runs int
	// Close frees the resources of the variants. It may be nil.
	Close func() error
}

// Variant is one implementation of a task.
type Variant struct {
	// Name is the name of the library, and what distinguishes its variants.
	Name string
	// Run has a function for each load, which does the task once. The functions are
	// not safe for concurrent use.
	Run []func() error
}

// All sets up the comparisons. The caller must close them.
func All() ([]Comparison, error) {
	all := []Comparison{Execution()}
	for _, setUp := range []func() (Comparison, error){Batches, Texts, Registration, Definitions, Start} {
		comparison, err := setUp()
		if err != nil {
			return nil, err
		}
		all = append(all, comparison)
	}
	return all, nil
}
