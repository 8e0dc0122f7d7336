package runtime

import (
	"errors"

	"github.com/toolgen/toolgen/internal/wire"
)

// anyName is the JSON of [Names] that allow every name.
const anyName = "*"

// MarshalJSON writes "*" for names without a limit, and otherwise the list of the
// names allowed: [] allows nothing, and ["*"] only the name *.
func (n Names) MarshalJSON() ([]byte, error) {
	if !n.restricted {
		return wire.MarshalValue(new(anyName))
	}
	return wire.MarshalValue(&n.only)
}

// UnmarshalJSON reads what MarshalJSON writes. Anything else, null too, is a
// [*FormError], after which n is as before.
//
// encoding/json does not call UnmarshalJSON for a member that is missing, and the zero
// value allows every name: a type that embeds names in its own form must require the
// member.
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

// MarshalJSON writes {"version":1,"tools":"*",…} with a member for each field. The
// name of a server in MCPTools that is not valid UTF-8 is an error.
func (p Policy) MarshalJSON() ([]byte, error) { return wire.Marshal(policyVersion, p.jsonFields()...) }

// UnmarshalJSON reads what MarshalJSON writes, and nothing else: a policy that lost a
// member, or that a newer program wrote, must not become wider. Each member is
// required, and null, an unknown member, a member given twice and another version are
// a [*FormError], after which p is as before. Empty lists and maps are read as nil.
// The form has no checksum: a name that changes in storage is another name.
//
// The zero value allows almost everything: do not use p after an error. encoding/json
// does not call UnmarshalJSON for a member that is missing: a type that embeds a policy
// in its own form must require the member, for example with a pointer that must not be
// nil.
func (p *Policy) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, policyVersion, p.jsonFields()...)
}
