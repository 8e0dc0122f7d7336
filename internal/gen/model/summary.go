package model

// capabilityNames are the names that people read, by the runtime's constants.
var capabilityNames = map[string]string{
	"KindRead": "fs:read", "KindWrite": "fs:write", "KindNetwork": "network", "KindProcess": "process",
	"KindSecrets": "secrets", "KindStorage": "storage", "KindAttachments": "attachments",
}

// Capabilities are the names of what the tool may touch, such as "fs:read", in
// a fixed order; never nil.
func (t *Tool) Capabilities() []string {
	names := []string{}
	if t.Behaviour.Needs != nil {
		for _, kind := range t.Behaviour.Needs.Kinds {
			names = append(names, capabilityNames[kind])
		}
	}
	return names
}

// Hints are the names of the hint directives that hold, in a fixed order; never
// nil.
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
