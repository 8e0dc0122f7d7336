package lint

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/snake"
)

// snakeCase matches names in snake_case.
var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// toolCase reports a name of a tool that is not in snake_case.
func toolCase(tool *model.Tool) []finding {
	if snakeCase.MatchString(tool.Name) {
		return nil
	}
	return problemOf(tool, "//tool:register NAME with a name in snake_case", "the name %s is not in snake_case", tool.Name)
}

// fieldCase reports a name of an argument that is not in snake_case.
func fieldCase(a *argument) []finding {
	if snakeCase.MatchString(a.Name) {
		return nil
	}
	list := a.problem("choose a name in snake_case in the json tag, and keep the old one with tool:\"alias=NAME\"", "the name of the argument %s of %s is not in snake_case", a.Name, a.tool.Name)
	if better := snake.Case(a.Name); a.Syntax.End.IsValid() && !a.Tag.Start.IsValid() && snakeCase.MatchString(better) {
		tag := "`json:" + strconv.Quote(better) + " tool:" + strconv.Quote("alias="+a.Name) + "`"
		list = withEdit(list, diag.Edit{Pos: a.Syntax.End, End: a.Syntax.End, Text: " " + tag})
	}
	return list
}

// genericNames are names that say nothing about the value, with better ones.
var genericNames = map[string]string{
	"path": "file_path or directory", "q": "query", "s": "text", "x": "its meaning", "n": "count or limit", "data": "what the data is",
	"input": "what the input is", "value": "what the value is", "param": "its meaning", "params": "their meaning", "arg": "its meaning",
	"args": "their meaning", "obj": "what the object is", "object": "what the object is", "str": "its meaning", "val": "its meaning", "item": "what the item is", "thing": "what it is",
}

// genericName reports a name of an argument that says nothing about its value.
func genericName(a *argument) []finding {
	better, generic := genericNames[a.Name]
	if !generic {
		return nil
	}
	return a.problem("name it after its meaning, such as "+better, "the name of the argument %s of %s is too generic", a.Name, a.tool.Name)
}

// maxRequired is the number of required arguments that a tool should not exceed.
const maxRequired = 5

// manyRequired reports a tool with too many required arguments.
func manyRequired(tool *model.Tool) []finding {
	if tool.Arguments == nil {
		return nil
	}
	required := 0
	for _, f := range tool.Arguments.Fields {
		if f.Required {
			required++
		}
	}
	if required <= maxRequired {
		return nil
	}
	return problemOf(tool, "give defaults to arguments, or divide the tool", "%s has %d required arguments, more than %d", tool.Name, required, maxRequired)
}

// hints reports hints that contradict the capabilities.
func hints(tool *model.Tool) (list []finding) {
	capabilities := tool.Capabilities()
	b := &tool.Behaviour
	if b.ReadOnly && slices.Contains(capabilities, "fs:write") {
		list = append(list, problemOf(tool, "remove //tool:read-only, or take a capability.FS", "%s is read-only, but can write files", tool.Name)...)
	}
	if !b.OpenWorld && slices.Contains(capabilities, "network") {
		found := problemOf(tool, "add //tool:open-world", "%s connects to hosts, but has no hint open-world", tool.Name)
		list = append(list, withLine(found, above(tool), "//tool:open-world")...)
	}
	if b.Destructive && !slices.ContainsFunc(capabilities, func(c string) bool { return c != "fs:read" && c != "secrets" && c != "attachments" }) && tool.Receiver == nil && len(capabilities) > 0 {
		list = append(list, problemOf(tool, "remove //tool:destructive, or add the capability that it needs", "%s is destructive, but its capabilities only read", tool.Name)...)
	}
	return list
}

// similarity is the share of common words from which two descriptions are similar, in
// percent.
const similarity = 80

// similarTools reports pairs of tools with nearly the same description.
func similarTools(tools []*model.Tool) (list []finding) {
	texts := make([]map[string]bool, len(tools))
	for i, tool := range tools {
		texts[i] = make(map[string]bool)
		for _, word := range words(tool.Description) {
			if !fillers[word] {
				texts[i][stem(word)] = true
			}
		}
	}
	for i, tool := range tools {
		for j := range i {
			if tool.Name != tools[j].Name && areSimilar(texts[i], texts[j]) {
				f := problemOf(tool, "say in both what distinguishes them", "the descriptions of %s and %s are nearly the same", tool.Name, tools[j].Name)
				f[0].related = []diag.Related{{Pos: tools[j].Span.Start, Message: "the tool " + tools[j].Name}}
				list = append(list, f...)
			}
		}
	}
	return list
}

// areSimilar compares two sets of at least three words.
func areSimilar(a, b map[string]bool) bool {
	common := 0
	for word := range a {
		if b[word] {
			common++
		}
	}
	return min(len(a), len(b)) > 2 && common*100 >= (len(a)+len(b)-common)*similarity
}
