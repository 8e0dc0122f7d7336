package contract

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Class says who notices a change.
type Class string

// The classes.
const (
	Call       Class = "CALL"       // callers: a call that was valid is now refused
	Result     Class = "RESULT"     // readers of results: a value is missing, or of another type
	Text       Class = "TEXT"       // models and caches of prompts: a text, an order, or more that is accepted
	Capability Class = "CAPABILITY" // reviewers: what the tool may access
	Hint       Class = "HINT"       // clients that show or decide by hints
	Policy     Class = "POLICY"     // operators: how the runtime executes calls
)

// Classes are all classes, in the order of their importance.
var Classes = []Class{Call, Result, Capability, Policy, Hint, Text}

// Rule is a kind of change.
type Rule struct {
	ID string `json:"id"`
	// Purpose says what the rule reports and why it matters.
	Purpose string `json:"purpose"`
	Class   Class  `json:"class"`
}

// rules are all rules, in the order of their classes.
var rules = []Rule{
	{"tool-removed", "A tool is no longer there, so that its calls fail.", Call},
	{"tool-renamed", "A tool has another name: calls with the old name fail.", Call},
	{"argument-removed", "An argument is no longer accepted, and the object is closed.", Call},
	{"argument-renamed", "An argument has another name, and the old name is not an alias.", Call},
	{"argument-required", "An argument that could be omitted is required.", Call},
	{"object-closed", "Properties that are not declared are refused.", Call},
	{"type-narrowed", "Values of a JSON type are refused.", Call},
	{"enum-narrowed", "Some values of a list are refused.", Call},
	{"range-narrowed", "Some numbers are refused.", Call},
	{"length-narrowed", "Texts, lists or objects of some sizes are refused.", Call},
	{"pattern-narrowed", "Texts that do not match a regular expression are refused. Two expressions are compared by their texts.", Call},
	{"format-narrowed", "Texts in another format or encoding are refused.", Call},
	{"unique-narrowed", "Lists with equal items are refused.", Call},
	{"variant-removed", "One of the forms of a union is refused.", Call},
	{"names-narrowed", "Some names of properties are refused.", Call},
	{"schema-narrowed", "Some values are refused, in a way that no other rule describes.", Call},
	{"schema-unknown", "The schemas cannot be compared, and differ.", Call},

	{"result-removed", "The tool has no structured result any more.", Result},
	{"result-field-removed", "A field of the result is no longer there.", Result},
	{"result-field-optional", "A field of the result may be missing.", Result},
	{"result-retyped", "A value of the result may have another JSON type.", Result},
	{"result-widened", "A value of the result may be one that the old schema excludes.", Result},

	{"capability-added", "The tool has one more capability: a call can do more than before.", Capability},
	{"capability-removed", "The tool has a capability less.", Capability},
	{"access-widened", "The tool may access more files, hosts, programs, secrets or attachments.", Capability},
	{"access-narrowed", "The tool may access fewer of them, so that some calls fail.", Capability},

	{"approval-changed", "Other calls need approval, or for another reason.", Policy},
	{"policy-changed", "A directive changes how the runtime executes calls: time limits, retries, caches, order.", Policy},

	{"hint-added", "The tool has a new hint.", Hint},
	{"hint-removed", "The tool has a hint less.", Hint},

	{"tool-added", "There is a new tool: each request has its definition.", Text},
	{"title-changed", "A title has another text.", Text},
	{"description-changed", "A description has another text, which changes what models do and invalidates caches of prompts.", Text},
	{"default-changed", "The schema states another default.", Text},
	{"example-changed", "The examples differ.", Text},
	{"order-changed", "Tools, arguments or listed values are in another order, which invalidates caches of prompts.", Text},
	{"deprecation-changed", "An argument is deprecated, or not any more.", Text},
	{"group-changed", "The toolset, the category or the version of the tool differs.", Text},
	{"argument-added", "There is a new argument, which may be omitted.", Text},
	{"argument-alias", "An argument has another name, and the old name is an alias, so that old calls are accepted.", Text},
	{"schema-widened", "The arguments accept more values.", Text},
	{"result-added", "The tool has a structured result now.", Text},
	{"result-field-added", "The result has a new field.", Text},
	{"result-narrowed", "The result has fewer possible values.", Text},
}

// Rules returns the rules. The caller may change the result.
func Rules() []Rule { return slices.Clone(rules) }

// ruleOf returns the rule with an ID of the table.
func ruleOf(id string) Rule {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	return rules[i]
}

// WriteRules prints the rules as a table, in Markdown or for people.
func WriteRules(w io.Writer, markdown bool) error {
	if markdown {
		text := "| rule | class | what it reports |\n|---|---|---|\n"
		for _, r := range rules {
			text += fmt.Sprintf("| `%s` | %s | %s |\n", r.ID, r.Class, r.Purpose)
		}
		_, err := io.WriteString(w, text)
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, r.Class, r.Purpose)
	}
	return table.Flush()
}
