package decode

// RepairKind is the stable name of a kind of repair.
type RepairKind string

// The repairs. None of them loses information.
const (
	RepairNull     RepairKind = "null_dropped"     // null for an optional argument: absent
	RepairNumber   RepairKind = "number_in_string" // "5" for a number
	RepairBool     RepairKind = "bool_in_string"   // "true" for a boolean
	RepairJSON     RepairKind = "json_in_string"   // a JSON text in a string for an object or array
	RepairWrap     RepairKind = "single_value"     // one value for an array of it
	RepairEnumCase RepairKind = "enum_case"        // an enum value in another case
	RepairAlias    RepairKind = "alias"            // another name of an argument
	RepairEntries  RepairKind = "entries"          // a list of keys with values for an object
)

// Repair is one change to the arguments before they were read.
type Repair struct {
	// Path is the way to the value, as in [Problem].
	Path string `json:"path"`

	// Kind is the kind of repair.
	Kind RepairKind `json:"kind"`

	// From and To are the JSON before and after, written as Got in [Problem].
	// To is empty when a member was dropped; for an alias both are names.
	From string `json:"from"`
	To   string `json:"to,omitempty"`
}
