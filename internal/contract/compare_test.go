package contract_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/contract"
)

// tool returns a tool whose arguments are the properties of a closed object.
func tool(change func(*contract.Tool)) contract.Tool {
	t := contract.Tool{
		Format: contract.Format, Name: "find", Description: "Finds items by words.", Package: "p", Function: "Find",
		Schema: arguments(`"a":{"type":"string"}`), OutputSchema: json.RawMessage("null"),
	}
	if change != nil {
		change(&t)
	}
	return t
}

func arguments(properties string, required ...string) json.RawMessage {
	list, _ := json.Marshal(append([]string{}, required...))
	return json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(list) + `,"additionalProperties":false}`)
}

// cases have a change of one tool for each rule.
var cases = []struct {
	reason   string
	old, new func(*contract.Tool)
	want     string // the rules, classes and fields
}{
	{"nothing", nil, nil, ""},
	{"another form of the same values", func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["x"]}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"const":"x"}`) }, ""},
	{"a renamed tool", nil, func(t *contract.Tool) { t.Name = "search" }, "CALL search tool-renamed"},
	{"a renamed tool and function", nil, func(t *contract.Tool) { t.Name, t.Function = "search", "Search" }, "CALL search tool-renamed"},
	{"a removed argument", func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"},"b":{"type":"number"}`) }, nil, "CALL find b argument-removed"},
	{"a renamed argument", func(t *contract.Tool) { t.Schema = arguments(`"b":{"type":"string"}`) }, nil, "CALL find a argument-renamed"},
	{"a renamed argument that is required", func(t *contract.Tool) { t.Schema = arguments(`"b":{"type":"string"}`, "b") }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"}`, "a") }, "CALL find a argument-renamed"},
	{"a renamed argument with an alias", func(t *contract.Tool) { t.Schema = arguments(`"b":{"type":"string"}`) }, func(t *contract.Tool) { t.Aliases = map[string][]string{"a": {"b"}} }, "TEXT find a argument-alias"},
	{"a renamed field of an argument", func(t *contract.Tool) {
		t.Schema = arguments(`"o":{"type":"object","properties":{"x":{"type":"number"}},"additionalProperties":false}`)
	}, func(t *contract.Tool) {
		t.Schema = arguments(`"o":{"type":"object","properties":{"y":{"type":"number"}},"additionalProperties":false}`)
	}, "CALL find o.y argument-renamed"},
	{"two candidates for a rename, of which one has the description", func(t *contract.Tool) { t.Schema = arguments(`"b":{"type":"string","description":"B."}`) },
		func(t *contract.Tool) {
			t.Schema = arguments(`"c":{"type":"string","description":"C."},"d":{"type":"string","description":"B."}`)
		}, "CALL find d argument-renamed, TEXT find c argument-added"},
	{"a required argument", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"}`, "a") }, "CALL find a argument-required"},
	{"an argument that may be omitted", func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"}`, "a") }, nil, "TEXT find a schema-widened"},
	{"a new argument", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"},"b":{"type":"number"}`) }, "TEXT find b argument-added"},
	{"a new argument that is required", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string"},"b":{"type":"number"}`, "b") }, "CALL find b argument-required, TEXT find b argument-added"},
	{"a closed object", func(t *contract.Tool) { t.Schema = json.RawMessage(`{"type":"object"}`) }, func(t *contract.Tool) { t.Schema = json.RawMessage(`{"type":"object","additionalProperties":false}`) }, "CALL find object-closed"},
	{"another type", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"integer"}`) }, "CALL find a type-narrowed, TEXT find a schema-widened"},
	{"fewer values", func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["x","y"]}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["y"]}`) }, "CALL find a enum-narrowed"},
	{"more values", func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["y"]}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["x","y"]}`) }, "TEXT find a schema-widened"},
	{"bounds", func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"number"}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"number","minimum":0}`) }, "CALL find a range-narrowed"},
	{"a length", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","maxLength":3}`) }, "CALL find a length-narrowed"},
	{"a pattern", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","pattern":"^x"}`) }, "CALL find a pattern-narrowed"},
	{"a format", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","format":"date"}`) }, "CALL find a format-narrowed"},
	{"equal items", func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"array"}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"array","uniqueItems":true}`) }, "CALL find a unique-narrowed"},
	{"names", func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"object"}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"object","propertyNames":{"maxLength":3}}`) }, "CALL find a names-narrowed"},
	{"a form of a union", func(t *contract.Tool) {
		t.Schema = arguments(`"a":{"anyOf":[` + form("x") + "," + form("y") + "," + form("z") + `]}`)
	},
		func(t *contract.Tool) { t.Schema = arguments(`"a":{"anyOf":[` + form("x") + "," + form("y") + `]}`) }, "CALL find a variant-removed"},
	{"not", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","not":{"pattern":"^x"}}`) }, "CALL find a schema-narrowed"},
	{"a keyword that is not known", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"if":{}}`) }, "CALL find schema-unknown"},

	{"no result any more", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`) }, nil, "RESULT find result-removed"},
	{"a new result", nil, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`) }, "TEXT find result-added"},
	{"a removed field of the result", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{},"s":{}`, "r", "s") }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`, "r") }, "RESULT find s result-field-removed"},
	{"a new field of the result", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`, "r") }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{},"s":{}`, "r") }, "TEXT find s result-field-added"},
	{"an optional field of the result", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`, "r") }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`) }, "RESULT find r result-field-optional"},
	{"a field that is always present", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`) }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{}`, "r") }, "TEXT find r result-narrowed"},
	{"a result that may be null", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{"type":"string"}`) }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{"type":["string","null"]}`) }, "RESULT find r result-retyped"},
	{"a result with more values", func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{"type":"number","maximum":1}`) }, func(t *contract.Tool) { t.OutputSchema = arguments(`"r":{"type":"number","maximum":2}`) }, "RESULT find r result-widened"},

	{"a new capability", nil, func(t *contract.Tool) { t.Capabilities = []string{"network"} }, "CAPABILITY find capability-added"},
	{"a capability less", func(t *contract.Tool) { t.Capabilities = []string{"network"} }, nil, "CAPABILITY find capability-removed"},
	{"more hosts", hosts("a"), hosts("a", "b"), "CAPABILITY find access-widened"},
	{"all hosts", hosts("a"), hosts(), "CAPABILITY find access-widened"},
	{"fewer hosts", hosts("a", "b"), hosts("b"), "CAPABILITY find access-narrowed"},
	{"some hosts instead of all", hosts(), hosts("b"), "CAPABILITY find access-narrowed"},
	{"a longer storage", storage("1h"), storage("2h"), "CAPABILITY find access-widened"},

	{"approval", nil, func(t *contract.Tool) { t.Approval = "always" }, "POLICY find approval-changed"},
	{"a time limit", nil, func(t *contract.Tool) { t.Policy = map[string]string{"timeout": "1s"} }, "POLICY find policy-changed"},
	{"a new hint", nil, func(t *contract.Tool) { t.Hints = []string{"read-only"} }, "HINT find hint-added"},
	{"a hint less", func(t *contract.Tool) { t.Hints = []string{"read-only"} }, nil, "HINT find hint-removed"},

	{"a title", nil, func(t *contract.Tool) { t.Title = "Find" }, "TEXT find title-changed"},
	{"a description", nil, func(t *contract.Tool) { t.Description = "Finds." }, "TEXT find description-changed"},
	{"a description of an argument", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","description":"A."}`) }, "TEXT find a description-changed"},
	{"a default", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","default":"x"}`) }, "TEXT find a default-changed"},
	{"an example of an argument", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","examples":["x"]}`) }, "TEXT find a example-changed"},
	{"an example of a call", nil, func(t *contract.Tool) { t.Examples = []json.RawMessage{json.RawMessage(`{}`)} }, "TEXT find example-changed"},
	{"a deprecated argument", nil, func(t *contract.Tool) { t.Schema = arguments(`"a":{"type":"string","deprecated":true}`) }, "TEXT find a deprecation-changed"},
	{"a toolset", nil, func(t *contract.Tool) { t.Toolset = "x" }, "TEXT find group-changed"},
	{"the order of arguments", func(t *contract.Tool) { t.Schema = arguments(`"a":{},"b":{}`) }, func(t *contract.Tool) { t.Schema = arguments(`"b":{},"a":{}`) }, "TEXT find order-changed"},
	{"the order of values", func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["x","y"]}`) }, func(t *contract.Tool) { t.Schema = arguments(`"a":{"enum":["y","x"]}`) }, "TEXT find a order-changed"},
}

// form returns the schema of a form of a union.
func form(kind string) string {
	return `{"type":"object","properties":{"kind":{"const":"` + kind + `"}},"required":["kind"]}`
}

func hosts(names ...string) func(*contract.Tool) {
	return func(t *contract.Tool) {
		t.Capabilities, t.Needs = []string{"network"}, &contract.Needs{Hosts: names}
	}
}

func storage(ttl string) func(*contract.Tool) {
	return func(t *contract.Tool) {
		t.Capabilities, t.Needs = []string{"storage"}, &contract.Needs{Storage: &contract.Storage{Scope: "session", TTL: ttl}}
	}
}

func TestCompare(t *testing.T) {
	used := map[string]bool{"tool-added": true, "tool-removed": true} // TestCompareSets
	for _, test := range cases {
		report := contract.Compare([]contract.Tool{tool(test.old)}, []contract.Tool{tool(test.new)})
		if got := summary(report); got != test.want {
			t.Errorf("%s: %s, want %s", test.reason, got, test.want)
		}
		for _, change := range report.Changes {
			used[change.Rule] = true
		}
	}
	for _, rule := range contract.Rules() {
		if !used[rule.ID] {
			t.Errorf("no case has the rule %s", rule.ID)
		}
	}
}

// summary returns the classes, locations and rules of a report.
func summary(report *contract.Report) string {
	var list []string
	for _, c := range report.Changes {
		list = append(list, strings.Join(strings.Fields(string(c.Class)+" "+c.Tool+" "+c.Field+" "+c.Rule), " "))
	}
	return strings.Join(list, ", ")
}

func TestCompareSets(t *testing.T) {
	named := func(names ...string) (tools []contract.Tool) {
		for _, name := range names {
			tools = append(tools, tool(func(t *contract.Tool) {
				t.Name, t.Function, t.Description = name, name, "Does "+name+" with the "+name+" of "+name+"."
			}))
		}
		return tools
	}
	for _, test := range []struct {
		reason   string
		old, new []contract.Tool
		want     string
	}{
		{"a new tool and a removed one", named("a", "b"), named("b", "c"), "CALL a tool-removed, TEXT c tool-added"},
		{"another order", named("a", "b", "c"), named("a", "c", "b"), "TEXT c order-changed"},
		{"no tools", nil, nil, ""},
	} {
		if got := summary(contract.Compare(test.old, test.new)); got != test.want {
			t.Errorf("%s: %s, want %s", test.reason, got, test.want)
		}
	}
}

func TestRules(t *testing.T) {
	seen := make(map[string]bool)
	for _, rule := range contract.Rules() {
		if seen[rule.ID] || !slices.Contains(contract.Classes, rule.Class) || !strings.HasSuffix(rule.Purpose, ".") {
			t.Errorf("rule %+v: IDs are unique, classes known, purposes complete sentences", rule)
		}
		seen[rule.ID] = true
	}
}

func TestCosts(t *testing.T) {
	cost := func(characters int) contract.Tool {
		return tool(func(t *contract.Tool) { t.Costs = map[string]contract.Cost{"mcp": {characters, characters / 4}} })
	}
	got := contract.Compare([]contract.Tool{cost(40)}, []contract.Tool{cost(80)}).Costs
	want := map[string]contract.CostChange{"mcp": {Old: contract.Cost{40, 10}, New: contract.Cost{80, 20}}}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
