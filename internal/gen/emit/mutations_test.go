package emit_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// mutation is a change of testdata/guarded.
type mutation struct {
	reason   string
	old, new string
	// guard is the name of what changed in the error message of the compiler.
	guard string
}

// mutations are changes after which the package does not compile with the old
// generated file. They change guarded.go, or far.go if it has the old text.
var mutations = []mutation{
	// Structs.
	{"field retyped", "Query   string ", "Query   []byte ", "SearchArgs"},
	{"field renamed", "Next  string", "After string", "PageOfKind"},
	{"field added", "Deep bool `json:\"deep,omitzero\"`", "Deep bool `json:\"deep,omitzero\"`; Wide bool", "Options"},
	{"field removed", "\tSlug    Slug        `json:\"slug,omitzero\"`\n", "", "SearchArgs"},
	{"fields reordered", "\tItems []T    `json:\"items\"`\n\tNext  string `json:\"next,omitzero\"`\n", "\tNext  string `json:\"next,omitzero\"`\n\tItems []T    `json:\"items\"`\n", "PageOfKind"},
	{"field no longer exported", "Deep bool", "deep bool", "Options"},
	{"unexported field added", "Limit int ", "secret int; Limit int ", "Paging"},
	{"property renamed", `json:"query"`, `json:"text"`, "searchArgs"},
	{"option of the tag dropped", `json:"limit,omitzero"`, `json:"limit"`, "paging"},
	{"constraint changed", "maximum=9", "maximum=8", "Paging"},
	{"constraint dropped", ` jsonschema:"minLength=1"`, ``, "searchArgs"},
	{"constraint added", "Next  string `json:\"next,omitzero\"`", "Next  string `json:\"next,omitzero\" jsonschema:\"maxLength=9\"`", "PageOfKind"},
	{"embedded struct changed", "Limit int ", "Limit int8 ", "Paging"},
	{"embedded struct no longer embedded", "\tPaging\n", "\tPaging Paging\n", "SearchArgs"},
	{"inline struct changed", "A int `json:\"a\"`", "A uint `json:\"a\"`", "SearchArgs"},
	{"generic field retyped", "Items []T ", "Items []*T ", "PageOfKind"},
	{"recursive field retyped", "Children []*Tree", "Children []Tree", "Tree"},
	{"another instance", "Page[Kind]", "Page[Slug]", "SearchArgs"},
	{"result's field added", "type Found struct {", "type Found struct {\n\tMore bool `json:\"more\"`", "Found"},
	{"type renamed", "Options", "Settings", "Options"},
	{"struct of another package changed", "To   int `json:\"to,omitzero\"`", "To   int `json:\"until,omitzero\"`", "FarRange"},
	{"opaque struct's field retyped", "Name string    `json:\"name\"`", "Name []byte    `json:\"name\"`", "FarSealed"},
	{"opaque struct's field removed", "\tAt   time.Time `json:\"at,omitzero\"`\n", "\tat   time.Time\n", "FarSealed"},
	{"field retyped in an opaque struct that is only embedded", "Width uint ", "Width uint8 ", "FarWindow"},
	{"promoted field of an opaque struct retyped", "Color string ", "Color []byte ", "FarWindow"},
	{"promoted field of an opaque struct removed", "Color string ", "color string ", "FarWindow"},
	{"promoted field of an opaque result retyped", "Weight int ", "Weight int8 ", "FarBox"},
	{"struct became an alias", "type Paging struct", "type Paging = struct", "Paging"},
	{"struct of another package became an alias", "type Range struct", "type Range = struct", "FarRange_alias"},
	{"struct became another kind", "type Options struct {\n\tDeep bool `json:\"deep,omitzero\"`\n}", "type Options map[string]bool", "Options"},
	// Named scalars, slices.
	{"text became a number", "type Slug string", "type Slug int", "Slug"},
	{"number of another width", "type Level uint8", "type Level uint16", "Level"},
	{"type became an alias", "type Slug string", "type Slug = string", "Slug"},
	{"enum became an alias of another package's type", "type Kind string", "type Kind = far.Other", "Kind"},
	{"other package's type became an alias", "type Unit string", "type Unit = string", "FarUnit_alias"},
	{"other package's type of another kind", "type Unit string\n\n// The units.\nconst (\n\tUnitByte Unit = \"byte\"\n\tUnitLine Unit = \"line\"\n)", "type Unit int\n\n// The units.\nconst (\n\tUnitByte Unit = 1\n\tUnitLine Unit = 2\n)", "UnitByte"},
	{"slice of something else", "type Tags []string", "type Tags []Slug", "Tags"},
	{"slice became an alias", "type Tags []string", "type Tags = []string", "Tags"},
	{"array became an alias", "type Vector [3]float64", "type Vector = [3]float64", "Vector"},
	{"map became an alias", "type Free map[string]any", "type Free = map[string]any", "Free"},
	{"interface became a number", "type Payload any", "type Payload int", "Payload"},
	// Arrays, bytes, types with their own form.
	{"array of another length", "type Vector [3]float64", "type Vector [4]float64", "Vector"},
	{"array of something else", "type Vector [3]float64", "type Vector [3]float32", "Vector"},
	{"array became a slice", "type Vector [3]float64", "type Vector []float64", "Vector"},
	{"array without a name of another length", "Grid   [2]int ", "Grid   [3]int ", "Forms"},
	{"bytes became something else", "type Blob []byte", "type Blob []rune", "Blob"},
	{"bytes became a text", "type Blob []byte", "type Blob string", "Blob"},
	{"bytes of another width", "type Octet byte", "type Octet uint16", "Octet"},
	{"bytes of a signed type", "type Octet byte", "type Octet int8", "Octet"},
	{"bytes with constants of a type with codecs", "", "func (o Octet) MarshalText() ([]byte, error) { return nil, nil }", "Octet_methods"},
	{"text no longer read", "func (c *Color) UnmarshalText(", "func (c *Color) ReadText(", "Color_UnmarshalText"},
	{"text no longer written", "func (c Color) MarshalText(", "func (c Color) WriteText(", "Color_MarshalText"},
	{"text read with another signature", "func (c *Color) UnmarshalText(text []byte) error", "func (c *Color) UnmarshalText(text string) error", "Color_UnmarshalText"},
	{"JSON added to a text", "", "func (c *Color) UnmarshalJSON([]byte) error { return nil }", "Color_methods"},
	{"text removed from a key", "func (h *Host) UnmarshalText(", "func (h *Host) ReadText(", "Host_UnmarshalText"},
	{"value of a key changed", `= "west"`, `= "left"`, "ZoneWest"},
	{"key of another type", "map[Zone]string", "map[Kind]string", "Forms"},
	{"JSON no longer read", "func (a *Amount) UnmarshalJSON(", "func (a *Amount) ReadJSON(", "Amount_UnmarshalJSON"},
	{"JSON no longer written", "func (a Amount) MarshalJSON(", "func (a Amount) WriteJSON(", "Amount_MarshalJSON"},
	{"JSON added to a map with a schema", "", "func (f *Free) UnmarshalJSON([]byte) error { return nil }", "Free_methods"},
	{"map with a schema of something else", "type Free map[string]any", "type Free map[string]string", "Free"},
	{"value with a schema became a text", "type Loose any", "type Loose string", "Loose"},
	// Unions.
	{"variant no longer implements the interface", "func (Move) isAction", "func (Move) isNone", "Move_Action"},
	{"variant became a pointer", "func (Move) isAction", "func (*Move) isAction", "Move_Action"},
	{"pointer no longer implements the interface", "func (*Copy) isAction", "func (*Copy) isNone", "Copy_Action"},
	{"interface gained a method", "interface{ isAction() }", "interface{ isAction(); more() }", "Move_Action"},
	{"method of the interface renamed", "interface{ isAction() }", "interface{ isOther() }", "Move_Action"},
	{"interface lost its method", "interface{ isAction() }", "interface{}", "Action"},
	{"interface became a struct", "interface{ isAction() }", "struct{ A int }", "Action"},
	{"variant's field retyped", "Path string ", "Path []byte ", "Copy"},
	{"variant's property renamed", `json:"path"`, `json:"file"`, "copy"},
	{"variant's discriminator changed", `= "move"`, `= "shift"`, "KindMove"},
	{"variant became another kind", "type Copy struct {\n\tPath string `json:\"path\"`\n}", "type Copy map[string]string", "Copy"},
	{"variant removed", "type Copy struct {\n\tPath string `json:\"path\"`\n}\n\nfunc (*Copy) isAction() {}", "", "Copy"},
	// Constants.
	{"value of a text changed", `= "task"`, `= "todo"`, "KindTask"},
	{"values swapped", "KindTask Kind = \"task\"\n\tKindFact Kind = \"fact\"", "KindTask Kind = \"fact\"\n\tKindFact Kind = \"task\"", "KindTask"},
	{"value of a number changed", "LevelLow Level = iota", "LevelLow Level = iota + 1", "LevelLow"},
	{"constant inserted before the sentinel", "\tLevelHigh\n", "\tLevelMid\n\tLevelHigh\n", "LevelHigh"},
	{"constant inserted at the end", "\tlevelEnd\n", "\tLevelTop\n\tlevelEnd\n", "levelEnd"},
	{"constant renamed", "KindFact", "KindTruth", "KindFact"},
	{"sentinel removed", "\tlevelEnd\n", "", "levelEnd"},
	{"constant became untyped", "KindFact Kind =", "KindFact =", "KindFact"},
	{"constant of another type", "KindFact Kind =", "KindFact Slug =", "KindFact"},
	{"other package's constant changed", `= "line"`, `= "lines"`, "UnitLine"},
	// Signatures.
	{"parameter retyped", "Add(args Options)", "Add(args Paging)", "Add"},
	{"parameter added", "Add(args Options)", "Add(ctx context.Context, args Options)", "Add"},
	{"parameter removed", "Add(args Options)", "Add()", "Add"},
	{"context removed", "Search(ctx context.Context, args SearchArgs)", "Search(args SearchArgs)", "Store_Search"},
	{"result retyped", "([]Kind, error)", "([]Slug, error)", "Shelf_List"},
	{"error dropped", "func Add(args Options) (string, error) { return \"\", nil }", "func Add(args Options) string { return \"\" }", "Add"},
	{"function removed", "func Add(", "func Plus(", "Add"},
	{"method removed", ") List(", ") Lists(", "Shelf_List"},
	{"function became a method", "func Add(", "func (Shelf) Add(", "Add"},
	{"method became a function", "func (s Shelf) List(", "func List(s Shelf, ", "Shelf_List"},
	{"receiver became a pointer", "(s Shelf) List", "(s *Shelf) List", "Shelf_List"},
	// Dry runs.
	{"dry run returns an error", "PlanPack(args PackArgs) string { return \"\" }", "PlanPack(args PackArgs) (string, error) { return \"\", nil }", "PlanPack"},
	{"dry run returns no error", "PlanSearch(ctx context.Context, args SearchArgs) (string, error) { return \"\", nil }", "PlanSearch(ctx context.Context, args SearchArgs) string { return \"\" }", "Store_PlanSearch"},
	{"dry run takes other arguments", "PlanPack(args PackArgs)", "PlanPack(args Options)", "PlanPack"},
	{"promoted dry run returns an error", "PlanList(args Options) string { return \"\" }", "PlanList(args Options) (string, error) { return \"\", nil }", "Shelf_PlanList"},
	{"dry run removed", "func PlanPack(args PackArgs) string { return \"\" }", "", "PlanPack"},
	{"dry run became a function", "func (s *Store) PlanSearch(", "func PlanSearch(", "Store_PlanSearch"},
	// Conditions of approval.
	{"condition returns a reason", "func Risky(o Options) bool { return false }", "func Risky(o Options) string { return \"\" }", "Risky"},
	{"condition gives no words", "func WhySearch(args SearchArgs) string { return \"\" }", "func WhySearch(args SearchArgs) bool { return false }", "WhySearch"},
	{"condition returns a reason of another type", "func WhySearch(args SearchArgs) string { return \"\" }", "func WhySearch(args SearchArgs) Slug { return \"\" }", "WhySearch"},
	{"condition takes other arguments", "Risky(o Options)", "Risky(o any)", "Risky"},
	{"condition returns an error, too", "func WhySearch(args SearchArgs) string { return \"\" }", "func WhySearch(args SearchArgs) (string, error) { return \"\", nil }", "WhySearch"},
	{"condition removed", "func Risky(o Options) bool { return false }", "", "Risky"},
	{"condition became a method", "func WhySearch(args SearchArgs)", "func (s *Store) WhySearch(args SearchArgs)", "WhySearch"},
	// Methods.
	{"MarshalJSON added", "", "func (o Options) MarshalJSON() ([]byte, error) { return nil, nil }", "Options_methods"},
	{"UnmarshalJSON added", "", "func (o *Options) UnmarshalJSON([]byte) error { return nil }", "Options_methods"},
	{"MarshalText added to an enum", "", "func (k Kind) MarshalText() ([]byte, error) { return nil, nil }", "Kind_methods"},
	{"UnmarshalText added to a generic type", "", "func (p *Page[T]) UnmarshalText([]byte) error { return nil }", "PageOfKind_methods"},
	{"Validate added", "", "func (o Options) Validate() error { return nil }", "Options_methods"},
	{"codec added in another package", "// Secret is what Sealed keeps.\n", "// MarshalText is new.\nfunc (Sealed) MarshalText() ([]byte, error) { return nil, nil }\n\n// Secret is.\n", "FarSealed_methods"},
	{"UnmarshalJSON added to an unexported embedded struct", "type frame struct", "func (*frame) UnmarshalJSON([]byte) error { return nil }\n\ntype frame struct", "FarWindow_methods"},
	{"MarshalText added to an unexported embedded struct", "type frame struct", "func (frame) MarshalText() ([]byte, error) { return nil, nil }\n\ntype frame struct", "FarWindow_methods"},
	{"Validate added to an unexported embedded struct", "type frame struct", "func (frame) Validate() error { return nil }\n\ntype frame struct", "PackArgs_methods"},
	{"String added to an unexported embedded struct", "type lid struct", "func (lid) String() string { return \"\" }\n\ntype lid struct", "FarBox_text"},
	{"Validate removed", "func (a *SearchArgs) Validate()", "func (a *SearchArgs) Valid()", "SearchArgs_Validate"},
	{"Validate of another type", "Validate() error { return nil }", "Validate() bool { return true }", "SearchArgs_Validate"},
	{"String added to a result", "", "func (f *Found) String() string { return \"\" }", "Found_text"},
	{"String removed from a result", "func (t *Told) String()", "func (t *Told) Text()", "Told_String"},
	{"Shutdown added", "", "func (s Shelf) Shutdown(context.Context) error { return nil }", "Shelf_shutdown"},
	{"Shutdown removed", ") Shutdown(", ") Close(", "Store_Shutdown"},
}

