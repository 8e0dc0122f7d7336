package annotations

import "slices"

// Targets that several directives share.
const (
	tool      = Func | Method
	ownJSON   = Type | Field
	described = tool | Type | Field
)

// vocabulary is the table of all directives, grouped by what they are about.
var vocabulary = slices.Concat(identity, behaviour, hints, capabilities, types, packages)

// identity is what a tool is called and how it is described.
var identity = []Directive{
	{Name: "register", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word}},
		Help:    "Makes the function a tool; its name is the function's in snake_case unless given.",
		Example: "//tool:register search_notes", EnforcedBy: []Enforcer{Generator}},
	{Name: "id", Targets: tool, Arguments: []Argument{{Name: "id", Kind: String, Required: true}},
		Help:    "The tool's globally unique id; by default its import path, a dot and its name.",
		Example: "//tool:id example.org/notes/search", EnforcedBy: []Enforcer{Data}},
	{Name: "title", Targets: tool, Arguments: []Argument{{Name: "text", Kind: Rest, Required: true}},
		Help:    "The name that people see.",
		Example: "//tool:title Search notes", EnforcedBy: []Enforcer{Data}},
	{Name: "toolset", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word, Required: true}},
		Help:    "The group that policies allow or leave out as a whole.",
		Example: "//tool:toolset notes", EnforcedBy: []Enforcer{Data, Policy}},
	{Name: "category", Targets: tool, Arguments: []Argument{{Name: "name", Kind: Word, Required: true}},
		Help:    "The group under which people find the tool.",
		Example: "//tool:category productivity", EnforcedBy: []Enforcer{Data}},
	{Name: "version", Targets: tool, Arguments: []Argument{{Name: "version", Kind: Word, Required: true}},
		Help:    "The tool's own version.",
		Example: "//tool:version 1.2.0", EnforcedBy: []Enforcer{Data}},
	{Name: "doc", Targets: described, Arguments: []Argument{{Name: "file", Kind: MarkdownFile, Required: true}},
		Help:    "Takes the description from a Markdown file beside the source.",
		Example: "//tool:doc search.md", EnforcedBy: []Enforcer{Generator}},
	{Name: "example", Targets: tool, Arguments: []Argument{{Name: "json", Kind: JSON, Required: true}}, Repeatable: true,
		Help:    "The arguments of a valid call, checked when generating.",
		Example: `//tool:example {"query": "plants", "limit": 3}`, EnforcedBy: []Enforcer{Generator, Data}},
}

