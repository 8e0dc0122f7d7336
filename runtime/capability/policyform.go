package capability

import "github.com/toolgen/toolgen/internal/wire"

// policyVersion is the version of the JSON forms of FilePolicy and NetworkPolicy.
const policyVersion = 1

func (p *FilePolicy) form() []wire.Field {
	return []wire.Field{{Name: "read", Value: &p.Read}, {Name: "write", Value: &p.Write}, {Name: "deny", Value: &p.Deny}}
}

// MarshalJSON writes {"version":1,"read":[…],"write":[…],"deny":[…]}. A path that is
// not valid UTF-8 is {"base64":"…"} in place of a string.
func (p FilePolicy) MarshalJSON() ([]byte, error) { return wire.Marshal(policyVersion, p.form()...) }

// UnmarshalJSON reads the form that MarshalJSON writes, and no other: a policy that lost a
// member must not allow more. Each member is required. A missing member, null, an unknown member,
// a repeated member and another version are errors of the type
// [github.com/toolgen/toolgen/runtime.FormError]. An error leaves p unchanged. An empty list is
// read as nil.
//
// encoding/json does not call UnmarshalJSON for a missing member: a type that contains a policy in
// its own form must require the member.
func (p *FilePolicy) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, policyVersion, p.form()...)
}

func (p *NetworkPolicy) form() []wire.Field {
	return []wire.Field{{Name: "allow", Value: &p.Allow}, {Name: "deny", Value: &p.Deny}, {Name: "allow_private", Value: &p.AllowPrivate}}
}

// MarshalJSON writes {"version":1,"allow":[…],"deny":[…],"allow_private":false}.
func (p NetworkPolicy) MarshalJSON() ([]byte, error) {
	return wire.Marshal(policyVersion, p.form()...)
}

// UnmarshalJSON reads the form that MarshalJSON writes, and no other, as
// [FilePolicy.UnmarshalJSON] does.
func (p *NetworkPolicy) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, policyVersion, p.form()...)
}