// harmlessChanges are changes after which the old generated file compiles and is still
// correct.
var harmlessChanges = []mutation{
	{reason: "nothing", old: "", new: ""},
	{reason: "int for int64 of the same width", old: "", new: "type Unused int64"},
	{reason: "unexported field added to an opaque struct", old: "\tsecret string", new: "\tsecret, other string"},
	{reason: "method added to a nested struct", old: "", new: "func (t Tree) Validate() error { return nil }\n\nfunc (t *Tree) String() string { return \"\" }\n\nfunc (t *Tree) Shutdown(context.Context) error { return nil }\n\nfunc (t *Tree) Depth() int { return 0 }"},
	{reason: "method added to an embedded struct", old: "", new: "func (p Paging) Validate() error { return nil }\n\nfunc (p *Paging) String() string { return \"\" }\n\nfunc (p *Paging) Depth() int { return 0 }"},
	{reason: "method added to a scalar", old: "", new: "func (s Slug) Validate() error { return nil }\n\nfunc (s Slug) String() string { return \"\" }\n\nfunc (k Kind) String() string { return \"\" }"},
	{reason: "method added to the arguments", old: "", new: "func (s SearchArgs) Check() error { return nil }\n\nfunc (o Options) String() string { return \"\" }"},
	{reason: "method added to a union", old: "", new: "func (m Move) Validate() error { return nil }\n\nfunc (c *Copy) String() string { return \"\" }"},
	{reason: "raw tag became an interpreted string", old: "Deep bool `json:\"deep,omitzero\"`", new: `Deep bool "json:\"deep,omitzero\""`},
	{reason: "other spaces in a struct", old: "Count int `json:\"count\"`", new: "Count   int   `json:\"count\"`"},
	{reason: "comment for another tool added to a type", old: "// Options is nested.\n", new: "// Options is nested.\n//nolint:revive // why\n"},
	{reason: "comment for another tool added to a function", old: "//tool:register\n//tool:requires-approval func=Risky\n//tool:dry-run PlanList\nfunc (s Shelf)", new: "//tool:register\n//tool:requires-approval func=Risky\n//tool:dry-run PlanList\n//nolint\nfunc (s Shelf)"},
	{reason: "reading changed its receiver", old: "func (c Color) MarshalText", new: "func (c *Color) MarshalText"},
}