// behaviour is what the runtime does around a call.
var behaviour = []Directive{
	{Name: "max-result-chars", Targets: tool, Arguments: []Argument{{Name: "count", Kind: Integer, Required: true}},
		Help:    "The most characters (code points) of a result.",
		Example: "//tool:max-result-chars 8000", EnforcedBy: []Enforcer{Budget}},
	{Name: "timeout", Targets: tool, Arguments: []Argument{{Name: "duration", Kind: Duration, Required: true}},
		Help:    "The deadline of one call.",
		Example: "//tool:timeout 30s", EnforcedBy: []Enforcer{Executor}},
	{Name: "retry", Targets: tool, Arguments: []Argument{
		{Name: "count", Kind: Integer, Required: true, Minimum: 1},
		{Name: "backoff", Kind: Duration, Key: true}},
		Help:    "Repeats a call that ended with execution_failed; only with idempotent.",
		Example: "//tool:retry 3 backoff=500ms", EnforcedBy: []Enforcer{Executor}},
	{Name: "cache", Targets: tool, Arguments: []Argument{
		{Name: "ttl", Kind: Duration, Key: true},
		{Name: "key", Kind: Property, Key: true, List: true}},
		Help:    "Keeps results, by default for 5 minutes and by all arguments.",
		Example: "//tool:cache ttl=10m key=city,days", EnforcedBy: []Enforcer{Executor}},
	{Name: "available", Targets: tool, Arguments: []Argument{
		{Name: "env", Kind: Variable, Key: true, List: true},
		{Name: "bin", Kind: Binary, Key: true, List: true},
		{Name: "func", Kind: Identifier, Key: true}}, NeedsArgument: true,
		Help:    "Shows and runs the tool only while all of it holds: variables set, programs on PATH, the function true.",
		Example: "//tool:available env=EXA_API_KEY bin=git,rg func=Ready", EnforcedBy: []Enforcer{Gate}},
	{Name: "always-include", Targets: tool,
		Help:    "Passes the gate of allowed names.",
		Example: "//tool:always-include", EnforcedBy: []Enforcer{Policy}},
	{Name: "requires", Targets: tool, Arguments: []Argument{{Name: "grant", Kind: String, Required: true, Repeated: true}},
		Help:    "Grants that the policy must hold, all of them.",
		Example: "//tool:requires billing:read billing:write", EnforcedBy: []Enforcer{Policy}},
	{Name: "requires-approval", Targets: tool, Arguments: []Argument{
		{Name: "func", Kind: Identifier, Key: true},
		{Name: "reason", Kind: String, Key: true}},
		Help:    "Asks a person before a call, with func only when that function of the arguments returns true or a text that says why; reason is that text otherwise.",
		Example: `//tool:requires-approval func=IsExpensive reason="spends money"`, EnforcedBy: []Enforcer{Executor}},
	{Name: "untrusted-output", Targets: tool, Arguments: []Argument{{Name: "source", Kind: Property, Key: true}},
		Help:    "Marks results as coming from outside; source is the argument that names where from.",
		Example: "//tool:untrusted-output source=url", EnforcedBy: []Enforcer{Executor}},
	{Name: "return-direct", Targets: tool,
		Help:    "Lets the agent end its turn with the result.",
		Example: "//tool:return-direct", EnforcedBy: []Enforcer{Data}},
	{Name: "exclusive", Targets: tool,
		Help:    "Runs the call alone in its batch.",
		Example: "//tool:exclusive", EnforcedBy: []Enforcer{Executor}},
	{Name: "concurrent", Targets: tool,
		Help:    "Releases the tool from the order of effects: its calls run next to calls that change what it touches, and the other way round.",
		Example: "//tool:concurrent", EnforcedBy: []Enforcer{Executor}},
	{Name: "serialize", Targets: tool, Arguments: []Argument{{Name: "field", Kind: Property, Required: true, Repeated: true}},
		Help:    "Runs calls whose values of these arguments are equal in the order of the batch.",
		Example: "//tool:serialize file_path", EnforcedBy: []Enforcer{Executor}},
	{Name: "dry-run", Targets: tool, Arguments: []Argument{{Name: "func", Kind: Identifier, Required: true}},
		Help:    "Names a function with the same parameters that says what a call would do.",
		Example: "//tool:dry-run DescribeRemoval", EnforcedBy: []Enforcer{Executor}},
	{Name: "no-repair", Targets: tool | Type,
		Help:    "Makes the decoder refuse what it would repair.",
		Example: "//tool:no-repair", EnforcedBy: []Enforcer{Generator}},
	{Name: "strict", Targets: tool | PackageClause,
		Help:    "Asks for the provider's strict mode where a dialect has one.",
		Example: "//tool:strict", EnforcedBy: []Enforcer{Generator}},
}

// hints tell the model and its host what to expect.
var hints = []Directive{
	{Name: "read-only", Targets: tool,
		Help:    "A call changes nothing.",
		Example: "//tool:read-only", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "destructive", Targets: tool,
		Help:    "A call can remove or overwrite something; implies side-effects.",
		Example: "//tool:destructive", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "idempotent", Targets: tool,
		Help:    "A second equal call changes nothing more.",
		Example: "//tool:idempotent", EnforcedBy: []Enforcer{Data}},
	{Name: "open-world", Targets: tool,
		Help:    "A call deals with things outside the application's control.",
		Example: "//tool:open-world", EnforcedBy: []Enforcer{Data, Executor}},
	{Name: "side-effects", Targets: tool,
		Help:    "A call changes something.",
		Example: "//tool:side-effects", EnforcedBy: []Enforcer{Data, Executor}},
}

