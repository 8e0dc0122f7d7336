package dialects_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/schema"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// checker checks a schema against the documented rules of a dialect. It shares no
// code with the package under test.
type checker struct {
	// keywords are all keywords of the dialect.
	keywords string
	// check returns the problems of a schema, which is part of root.
	check func(s, root map[string]any) []string
}

var checkers = map[string]checker{
	dialect.OpenAIStrict: {
		`$defs $ref type title description enum const anyOf properties required additionalProperties items format pattern
		minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems`, checkOpenAIStrict,
	},
	dialect.AnthropicStrict: {
		`type title description enum const anyOf properties required additionalProperties items format minItems`, checkAnthropicStrict,
	},
	dialect.Gemini: {
		`type format title description enum maxItems minItems properties required minProperties maxProperties minLength maxLength
		pattern example anyOf default items minimum maximum`, checkGemini,
	},
	dialect.GeminiJSON: {
		`$defs $ref type title description format enum items minItems maxItems minimum maximum anyOf properties additionalProperties required`,
		checkGeminiJSON,
	},
}

// TestCheckersAreComplete checks that each dialect that accepts only a part of JSON
// Schema has a checker, and TestCheckersFindFaults a fault for it.
func TestCheckersAreComplete(t *testing.T) {
	for _, name := range dialect.Projections() {
		_, hasChecker := checkers[name]
		hasFault := slices.ContainsFunc(faults, func(f fault) bool { return f.dialect == name })
		if isNeeded := !dialects.AcceptsAllKeywords(name); hasChecker != isNeeded || hasFault != isNeeded {
			t.Errorf("%s: a checker in checkers: %t, a schema in faults: %t, want %t for both", name, hasChecker, hasFault, isNeeded)
		}
	}
}

func TestDialectsAcceptOutput(t *testing.T) {
	for name, c := range checkers {
		for _, tool := range allTools(t) {
			text, _, err := parameters(name, tool)
			if err != nil || text == "" {
				continue
			}
			root := parseObject(t, text)
			if root["type"] != "object" || root["anyOf"] != nil {
				t.Errorf("%s: %s: the root is not an object without anyOf", name, tool.Name)
			}
			visit(root, func(s map[string]any) {
				for _, problem := range append(c.unknownKeywords(s), c.check(s, root)...) {
					t.Errorf("%s: %s: %s: %v", name, tool.Name, problem, s)
				}
			})
		}
	}
}

// fault is a schema that breaks a rule of a dialect.
type fault struct{ dialect, schema, reason string }