// changesForCheck are changes after which the old generated file compiles but is
// stale. The command toolgen check reports them.
var changesForCheck = []mutation{
	{reason: "constant appended to texts", old: "", new: "const KindIdea Kind = \"idea\""},
	{reason: "constants of texts reordered", old: "\tKindTask Kind = \"task\"\n\tKindFact Kind = \"fact\"", new: "\tKindFact Kind = \"fact\"\n\tKindTask Kind = \"task\""},
	{reason: "tag changed in an opaque struct", old: "Color string `json:\"color,", new: "Color string `json:\"paint,"},
	{reason: "exported field added to an opaque struct", old: "\topen bool", new: "\topen bool\n\tMore bool"},
	{reason: "embedded struct added to an opaque struct", old: "\tclosed bool", new: "\tclosed bool\n\tframe"},
	{reason: "pointer receiver became a value", old: "(s *Store) Search", new: "(s Store) Search"},
	{reason: "comment changed", old: "// Options is nested.", new: "// Options are."},
	{reason: "variant added", old: "", new: "// Stop is new.\ntype Stop struct{}\n\nfunc (Stop) isAction() {}"},
	{reason: "variant became a value", old: "func (*Copy) isAction", new: "func (Copy) isAction"},
	{reason: "discriminator's name changed", old: "//tool:union type", new: "//tool:union kind"},
	{reason: "union no longer marked", old: "//\n//tool:union type\n", new: ""},
	{reason: "schema changed", old: `"maxProperties":2`, new: `"maxProperties":3`},
	{reason: "schema of a type with its own JSON changed", old: `//tool:schema {"type":"integer"}`, new: `//tool:schema {"type":"number"}`},
	{reason: "schema dropped", old: "//tool:schema {\"type\":[\"string\",\"integer\"]}", new: "//tool:any"},
	{reason: "reason of approval changed", old: `reason="goes deep"`, new: `reason="goes deeper"`},
	{reason: "released from the order of effects", old: "//tool:requires-approval func=WhySearch\n", new: "//tool:requires-approval func=WhySearch\n//tool:concurrent\n"},
	{reason: "repairs forbidden", old: "// Options is nested.\n", new: "// Options is nested.\n//\n//tool:no-repair\n"},
	{reason: "dialect added", old: "// Package guarded is what the tests of guards change.\n", new: "// Package guarded is what the tests of guards change.\n//\n//tool:dialects openai\n"},
	{reason: "unexported tagged field of an opaque struct", old: "\tsecret string", new: "\tsecret string\n\tMore bool `json:\"more\"`"},
}