// capabilities narrow what a tool may touch.
var capabilities = []Directive{
	{Name: "fs", Targets: tool, Arguments: []Argument{
		{Name: "read", Kind: Path, Key: true, List: true},
		{Name: "write", Kind: Path, Key: true, List: true}},
		Help:    "Narrows reading and writing to these paths, relative to the working directory, as far as policy allows them; policy alone decides otherwise.",
		Example: "//tool:fs read=docs,src write=out", EnforcedBy: []Enforcer{Capability}},
	{Name: "network", Targets: tool, Arguments: []Argument{{Name: "host", Kind: Host, Required: true, Repeated: true}},
		Help:    "Hosts the tool may reach; * is every host that policy allows.",
		Example: "//tool:network api.example.com *.example.org", EnforcedBy: []Enforcer{Capability}},
	{Name: "process", Targets: tool, Arguments: []Argument{{Name: "binary", Kind: Binary, Required: true, Repeated: true}},
		Help:    "Programs the tool may run.",
		Example: "//tool:process git go", EnforcedBy: []Enforcer{Capability}},
	{Name: "secrets", Targets: tool, Arguments: []Argument{{Name: "reference", Kind: Reference, Required: true, Repeated: true}},
		Help:    "Secrets the tool may read: exact references, or prefixes that end in /*.",
		Example: "//tool:secrets providers/exa/*", EnforcedBy: []Enforcer{Capability}},
	{Name: "storage", Targets: tool, Arguments: []Argument{
		{Name: "scope", Kind: Word, Required: true, Words: []string{"tool-private", "session", "personality"}},
		{Name: "ttl", Kind: Duration, Key: true}},
		Help:    "Who shares the values of the key-value store, and how long they live.",
		Example: "//tool:storage session ttl=1h", EnforcedBy: []Enforcer{Capability}},
	{Name: "attachments", Targets: tool, Arguments: []Argument{
		{Name: "kind", Kind: Word, Required: true, Repeated: true, Words: []string{"image", "file", "*"}}},
		Help:    "Kinds of attachments of the turn that the tool may open.",
		Example: "//tool:attachments image file", EnforcedBy: []Enforcer{Capability}},
	{Name: "allow", Targets: tool, Arguments: []Argument{
		{Name: "capability", Kind: Word, Required: true, Words: []string{"fs", "network", "process", "secrets", "storage", "attachments", "environment", "stdout"}},
		{Name: "reason", Kind: String, Required: true}}, Repeatable: true,
		Help:    "Accepts a use of the outside world that is not declared, for the reason given.",
		Example: `//tool:allow environment "reads the proxy settings"`, EnforcedBy: []Enforcer{Vet}},
}

// types say what the JSON of a type or field is.
var types = []Directive{
	{Name: "union", Targets: Interface, Arguments: []Argument{{Name: "field", Kind: Property, Required: true}},
		Help:    "Makes a sealed interface a choice of its implementations, told apart by this field.",
		Example: "//tool:union kind", EnforcedBy: []Enforcer{Generator}},
	{Name: "schema", Targets: ownJSON, Arguments: []Argument{{Name: "json", Kind: JSON, Required: true}},
		Help:    "The JSON Schema of a type with a JSON form of its own.",
		Example: `//tool:schema {"type": "string", "pattern": "^[0-9]+$"}`, EnforcedBy: []Enforcer{Generator}},
	{Name: "any", Targets: ownJSON,
		Help:    "Takes any value, on purpose: any JSON for open types, also other values than the constants for types with constants.",
		Example: "//tool:any", EnforcedBy: []Enforcer{Generator}},
}

// packages are about all tools of a package, or of several.
var packages = []Directive{
	{Name: "registry", Targets: PackageClause, Arguments: []Argument{
		{Name: "pattern", Kind: Pattern, Required: true, Repeated: true},
		{Name: "except", Kind: Word, Key: true, List: true}},
		Help:    "Generates NewToolRegistry over the tools of these packages.",
		Example: "//tool:registry ./notes ./tools/... except=remove_note", EnforcedBy: []Enforcer{Generator}},
	{Name: "dialects", Targets: PackageClause, Arguments: []Argument{
		{Name: "dialect", Kind: Word, Required: true, Repeated: true, Words: []string{
			"mcp", "openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "gemini-json"}}},
		Help:    "Generates definitions in these dialects, and refuses tools that one of them cannot express.",
		Example: "//tool:dialects mcp openai-strict", EnforcedBy: []Enforcer{Generator}},
	{Name: "defaults", Targets: PackageClause, Arguments: []Argument{
		{Name: "toolset", Kind: Word, Key: true},
		{Name: "prefix", Kind: Word, Key: true},
		{Name: "timeout", Kind: Duration, Key: true},
		{Name: "max-result-chars", Kind: Integer, Key: true},
		{Name: "tools", Kind: Identifier, Key: true},
		{Name: "tools", Kind: Identifier, Key: true, Qualified: true}}, NeedsArgument: true,
		Help:    "What holds for all tools of the package, and the names of the generated functions.",
		Example: "//tool:defaults toolset=notes timeout=30s Store.tools=NoteTools", EnforcedBy: []Enforcer{Generator}},
}
