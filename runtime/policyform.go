package runtime

import (
	"errors"

	"github.com/toolgen/toolgen/internal/wire"
)

// anyName is the JSON value of [Names] that allow every name.
const anyName = "*"

// MarshalJSON writes "*" if every name is allowed, and otherwise the list of
// the allowed names: [] allows no name, and ["*"] only the name *.
func (n Names) MarshalJSON() ([]byte, error) {
	if !n.restricted {
		return wire.MarshalValue(new(anyName))
	}
	return wire.MarshalValue(&n.only)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text, including
// null, it returns a [*FormError] and leaves n unchanged.
//
// encoding/json does not call UnmarshalJSON for a missing member, and the zero
// value allows every name. A type with a field of this type must therefore
// require the member in its own form.
func (n *Names) UnmarshalJSON(data []byte) error {
	var text string
	if err := wire.UnmarshalValue(data, &text); err == nil && text == anyName {
		*n = Names{}
		return nil
	}
	var only []string
	err := wire.UnmarshalValue(data, &only)
	if form, ok := errors.AsType[*FormError](err); ok && form.Problem == FormValue && form.Member == "" {
		return &FormError{Problem: FormValue, Detail: `want "` + anyName + `" or a list of names`}
	}
	if err != nil {
		return err
	}
	*n = Names{only: only, restricted: true}
	return nil
}

// jsonFields returns the members of the JSON form.
func (p *Policy) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "tools", Value: &p.Tools},
		{Name: "toolsets", Value: &p.Toolsets},
		{Name: "mcp_servers", Value: &p.MCPServers},
		{Name: "mcp_tools", Value: &p.MCPTools},
		{Name: "plugins", Value: &p.Plugins},
		{Name: "exclude", Value: &p.Exclude},
		{Name: "grants", Value: &p.Grants},
		{Name: "files", Value: &p.Files},
		{Name: "network", Value: &p.Network},
	}
}

// MarshalJSON writes {"version":1,"tools":"*",…} with a member for each field.
// It returns an error if the name of a server in MCPTools is not valid UTF-8.
func (p Policy) MarshalJSON() ([]byte, error) { return wire.Marshal(policyVersion, p.jsonFields()...) }

// UnmarshalJSON reads the form of MarshalJSON. Each member is required, because
// a policy without one would allow more. A missing member, null, an unknown
// member, a repeated member and another version are a [*FormError] and leave p
// unchanged. Empty lists and maps are read as nil. The form has no checksum:
// UnmarshalJSON cannot detect that a name was changed in storage.
//
// The zero value allows almost every tool: do not use p after an error.
// encoding/json does not call UnmarshalJSON for a missing member. A type with a
// field of this type must therefore require the member in its own form, for
// example with a pointer that must not be nil.
func (p *Policy) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, policyVersion, p.jsonFields()...)
}