func TestGuards(t *testing.T) {
	generated, err := emit.Package(testdataModels(t)["guarded"])
	if err != nil {
		t.Fatal(err)
	}
	author, far := source(t, "guarded/guarded.go"), source(t, "guarded/far/far.go")
	files := make(map[string]string)
	add := func(name string, m mutation) {
		mutatedAuthor, mutatedFar := mutate(t, m, author, far)
		at := func(text string) string {
			text = strings.ReplaceAll(text, testdataPath, modulePath)
			return strings.ReplaceAll(text, modulePath+"/guarded/far", modulePath+"/"+name+"/far")
		}
		files[name+"/guarded.go"] = at(mutatedAuthor)
		files[name+"/far/far.go"] = mutatedFar
		files[name+"/zz_toolgen.go"] = at(string(generated))
		files[name+"/alone/guarded.go"] = at(mutatedAuthor)
	}
	for i, m := range mutations {
		add(fmt.Sprintf("m%02d", i), m)
	}
	for i, m := range slices.Concat(harmlessChanges, changesForCheck) {
		add(fmt.Sprintf("u%02d", i), m)
	}
	for name, change := range map[string][2]string{"old": {"1 - generated.MinVersion", "0 - generated.MinVersion"}, "new": {"generated.MaxVersion - 1", "generated.MaxVersion - 2"}} {
		add(name, mutation{})
		files[name+"/zz_toolgen.go"] = strings.Replace(files[name+"/zz_toolgen.go"], change[0], change[1], 1)
	}
	output, err := newModule(t, files).run("build", "./...")
	if err == nil {
		t.Fatal("everything builds")
	}
	errors := errorsByPackage(output)
	for name, got := range errors {
		if strings.Contains(name, "/") {
			t.Errorf("%s does not build without the generated file:\n%s", name, got)
		}
	}
	for i, m := range mutations {
		got, failed := errors[fmt.Sprintf("m%02d", i)]
		switch {
		case !failed:
			t.Errorf("%s: builds", m.reason)
		case !namesGuard(got, m.guard):
			t.Errorf("%s: no message names %s_changed_run_go_generate:\n%s", m.reason, m.guard, got)
		case !strings.Contains(got, emit.FileName):
			t.Errorf("%s: no message names the generated file:\n%s", m.reason, got)
		}
	}
	for i, m := range slices.Concat(harmlessChanges, changesForCheck) {
		if got, failed := errors[fmt.Sprintf("u%02d", i)]; failed {
			t.Errorf("%s: does not build:\n%s", m.reason, got)
		}
	}
	for _, name := range []string{"old", "new"} {
		if !strings.Contains(errors[name], "EnforceVersion") {
			t.Errorf("runtime skew (%s): %s", name, errors[name])
		}
	}
}

