package subjects

// ListArgs contains itself through a pointer.
type ListArgs struct {
	Value int       `json:"value" jsonschema:"minimum=0"`
	Next  *ListArgs `json:"next"`
}

// List takes ListArgs.
//
//tool:register
func List(ListArgs) {}

// Tree contains itself in slices and maps.
type Tree struct {
	Name     string          `json:"name" jsonschema:"maxLength=5"`
	Left     *Tree           `json:"left,omitzero"`
	Children []*Tree         `json:"children,omitzero"`
	ByName   map[string]Tree `json:"by_name,omitzero"`
}

// TreesArgs has trees.
type TreesArgs struct {
	Root Tree            `json:"root"`
	More []Tree          `json:"more,omitzero" jsonschema:"maxItems=2"`
	Kept map[Slug][]Tree `json:"kept,omitzero"`
	One  [1]Tree         `json:"one,omitzero"`
}

// Trees takes TreesArgs.
//
//tool:register
func Trees(TreesArgs) {}

// Person and Group contain each other.
type Person struct {
	Name   string  `json:"name"`
	Groups []Group `json:"groups,omitzero"`
}

// Group contains persons.
type Group struct {
	Leader  *Person           `json:"leader"`
	Members map[string]Person `json:"members,omitzero"`
}

// MutualArgs has a Person and a Group.
type MutualArgs struct {
	Person Person `json:"person"`
	Group  *Group `json:"group"`
}

// Mutual takes MutualArgs.
//
//tool:register
func Mutual(MutualArgs) {}

// Forest is recursive without a struct.
type Forest []Forest

// Dictionary is a recursive map.
type Dictionary map[string]Dictionary

// Both is recursive through a list and a map.
type Both []map[Slug]Both

// BareArgs has recursive types without structs.
type BareArgs struct {
	Forest     Forest     `json:"forest"`
	Dictionary Dictionary `json:"dictionary,omitzero"`
	Both       Both       `json:"both,omitzero" jsonschema:"maxItems=2"`
	Unique     Forest     `json:"unique,omitzero" jsonschema:"uniqueItems"`
}

// Bare takes BareArgs.
//
//tool:register
func Bare(BareArgs) {}

// Link is generic and recursive.
type Link[T any] struct {
	Value T        `json:"value"`
	Next  *Link[T] `json:"next,omitzero"`
}

// LinksArgs has instances of Link.
type LinksArgs struct {
	Words  Link[string] `json:"words"`
	Levels *Link[Level] `json:"levels"`
	Lists  Link[[]Kind] `json:"lists,omitzero"`
}

// Links takes LinksArgs.
//
//tool:register
func Links(LinksArgs) {}

// Chain embeds a type that contains it.
type Chain struct {
	Ring
	Name string `json:"name"`
}

// Ring contains a chain.
type Ring struct {
	Chain *Chain `json:"chain,omitzero"`
	Size  uint8  `json:"size,omitzero" jsonschema:"default=1"`
}

// ChainsArgs has chains.
type ChainsArgs struct {
	Chain Chain   `json:"chain"`
	Rings []*Ring `json:"rings,omitzero"`
}

// Chains takes ChainsArgs.
//
//tool:register
func Chains(ChainsArgs) {}
