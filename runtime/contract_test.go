package runtime

import (
	"reflect"
	"testing"
)

// notInContract has the fields of Tool and of its parts that are not part of the
// contract, with the reasons. Approval of a call stays valid if they change.
var notInContract = map[string]string{
	"Title": "a text for people", "Description": "a text for the model", "Category": "a group for people", "Examples": "texts for the model",
	"Projections": "other forms of Input", "Strict": "a form of definitions",
	"Toolset": "Execute applies the policy of the turn", "AlwaysInclude": "Execute applies the policy of the turn",
	"Available": "Execute checks the availability", "MaxResultChars": "a limit", "Timeout": "a limit",
	"JSON": "how a result is cut", "ReturnDirect": "what an agent does with the result",
	"Cache": "how often an equal call runs", "Retry": "how often a failed call runs; the tool must be idempotent, which is part of the contract",
	"Approval.When": "a function", "Approval.Condition": "Execute calls the function again", "Approval.Reason": "a text for people",
	"Decode": "a function", "Check": "a function", "Key": "a function", "Source": "a function", "Invoke": "a function", "DryRun": "a function",
	"Shutdown": "a function", "ShutdownKey": "calls do not use it",
}

// TestContractDigest checks that each field of a tool is part of the contract to which
// approval is bound, or has a reason not to be. It checks the fields of a structure
// one by one.
func TestContractDigest(t *testing.T) {
	known := make(map[string]bool)
	check := func(name string, change func(*Tool)) {
		known[name] = true
		checkContractField(t, name, change)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Tool]()) {
		of := func(tool *Tool) reflect.Value { return reflect.ValueOf(tool).Elem().FieldByIndex(field.Index) }
		structure := field.Type
		if structure.Kind() == reflect.Pointer {
			structure = structure.Elem()
			check(field.Name, func(tool *Tool) { of(tool).SetZero() })
		}
		switch {
		case structure.Kind() != reflect.Struct:
			check(field.Name, func(tool *Tool) { of(tool).Set(nonZero(t, field.Type)) })
		case notInContract[field.Name] == "":
			for _, part := range reflect.VisibleFields(structure) {
				check(field.Name+"."+part.Name, func(tool *Tool) {
					reflect.Indirect(of(tool)).FieldByIndex(part.Index).Set(nonZero(t, part.Type))
				})
			}
		}
	}
	for name := range notInContract {
		if !known[name] {
			t.Errorf("notInContract has %s, which is not a field of Tool", name)
		}
	}
}

// checkContractField checks that a change of a field changes the contract, unless the
// field is in notInContract.
func checkContractField(t *testing.T, name string, change func(*Tool)) {
	t.Helper()
	before, after := entry{tool: new(Tool), entryParts: new(entryParts)}, entry{tool: new(Tool), entryParts: new(entryParts)}
	for _, e := range []*entry{&before, &after} {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[Tool]()) {
			if field.Type.Kind() == reflect.Pointer {
				reflect.ValueOf(e.tool).Elem().FieldByIndex(field.Index).Set(reflect.New(field.Type.Elem()))
			}
		}
	}
	change(after.tool)
	switch isEqual := before.contractDigest() == after.contractDigest(); {
	case isEqual && notInContract[name] == "":
		t.Errorf("Tool.%s is not part of the contract, so that approval of a call stays valid when it changes: add it to entry.contractDigest in digest.go or, with a reason, to notInContract in contract_test.go", name)
	case !isEqual && notInContract[name] != "":
		t.Errorf("Tool.%s is part of the contract: remove it from notInContract in contract_test.go", name)
	}
}

// nonZero returns a value of a type that is not its zero value.
func nonZero(t *testing.T, of reflect.Type) reflect.Value {
	t.Helper()
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Slice:
		return reflect.MakeSlice(of, 1, 1)
	case reflect.Func:
		return reflect.MakeFunc(of, nil)
	case reflect.Interface:
		return reflect.ValueOf(1)
	case reflect.Struct:
		v.Field(0).Set(nonZero(t, v.Field(0).Type()))
		return v
	case reflect.String:
		return reflect.ValueOf("x").Convert(of)
	case reflect.Bool:
		return reflect.ValueOf(true).Convert(of)
	}
	if !v.CanInt() && !v.CanUint() {
		t.Fatalf("nonZero needs a case for the type %s", of)
	}
	return reflect.ValueOf(1).Convert(of)
}