// TestStaleFilesDiffer generates the file again after a change that compiles: it
// differs for changesForCheck only.
func TestStaleFilesDiffer(t *testing.T) {
	generated, err := emit.Package(testdataModels(t)["guarded"])
	if err != nil {
		t.Fatal(err)
	}
	author, far := source(t, "guarded/guarded.go"), source(t, "guarded/far/far.go")
	files := make(map[string]string)
	for i, m := range slices.Concat(harmlessChanges, changesForCheck) {
		name := fmt.Sprintf("u%02d", i)
		mutatedAuthor, mutatedFar := mutate(t, m, author, far)
		mutatedAuthor = strings.ReplaceAll(mutatedAuthor, testdataPath, modulePath)
		files[name+"/guarded.go"] = strings.ReplaceAll(mutatedAuthor, modulePath+"/guarded/far", modulePath+"/"+name+"/far")
		files[name+"/far/far.go"] = mutatedFar
	}
	m := newModule(t, files)
	for i, mutation := range slices.Concat(harmlessChanges, changesForCheck) {
		name := fmt.Sprintf("u%02d", i)
		again := regenerate(t, m, name)
		again = strings.ReplaceAll(again, modulePath+"/"+name, modulePath+"/guarded")
		if same := again == string(generated); same != (i < len(harmlessChanges)) {
			t.Errorf("%s: the file is the same: %t", mutation.reason, same)
		}
	}
}

