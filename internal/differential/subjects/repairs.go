package subjects

// Renamed has fields with aliases.
type Renamed struct {
	Path string `json:"path" tool:"alias=file,alias=filename"`
	Line *int   `json:"line" tool:"alias=row"`
}

// RenamedArgs has fields with aliases.
type RenamedArgs struct {
	Query string    `json:"query" tool:"alias=q,alias=text"`
	Kind  Kind      `json:"kind,omitzero" tool:"alias=type" jsonschema:"default=task"`
	Files []Renamed `json:"files,omitzero" tool:"alias=paths"`
	Limit *int      `json:"limit" tool:"alias=max" jsonschema:"maximum=9"`
}

// Rename takes RenamedArgs.
//
//tool:register
func Rename(RenamedArgs) {}

// StrictArgs has fields for all kinds of repairs.
type StrictArgs struct {
	Query string         `json:"query" tool:"alias=q"`
	Kind  Kind           `json:"kind,omitzero"`
	Limit *int           `json:"limit"`
	List  []string       `json:"list,omitzero"`
	Yes   bool           `json:"yes,omitzero"`
	Point *Point         `json:"point"`
	Table map[string]int `json:"table,omitzero"`
}

// Strict takes StrictArgs, and repairs nothing.
//
//tool:register
//tool:no-repair
func Strict(StrictArgs) {}

// RequestArgs has the size of the arguments of a typical tool.
type RequestArgs struct {
	Title    string            `json:"title" jsonschema:"minLength=1,maxLength=64"`
	Body     string            `json:"body,omitzero"`
	Kind     Kind              `json:"kind,omitzero" jsonschema:"default=task"`
	Level    Level             `json:"level,omitzero"`
	Labels   []string          `json:"labels,omitzero" jsonschema:"maxItems=5,uniqueItems,maxLength=10"`
	Estimate float64           `json:"estimate,omitzero" jsonschema:"minimum=0,multipleOf=0.5"`
	Assigned *string           `json:"assigned" jsonschema:"format=email"`
	Watchers map[Slug]bool     `json:"watchers,omitzero"`
	Files    []Renamed         `json:"files,omitzero"`
	Meta     map[string]string `json:"meta,omitzero"`
	Draft    bool              `json:"draft,omitzero"`
}

// Request takes RequestArgs.
//
//tool:register
func Request(RequestArgs) {}

// PlanArgs has unions, recursion, maps and constraints together.
type PlanArgs struct {
	Goal    string           `json:"goal" jsonschema:"minLength=1"`
	Steps   []Action         `json:"steps" jsonschema:"minItems=1,maxItems=20"`
	Formula Expr             `json:"formula,omitzero"`
	Shapes  map[string]Shape `json:"shapes,omitzero"`
	Tree    *Tree            `json:"tree"`
	People  []*Person        `json:"people,omitzero"`
	Request *RequestArgs     `json:"request"`
	Colors  map[Color]Level  `json:"colors,omitzero"`
	Free    Payload          `json:"free,omitzero"`
	Filter  Filter           `json:"filter,omitzero"`
	Data    []byte           `json:"data,omitzero"`
}

// Plan takes PlanArgs.
//
//tool:register
func Plan(PlanArgs) {}
