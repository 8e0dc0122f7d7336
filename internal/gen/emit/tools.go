package emit

import (
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// tools declares a runtime.Tool for each tool. It is a composite literal, so that
// no code runs at program start.
func (f *file) tools() {
	if len(f.pkg.Tools) == 0 {
		return
	}
	f.section("Tools.")
	for _, tool := range f.pkg.Tools {
		t := &toolWriter{literal{file: f}, tool}
		literal := composite(f.runtime("Tool"), t.members()...)
		f.add(f.line("var %s = %s", f.tooling[tool].tool, literal))
	}
}

// toolWriter writes the literal of a tool.
type toolWriter struct {
	literal
	tool *model.Tool
}

// members returns the members of the literal. The function for a receiver sets
// the members that need the receiver: see wiring.
func (t *toolWriter) members() []code {
	t.identity()
	t.behaviour()
	t.functions()
	return t.items
}

// identity adds what models see of a tool: names, texts and schemas.
func (t *toolWriter) identity() {
	names := t.tooling[t.tool]
	t.text("ID", t.tool.ID)
	t.text("Name", t.tool.Name)
	t.text("Title", t.tool.Title)
	t.text("Description", t.tool.Description)
	if t.tool.Arguments != nil {
		t.member("Input", t.line("%s", names.input))
	}
	if names.output != "" {
		t.member("Output", t.line("%s", names.output))
		t.flag("JSON", !t.tool.Result.Stringer)
	}
	t.dialectSchemas(t.projections[t.tool])
	t.text("Toolset", t.tool.Toolset)
	t.text("Category", t.tool.Category)
	t.text("Version", t.tool.Version)
}

// behaviour adds how the runtime executes the calls of a tool.
func (t *toolWriter) behaviour() {
	b := &t.tool.Behaviour
	t.texts("Requires", b.Requires)
	t.hints(b)
	t.number("MaxResultChars", b.MaxResultChars)
	t.duration("Timeout", b.Timeout)
	if b.Needs != nil {
		t.member("Needs", t.needs(b.Needs))
	}
	if b.Available != nil && !b.Available.FuncIsMethod {
		t.member("Available", t.availability(b.Available, b.Available.Func))
	}
	t.flag("AlwaysInclude", b.AlwaysInclude)
	if b.Approval != nil {
		t.member("Approval", t.approval(b.Approval))
	}
	if b.Untrusted != nil {
		t.member("Untrusted", t.untrusted(b.Untrusted))
	}
	t.flag("ReturnDirect", b.ReturnDirect)
	if b.Cache != nil {
		t.member("Cache", t.cache(b.Cache))
	}
	t.texts("Serialize", fieldNames(b.Serialize))
	t.flag("Exclusive", b.Exclusive)
	t.flag("Concurrent", b.Concurrent)
	if b.Retry != nil {
		t.member("Retry", t.retry(b.Retry))
	}
	t.flag("NoRepair", t.tool.RepairsNothing())
	t.flag("Strict", b.Strict)
	t.jsonTexts("Examples", exampleTexts(b.Examples))
}

// hints adds the hints of a tool, if it has some.
func (t *toolWriter) hints(b *model.Behaviour) {
	hints := &literal{file: t.file}
	hints.flag("ReadOnly", b.ReadOnly)
	hints.flag("Destructive", b.Destructive)
	hints.flag("Idempotent", b.Idempotent)
	hints.flag("OpenWorld", b.OpenWorld)
	hints.flag("SideEffects", b.SideEffects || b.Destructive)
	if len(hints.items) > 0 {
		t.member("Hints", compact(t.runtime("Hints"), hints.items...))
	}
}

// pointer returns the address of a literal with the members that fill adds.
func (t *toolWriter) pointer(typeName code, fill func(*toolWriter)) code {
	w := &toolWriter{literal{file: t.file}, t.tool}
	fill(w)
	if len(w.items) > 1 {
		return t.line("&%s", composite(typeName, w.items...))
	}
	return t.line("&%s", compact(typeName, w.items...))
}

// needs returns the declaration of what a tool may access.
func (t *toolWriter) needs(n *model.Needs) code {
	return t.pointer(t.qualify(capabilityPath, "Needs"), func(w *toolWriter) {
		var kinds code
		for i, kind := range n.Kinds {
			if i == 0 {
				kinds = t.qualify(capabilityPath, kind)
			} else {
				kinds = t.line("%s | %s", kinds, t.qualify(capabilityPath, kind))
			}
		}
		if kinds != nil {
			w.member("Kinds", kinds)
		}
		w.texts("Read", n.Read)
		w.texts("Write", n.Write)
		w.texts("Hosts", n.Hosts)
		w.texts("Binaries", n.Binaries)
		w.texts("Secrets", n.Secrets)
		if n.StorageScope != "" || n.StorageTTL != 0 {
			storage := &literal{file: t.file}
			storage.text("Scope", n.StorageScope)
			storage.duration("TTL", n.StorageTTL)
			w.member("Storage", compact(t.qualify(capabilityPath, "StorageNeeds"), storage.items...))
		}
		w.texts("Attachments", n.Attachments)
	})
}

// availability returns the check. Its function is the author's; an empty name
// means that there is none.
func (t *toolWriter) availability(a *model.Available, check string) code {
	return t.pointer(t.runtime("Availability"), func(w *toolWriter) {
		w.texts("Env", a.Env)
		w.texts("Binaries", a.Binaries)
		if check != "" {
			w.text("CheckName", a.Func)
			w.member("Check", t.line("%s", check))
		}
	})
}

// approval returns the declaration of when calls of a tool need approval.
func (t *toolWriter) approval(a *model.Approval) code {
	return t.pointer(t.runtime("Approval"), func(w *toolWriter) {
		if a.Func != "" {
			w.member("When", block(t.line("func(args any) (string, bool)"), t.condition(a)...))
		}
		w.text("Condition", a.Func)
		w.text("Reason", a.Reason)
	})
}

// condition returns the body of a function that calls the author's condition.
func (t *toolWriter) condition(a *model.Approval) []code {
	called := t.line("%s(%s)", a.Func, list(t.operands("args")...))
	if a.Words {
		return append(t.assignArguments("args"), t.line("text := %s", called), t.line(`return text, text != ""`))
	}
	return append(t.assignArguments("args"), t.line(`return "", %s`, called))
}

// untrusted returns the declaration that the result is text from outside.
func (t *toolWriter) untrusted(u *model.Untrusted) code {
	return t.pointer(t.runtime("Untrusted"), func(w *toolWriter) {
		if u.Source != nil {
			w.text("Field", u.Source.Name)
		}
	})
}

// cache returns the declaration of how results are cached.
func (t *toolWriter) cache(c *model.Cache) code {
	return t.pointer(t.runtime("Cache"), func(w *toolWriter) {
		w.duration("TTL", c.TTL)
		w.texts("Fields", fieldNames(c.Keys))
	})
}

// retry returns the declaration of how failed calls are repeated.
func (t *toolWriter) retry(r *model.Retry) code {
	return t.pointer(t.runtime("Retry"), func(w *toolWriter) {
		w.number("Count", r.Count)
		w.duration("Backoff", r.Backoff)
	})
}

// jsonTexts adds a member with a list of JSON texts, if it is not empty.
func (t *toolWriter) jsonTexts(name string, texts []string) {
	if len(texts) == 0 {
		return
	}
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quote(text)
	}
	t.member(name, t.line("[]string{%s}", strings.Join(quoted, ", ")))
}

// exampleTexts returns the JSON texts of examples.
func exampleTexts(examples []model.Example) []string {
	var texts []string
	for _, example := range examples {
		texts = append(texts, example.JSON)
	}
	return texts
}

// fieldNames returns the names of fields.
func fieldNames(fields []*model.Field) []string {
	var names []string
	for _, field := range fields {
		names = append(names, field.Name)
	}
	return names
}