// regenerate returns the generated file of a package, or the diagnostics of the
// package.
func regenerate(t *testing.T, m *module, folder string) string {
	t.Helper()
	loader := load.New(load.Config{FileName: "zz_toolgen.go", Header: emit.Header})
	loaded, diagnostics, err := loader.Load(t.Context(), m.dir, "./"+folder)
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	found, diagnostics, err := extract.Packages(t.Context(), loader, loaded)
	if err != nil {
		t.Fatal(err)
	}
	if len(diagnostics) > 0 {
		return fmt.Sprint(diagnostics)
	}
	text, err := emit.Package(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// mutate applies a mutation to the file that has its old text, and returns both
// files. If there is no old text, the new one is appended to the author's file.
func mutate(t *testing.T, m mutation, author, far string) (string, string) {
	t.Helper()
	switch {
	case m.old == "":
		return author + "\n" + m.new + "\n", far
	case strings.Contains(author, m.old):
		return strings.ReplaceAll(author, m.old, m.new), far
	case strings.Contains(far, m.old):
		return author, strings.ReplaceAll(far, m.old, m.new)
	}
	t.Fatalf("%s: %q is not in the source", m.reason, m.old)
	return "", ""
}

var packageLine = regexp.MustCompile(`(?m)^# ` + regexp.QuoteMeta(modulePath) + `/(.*)$`)

// errorsByPackage splits the output of go build by package.
func errorsByPackage(output string) map[string]string {
	errors := make(map[string]string)
	positions := packageLine.FindAllStringSubmatchIndex(output, -1)
	for i, position := range positions {
		end := len(output)
		if i+1 < len(positions) {
			end = positions[i+1][0]
		}
		errors[output[position[2]:position[3]]] = output[position[1]:end]
	}
	return errors
}

// namesGuard reports whether a message has the name of a guard, alone or with other types
// that the same guard checks.
func namesGuard(message, guard string) bool {
	what := ""
	for _, suffix := range []string{"_methods", "_text", "_shutdown"} {
		if name, ok := strings.CutSuffix(guard, suffix); ok {
			guard, what = name, suffix
		}
	}
	pattern := `\b(\w+_or_)?` + guard + `(_or_\w+)?` + what + `_changed_run_go_generate`
	if what == "" {
		pattern = `\b` + guard + `_changed_run_go_generate`
	}
	return regexp.MustCompile(pattern).MatchString(message)
}
