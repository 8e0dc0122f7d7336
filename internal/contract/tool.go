package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Format is the version of the JSON form of a list of tools. It changes when a
// member is renamed or has another meaning, and not when a member is added.
const Format = 1

// Tool describes a tool. The members of its JSON form must not be renamed, because
// programs read them.
type Tool struct {
	Format       int             `json:"format"`
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	ID           string          `json:"id,omitempty"` // of //tool:id
	Toolset      string          `json:"toolset"`
	Category     string          `json:"category,omitempty"`
	Version      string          `json:"version,omitempty"`
	Package      string          `json:"package"`
	Function     string          `json:"function"` // with the receiver type of a method: "Store.Add"
	Position     string          `json:"position"`
	Schema       json.RawMessage `json:"schema"`
	OutputSchema json.RawMessage `json:"output_schema"`
	// Aliases are other names that the decoder accepts, by the name of an argument.
	Aliases      map[string][]string `json:"aliases,omitempty"`
	Examples     []json.RawMessage   `json:"examples,omitempty"`
	Capabilities []string            `json:"capabilities"`
	Needs        *Needs              `json:"needs"`
	Approval     string              `json:"approval"`        // "always", or the function that decides
	Reason       string              `json:"approval_reason"` // the reason, if the function returns none
	Hints        []string            `json:"hints"`
	Concurrent   bool                `json:"concurrent"`
	// Policy has the texts of the directives that decide how the runtime executes
	// calls, by the name of the directive.
	Policy map[string]string `json:"policy,omitempty"`
	// Costs are the sizes of the definition, by the name of the dialect. A dialect
	// that cannot express the tool is missing.
	Costs map[string]Cost `json:"costs,omitempty"`
}

// Needs describes what a tool may access, for a security review. The members
// of its JSON form must not be renamed, because programs read them. If a list is
// missing, only the policy restricts the access.
type Needs struct {
	Read        []string `json:"read,omitempty"`
	Write       []string `json:"write,omitempty"`
	Hosts       []string `json:"hosts,omitempty"`
	Binaries    []string `json:"binaries,omitempty"`
	Secrets     []string `json:"secrets,omitempty"`
	Storage     *Storage `json:"storage,omitempty"`
	Attachments []string `json:"attachments,omitempty"`
}

// Storage is the scope of a key-value store.
type Storage struct {
	Scope string `json:"scope"`
	TTL   string `json:"ttl,omitempty"`
}

// Cost is the size of a definition, which each request with the tool contains.
type Cost struct {
	Characters int `json:"characters"`
	Tokens     int `json:"tokens"`
}

// Read reads a list of tools. It returns an error if another version of toolgen with
// another form has written the list.
func Read(text []byte) ([]Tool, error) {
	var tools []Tool
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&tools); err != nil {
		return nil, fmt.Errorf("it is not a list of tools as toolgen list --json prints it: %w", err)
	}
	if decoder.More() {
		return nil, errors.New("there is text after the list")
	}
	for i := range tools {
		if tools[i].Format != Format {
			return nil, fmt.Errorf("the tool %q has the format %d, and this version of toolgen reads the format %d; save the list again with this version", tools[i].Name, tools[i].Format, Format)
		}
	}
	return tools, nil
}
