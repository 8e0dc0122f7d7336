package shapes

// ClockArgs is the small shape: one optional text.
//
//easyjson:json
type ClockArgs struct {
	// IANA time zone, such as "Europe/Berlin"; without it, UTC.
	Zone string `json:"zone,omitempty"`
}

// Mode says what a search returns.
type Mode string

// The modes of a search.
const (
	ModeLines Mode = "lines" // matching lines
	ModeFiles Mode = "files" // names of matching files
	ModeCount Mode = "count" // the number of matches
)

// GrepArgs is the medium shape: eight arguments with bounds and an enum.
//
//easyjson:json
type GrepArgs struct {
	// Regular expression to look for.
	Pattern string `json:"pattern" jsonschema:"minLength=1,maxLength=500"`
	// What to return.
	Mode Mode `json:"mode"`
	// Folder to search, relative to the root.
	Folder string `json:"folder,omitempty" jsonschema:"maxLength=1000"`
	// Globs of files to include.
	Include []string `json:"include,omitempty" jsonschema:"maxItems=20,minLength=1"`
	// Stop after this many matches.
	Limit int `json:"limit" jsonschema:"minimum=1,maximum=1000"`
	// Lines of context around a match.
	Context int `json:"context,omitempty" jsonschema:"minimum=0,maximum=20"`
	// Match case exactly.
	Exact bool `json:"exact,omitempty"`
	// Follow symbolic links.
	Links *bool `json:"links,omitempty"`
}

// Urgency says how soon something is due.
type Urgency string

// The urgencies.
const (
	UrgencyLow    Urgency = "low"
	UrgencyMedium Urgency = "medium"
	UrgencyHigh   Urgency = "high"
	UrgencyNow    Urgency = "now"
)

// Badge is a coloured label.
type Badge struct {
	// What it says.
	Name string `json:"name" jsonschema:"minLength=1,maxLength=50"`
	// Six hexadecimal digits.
	Color string `json:"color" jsonschema:"minLength=6,maxLength=6"`
	// What it means.
	Hint string `json:"hint,omitempty"`
}

// Phase is the part of the project that a plan belongs to.
type Phase struct {
	// Its number.
	Number int `json:"number" jsonschema:"minimum=1"`
	// Its name.
	Title string `json:"title" jsonschema:"minLength=1"`
	// When it ends, in RFC 3339.
	Due string `json:"due,omitempty"`
}

// Step is one thing to do.
type Step struct {
	// Its number.
	ID int `json:"id" jsonschema:"minimum=1"`
	// One line.
	Title string `json:"title" jsonschema:"minLength=1,maxLength=200"`
	// Whether it is finished.
	Done bool `json:"done"`
	// How soon it is due.
	Urgency Urgency `json:"urgency"`
	// Who does it.
	Owner *string `json:"owner,omitempty" jsonschema:"minLength=1"`
	// Estimate in days.
	Days float64 `json:"days" jsonschema:"minimum=0,maximum=365"`
	// Free labels.
	Tags []string `json:"tags,omitempty" jsonschema:"maxItems=10"`
}

// PlanArgs is the large shape: a nested request, about 8 KB as JSON.
//
//easyjson:json
type PlanArgs struct {
	// Who owns the project.
	Owner string `json:"owner" jsonschema:"minLength=1,maxLength=100"`
	// The project.
	Project string `json:"project" jsonschema:"minLength=1,maxLength=100"`
	// One line.
	Title string `json:"title" jsonschema:"minLength=1,maxLength=200"`
	// Text in Markdown.
	Notes string `json:"notes,omitempty" jsonschema:"maxLength=20000"`
	// Not to be published yet.
	Draft bool `json:"draft,omitempty"`
	// The phase it belongs to.
	Phase *Phase `json:"phase,omitempty"`
	// Labels of the plan.
	Badges []Badge `json:"badges,omitempty" jsonschema:"maxItems=20"`
	// Who reads it.
	Reviewers []string `json:"reviewers,omitempty" jsonschema:"maxItems=10,minLength=1"`
	// What there is to do.
	Steps []Step `json:"steps" jsonschema:"minItems=1,maxItems=100"`
	// Free keys and values.
	Labels map[string]string `json:"labels,omitempty"`
	// Counters.
	Counts map[string]int `json:"counts,omitempty"`
}
