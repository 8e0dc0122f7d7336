package outline

import (
	"encoding/json"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
)

// jsonParts returns the keys of the object in a JSON file, with their values if they
// are short.
func jsonParts(text string) []Part {
	tokens := json.NewDecoder(strings.NewReader(text))
	if first, err := tokens.Token(); err != nil || first != json.Delim('{') {
		return nil
	}
	parts := []Part{}
	line, counted := 1, 0
	for tokens.More() {
		key, err := tokens.Token()
		if err != nil {
			return nil
		}
		end := int(tokens.InputOffset())
		line += strings.Count(text[counted:end], "\n")
		counted = end
		var value json.RawMessage
		if err := tokens.Decode(&value); err != nil {
			return nil
		}
		name, _ := key.(string)
		parts = append(parts, newPart(line, 0, name+shortValue(string(value))))
	}
	return parts
}

// maxValue is the maximum length of a value that an outline has, in bytes.
const maxValue = 60

// shortValue returns a value after a colon, or nothing for a long one.
func shortValue(value string) string {
	if len(value) > maxValue || strings.Contains(value, "\n") || value == "" {
		return ""
	}
	return ": " + value
}

// yamlParts returns the keys of the documents in a YAML file, of the first two levels.
func yamlParts(text string) []Part {
	parts := []Part{}
	documents := yaml.NewDecoder(strings.NewReader(text))
	for {
		var document yaml.Node
		err := documents.Decode(&document)
		if err == io.EOF { //nolint:errorlint // Decode does not wrap io.EOF
			return parts
		}
		if err != nil {
			return nil
		}
		for _, root := range document.Content {
			parts = appendKeys(parts, root, 0)
		}
	}
}

// appendKeys appends the keys of a mapping.
func appendKeys(parts []Part, n *yaml.Node, depth int) []Part {
	if n.Kind != yaml.MappingNode {
		return parts
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		text := key.Value
		if value.Kind == yaml.ScalarNode {
			text += shortValue(value.Value)
		}
		parts = append(parts, newPart(key.Line, depth, text))
		if depth == 0 {
			parts = appendKeys(parts, value, depth+1)
		}
	}
	return parts
}

// markdownParts returns the headings of a Markdown file, without those in blocks of
// code.
func markdownParts(text string) []Part {
	parts := []Part{}
	fence, number, before := "", 0, ""
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimLeft(line, " ")
		marks := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]) == "" {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case marks >= 1 && marks <= 6 && strings.HasPrefix(trimmed[marks:], " "):
			parts = append(parts, newPart(number, marks-1, strings.TrimRight(trimmed[marks:], "# ")))
		case before != "" && len(trimmed) >= 3 && (strings.Trim(trimmed, "=") == "" || strings.Trim(trimmed, "-") == "") && !strings.ContainsAny(before, "|"):
			parts = append(parts, newPart(number-1, strings.IndexByte("=-", trimmed[0]), before))
			trimmed = ""
		}
		before = trimmed
		if marks > 0 || fence != "" {
			before = ""
		}
	}
	return parts
}
