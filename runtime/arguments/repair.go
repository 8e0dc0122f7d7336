package arguments

// RepairKind is the stable name of a kind of repair.
type RepairKind string

// The kinds of repairs. No repair but RepairRewritten loses information.
const (
	RepairNull     RepairKind = "null_dropped"     // null for an optional argument was dropped
	RepairNumber   RepairKind = "number_in_string" // a string such as "5" became a number
	RepairBool     RepairKind = "bool_in_string"   // "true" or "false" became a boolean
	RepairJSON     RepairKind = "json_in_string"   // JSON text in a string became an object or array
	RepairWrap     RepairKind = "single_value"     // a single value became an array of one item
	RepairEnumCase RepairKind = "enum_case"        // an enum value got the case of letters that the schema has
	RepairAlias    RepairKind = "alias"            // an alias of an argument was replaced by its name
	RepairEntries  RepairKind = "entries"          // an array of keys and values became an object
	// RepairRewritten means that runtime.Options.Rewrite translated the arguments.
	RepairRewritten RepairKind = "rewritten"
)

// The kinds of repairs of a text that is not JSON. The list of repairs has the first
// repair of each of these kinds, with the path of the whole text: the arguments, or a
// string that contains JSON.
const (
	RepairFence   RepairKind = "markdown_fence" // the fences of Markdown were removed
	RepairComment RepairKind = "comment"        // a comment was removed
	RepairComma   RepairKind = "trailing_comma" // a comma before a closing bracket was removed
	RepairName    RepairKind = "bare_name"      // a name without quotes got quotes
	RepairQuotes  RepairKind = "single_quotes"  // single quotes became double quotes
	RepairLiteral RepairKind = "python_literal" // True, False or None became a literal of JSON
	RepairCutOff  RepairKind = "cut_off"        // closing brackets were added at the end
)

// Repair is one correction of arguments, made before they were decoded.
type Repair struct {
	// Path is the path of the value, as in [Problem].
	Path string `json:"path"`

	// Kind is the kind of repair.
	Kind RepairKind `json:"kind"`

	// From and To are excerpts of the JSON before and after the repair, in the
	// form of the field Got of [Problem]. To is empty when a member, a comment, a
	// comma or a fence was removed, and From when closing brackets were added. For
	// an alias both are names.
	From string `json:"from"`
	To   string `json:"to,omitempty"`
}
