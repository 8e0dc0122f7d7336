package decode

import "strings"

// dialect is a draft of JSON Schema.
type dialect uint8

// The drafts, in the order of their publication.
const (
	dialect6 dialect = iota
	dialect7
	dialect2019
	dialect2020
)

// dialects have the names and the URIs of the drafts.
var dialects = [...]struct{ name, uri string }{
	dialect6:    {"draft 6", "http://json-schema.org/draft-06/schema"},
	dialect7:    {"draft 7", "http://json-schema.org/draft-07/schema"},
	dialect2019: {"draft 2019-09", "https://json-schema.org/draft/2019-09/schema"},
	dialect2020: {"draft 2020-12", "https://json-schema.org/draft/2020-12/schema"},
}

// String returns the name of the draft.
func (d dialect) String() string { return dialects[d].name }

// uri returns the URI of the draft.
func (d dialect) uri() string { return dialects[d].uri }

// readDialect reads $schema and $id of the document at i.
func (p *schemaParser) readDialect(i int) {
	p.dialect = dialect2020
	if at := p.find(i, "$id"); at >= 0 {
		id, _ := p.str(at)
		p.id = strings.TrimSuffix(id, "#")
	}
	at := p.find(i, "$schema")
	if at < 0 {
		return
	}
	uri, _ := p.str(at)
	uri = strings.TrimSuffix(uri, "#")
	for n := range dialects {
		if withoutScheme(uri) == withoutScheme(dialects[n].uri) {
			p.dialect = dialect(n)
			return
		}
	}
	p.report((*location)(nil).member("$schema"), "the draft "+p.excerpt(at)+" is not supported: use "+dialect2020.uri()+" or "+dialect7.uri())
}

// withoutScheme removes the scheme of the URI of a draft. Both schemes are in use.
func withoutScheme(uri string) string {
	return strings.TrimPrefix(strings.TrimPrefix(uri, "https:"), "http:")
}
