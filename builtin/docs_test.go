package builtin_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// document is the page with the tables of all built-in tools.
const document = "../docs/builtin.md"

var (
	quotedName = regexp.MustCompile("`([^`]+)`")
	firstWord  = regexp.MustCompile(`^[a-z]+`)
)

// toolsInTable returns the names of tools in the first column of the table of the
// document with that header. A name that begins with an underscore follows the first
// word of the name before it. A name that ends with an asterisk is a prefix.
func toolsInTable(t *testing.T, header string) (names []string) {
	t.Helper()
	content, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(content), "\n"+header)
	table, _, _ = strings.Cut(table, "\n\n")
	if !found {
		t.Fatalf("%s has no table with the header %s", document, header)
	}
	for _, row := range strings.Split(table, "\n")[2:] {
		cell := strings.Split(row, "|")[1]
		family := ""
		for _, match := range quotedName.FindAllStringSubmatch(cell, -1) {
			name := match[1]
			if strings.HasPrefix(name, "_") {
				name = family + name
			}
			family = firstWord.FindString(name)
			names = append(names, name)
		}
	}
	return names
}

// TestToolsInDocs checks that the document describes each tool once, and its order once.
func TestToolsInDocs(t *testing.T) {
	for _, header := range []string{"| tools | what they do |", "| tools | order |"} {
		names := toolsInTable(t, header)
		for _, tool := range newFullSet(t).Tools() {
			rows := 0
			for _, name := range names {
				prefix, isPrefix := strings.CutSuffix(name, "*")
				if name == tool.Name || isPrefix && strings.HasPrefix(tool.Name, prefix) {
					rows++
				}
			}
			if rows != 1 {
				t.Errorf("%s is %d times in the table %q of %s, want once", tool.Name, rows, header, document)
			}
		}
	}
}
