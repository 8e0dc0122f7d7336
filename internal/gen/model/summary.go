package model

// capabilityNames are the user-facing names of capabilities, by the names of the
// constants of package runtime.
var capabilityNames = map[string]string{
	"KindRead": "fs:read", "KindWrite": "fs:write", "KindNetwork": "network", "KindProcess": "process",
	"KindSecrets": "secrets", "KindStorage": "storage", "KindAttachments": "attachments",
}

// Capabilities returns the names of the capabilities of the tool, such as
// "fs:read", in a fixed order. The result is never nil.
func (t *Tool) Capabilities() []string {
	names := []string{}
	if t.Behaviour.Needs != nil {
		for _, kind := range t.Behaviour.Needs.Kinds {
			names = append(names, capabilityNames[kind])
		}
	}
	return names
}

// Hints returns the names of the hint directives of the tool, in a fixed order.
// The result is never nil.
func (t *Tool) Hints() []string {
	b := &t.Behaviour
	names := []string{}
	for _, hint := range []struct {
		name  string
		holds bool
	}{
		{"read-only", b.ReadOnly},
		{"destructive", b.Destructive},
		{"idempotent", b.Idempotent},
		{"open-world", b.OpenWorld},
		{"side-effects", b.SideEffects},
	} {
		if hint.holds {
			names = append(names, hint.name)
		}
	}
	return names
}