var faults = []fault{
	{dialect.OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`, "optional"},
	{dialect.OpenAIStrict, `{"type":"object","properties":{},"required":[]}`, "open"},
	{dialect.OpenAIStrict, `{"type":"string","minLength":1}`, "keyword"},
	{dialect.OpenAIStrict, `{"type":["string","null"]}`, "type list"},
	{dialect.OpenAIStrict, `{"enum":["a"]}`, "typeless"},
	{dialect.OpenAIStrict, `{"type":"string","format":"uri"}`, "format"},
	{dialect.OpenAIStrict, `{"type":"string","pattern":"(?=a)"}`, "look-around"},
	{dialect.OpenAIStrict, `{"$ref":"#/$defs/A","description":"a"}`, "siblings"},
	{dialect.AnthropicStrict, `{"type":"string","enum":["a"]}`, "type next to enum"},
	{dialect.AnthropicStrict, `{"type":"array","minItems":2,"items":{"type":"string"}}`, "minItems"},
	{dialect.AnthropicStrict, `{"type":"integer","minimum":2}`, "keyword"},
	{dialect.AnthropicStrict, `{"description":"a"}`, "typeless"},
	{dialect.Gemini, `{"type":"integer","enum":["1"]}`, "enum of numbers"},
	{dialect.Gemini, `{"type":"string","enum":[""]}`, "empty value"},
	{dialect.Gemini, `{"type":"object","properties":{}}`, "no properties"},
	{dialect.Gemini, `{"anyOf":[{"type":"string"}],"description":"a"}`, "keyword next to anyOf"},
	{dialect.GeminiJSON, `{"type":"boolean","enum":[true]}`, "enum of booleans"},
}

// TestCheckersFindFaults gives schemas with known faults to the checkers.
func TestCheckersFindFaults(t *testing.T) {
	for _, test := range faults {
		c, s := checkers[test.dialect], parseObject(t, test.schema)
		if len(append(c.unknownKeywords(s), c.check(s, s)...)) == 0 {
			t.Errorf("%s: %s: the checker reports no problem for %s", test.dialect, test.reason, test.schema)
		}
	}
}

func (c *checker) unknownKeywords(s map[string]any) []string {
	var problems []string
	for keyword := range s {
		if !slices.Contains(strings.Fields(c.keywords), keyword) {
			problems = append(problems, "not a keyword of the dialect: "+keyword)
		}
	}
	return problems
}

var (
	formats    = strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid")
	lookAround = regexp.MustCompile(`\(\?<?[=!]`)
)

func checkOpenAIStrict(s, _ map[string]any) []string {
	problems := checkStrictObject(s, true)
	if _, typed := s["type"].(string); !typed && s["anyOf"] == nil && s["$ref"] == nil {
		problems = append(problems, "needs a type")
	}
	if pattern, _ := s["pattern"].(string); lookAround.MatchString(pattern) {
		problems = append(problems, "look-around in a pattern")
	}
	return append(problems, checkCommon(s, formats)...)
}

func checkAnthropicStrict(s, _ map[string]any) []string {
	problems := checkStrictObject(s, false)
	_, typed := s["type"].(string)
	literal := s["enum"] != nil || s["const"] != nil
	switch {
	case typed && literal:
		problems = append(problems, "has a type and an enum or const")
	case !typed && !literal && s["anyOf"] == nil:
		problems = append(problems, "needs a type")
	case s["minItems"] != nil && s["minItems"] != 0.0 && s["minItems"] != 1.0:
		problems = append(problems, "minItems is neither 0 nor 1")
	}
	return append(problems, checkCommon(s, append(slices.Clip(formats), "uri"))...)
}

func checkGemini(s, _ map[string]any) []string {
	var problems []string
	_, typed := s["type"].(string)
	properties, _ := s["properties"].(map[string]any)
	switch {
	case s["anyOf"] != nil && len(s) > 1:
		problems = append(problems, "a keyword next to anyOf")
	case s["anyOf"] == nil && !typed:
		problems = append(problems, "needs a type")
	case s["type"] == "object" && len(properties) == 0:
		problems = append(problems, "has no properties")
	case s["enum"] != nil && s["type"] != "string":
		problems = append(problems, "an enum of values that are not strings")
	}
	for _, value := range enumValues(s) {
		if text, ok := value.(string); !ok || text == "" {
			problems = append(problems, fmt.Sprintf("the enum has the value %v", value))
		}
	}
	for _, name := range stringList(s["required"]) {
		if properties[name] == nil {
			problems = append(problems, "a required property does not exist")
		}
	}
	return problems
}

func checkGeminiJSON(s, root map[string]any) []string {
	var problems []string
	if _, typed := s["type"].(string); !typed && s["anyOf"] == nil && s["$ref"] == nil {
		problems = append(problems, "needs a type")
	}
	for _, value := range enumValues(s) {
		if _, isNumber := value.(float64); !isNumber && (value == "" || !isString(value)) {
			problems = append(problems, fmt.Sprintf("the enum has the value %v", value))
		}
	}
	for _, name := range stringList(s["required"]) {
		property, _ := s["properties"].(map[string]any)[name].(map[string]any)
		if hasRequiredReference(property) {
			problems = append(problems, "a required property has a reference")
		}
	}
	if s["$defs"] != nil && fmt.Sprint(s) != fmt.Sprint(root) {
		problems = append(problems, "definitions that are not at the root")
	}
	return append(problems, checkCommon(s, nil)...)
}

// hasRequiredReference reports whether a schema has a reference outside of optional
// properties.
func hasRequiredReference(s map[string]any) bool {
	if s["$ref"] != nil {
		return true
	}
	required := stringList(s["required"])
	for keyword, value := range s {
		switch value := value.(type) {
		case map[string]any:
			if keyword == "properties" {
				for name, property := range value {
					if inner, _ := property.(map[string]any); slices.Contains(required, name) && hasRequiredReference(inner) {
						return true
					}
				}
			} else if hasRequiredReference(value) {
				return true
			}
		case []any:
			for _, branch := range value {
				if inner, ok := branch.(map[string]any); ok && hasRequiredReference(inner) {
					return true
				}
			}
		}
	}
	return false
}

func checkStrictObject(s map[string]any, all bool) []string {
	if s["type"] != "object" {
		return nil
	}
	properties, has := s["properties"].(map[string]any)
	var problems []string
	if !has || s["additionalProperties"] != false {
		problems = append(problems, "an object that is not closed, or without properties")
	}
	if all && (s["required"] == nil || len(stringList(s["required"])) != len(properties)) {
		problems = append(problems, "not all properties are required")
	}
	return problems
}

func checkCommon(s map[string]any, formats []string) []string {
	var problems []string
	if s["$ref"] != nil && len(s) > 1 {
		problems = append(problems, "a keyword next to $ref")
	}
	if format, _ := s["format"].(string); format != "" && formats != nil && !slices.Contains(formats, format) {
		problems = append(problems, "an unknown format")
	}
	for _, value := range enumValues(s) {
		switch value.(type) {
		case map[string]any, []any:
			problems = append(problems, "an enum of objects or arrays")
		}
	}
	return problems
}

// TestAnthropicHasNoReferences checks that the dialect anthropic changes only schemas with references.
func TestAnthropicHasNoReferences(t *testing.T) {
	for _, tool := range allTools(t) {
		if tool.Behaviour.Strict {
			continue
		}
		text, strict, err := parameters(dialect.Anthropic, tool)
		if err != nil {
			if tool.Name != "long_name" {
				t.Errorf("%s: %v", tool.Name, err)
			}
			continue
		}
		if strict || strings.Contains(text, `"$ref"`) || strings.Contains(text, `"$defs"`) {
			t.Errorf("%s: strict %v: %s", tool.Name, strict, text)
		}
		original, err := schema.Encode(schema.Input(tool.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(original), `"$ref"`) && string(original) != text {
			t.Errorf("%s is changed:\n%s\n%s", tool.Name, original, text)
		}
	}
}

// TestFullJSONSchemaIsUnchanged checks that MCP and plain OpenAI do not change schemas.
func TestFullJSONSchemaIsUnchanged(t *testing.T) {
	for _, tool := range allTools(t) {
		original, err := schema.Encode(schema.Input(tool.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{dialect.MCP, dialect.OpenAI} {
			if tool.Behaviour.Strict && name == dialect.OpenAI {
				continue
			}
			if text, strict, err := parameters(name, tool); text != string(original) || strict || err != nil {
				t.Errorf("%s: %s: strict %v, %v\n%s\n%s", name, tool.Name, strict, err, original, text)
			}
		}
	}
}

func parseObject(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

func enumValues(s map[string]any) []any {
	list, _ := s["enum"].([]any)
	if constant, ok := s["const"]; ok {
		list = append(list, constant)
	}
	return list
}

func isString(value any) bool { _, ok := value.(string); return ok }

func stringList(list any) []string {
	var texts []string
	values, _ := list.([]any)
	for _, value := range values {
		text, _ := value.(string)
		texts = append(texts, text)
	}
	return texts
}

// visit calls do for a schema and all schemas in it. It passes a boolean schema,
// except in additionalProperties, as an object that every checker reports.
func visit(s map[string]any, do func(map[string]any)) {
	do(s)
	inner := func(value any) {
		switch value := value.(type) {
		case map[string]any:
			visit(value, do)
		case bool:
			do(map[string]any{"a boolean schema": value})
		}
	}
	for _, keyword := range []string{"properties", "$defs"} {
		members, _ := s[keyword].(map[string]any)
		for _, value := range members {
			inner(value)
		}
	}
	branches, _ := s["anyOf"].([]any)
	for _, branch := range branches {
		inner(branch)
	}
	inner(s["items"])
	if rest, ok := s["additionalProperties"].(map[string]any); ok {
		visit(rest, do)
	}
}
