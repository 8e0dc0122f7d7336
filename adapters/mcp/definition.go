package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// remoteTool is a tool of the server.
type remoteTool struct {
	name    string          // the server's name
	digest  string          // of the text
	text    json.RawMessage // as the server wrote it
	warning string          // why the text is suspicious; empty if it is not
	tool    *runtime.Tool
	output  *decode.InputSchema // nil if structured content is not checked
	gaps    []error             // keywords that are not checked
}

// readDefinition makes a tool of a definition. It returns the known definition
// with the same name and digest if there is one.
func (b *Bridge) readDefinition(text json.RawMessage, sendsHeaders bool, known map[string]*remoteTool) (*remoteTool, error) {
	if len(text) > b.options.MaxDefinitionBytes {
		return nil, fmt.Errorf("the definition %.100q… is longer than %d bytes", text, b.options.MaxDefinitionBytes)
	}
	warning, err := inspect(text)
	if err != nil {
		return nil, fmt.Errorf("the definition %.100q is not valid: %w", text, err)
	}
	tool, name, err := parseDefinition(text)
	if err != nil {
		return nil, fmt.Errorf("the definition %.100q is not valid: %w", text, err)
	}
	if sendsHeaders {
		if err := checkHeaders(tool.Input); err != nil {
			return nil, fmt.Errorf("the tool %q: %w", measure.Clip(name, maxToolName), err)
		}
	}
	d := &remoteTool{name: name, digest: digest(text), text: text, warning: warning}
	if same := known[d.name+d.digest]; same != nil {
		return same, nil
	}
	tool.Name, tool.ID = b.toolName(name), "mcp:"+b.options.Name+":"+name
	tool.Category, tool.Timeout = "mcp", b.options.Timeout
	tool.Untrusted, tool.Invoke = &runtime.Untrusted{}, b.invoke(d)
	if !b.options.TrustHints {
		tool.Hints = runtime.Hints{Destructive: true, OpenWorld: true, SideEffects: true}
	}
	if b.options.Configure != nil {
		b.options.Configure(name, tool)
	}
	made, gaps, err := runtime.NewUncheckedTool(*tool)
	if err != nil {
		return nil, fmt.Errorf("the tool %q: %s", measure.Clip(name, maxToolName), measure.Clip(err.Error(), maxErrorChars))
	}
	d.tool = made
	for _, gap := range gaps {
		d.gaps = append(d.gaps, fmt.Errorf("the input schema: %v", gap))
	}
	d.parseOutput(tool.Output)
	return d, nil
}

// parseOutput reads the output schema. A schema that cannot be read is a gap.
func (d *remoteTool) parseOutput(text string) {
	if text == "" {
		return
	}
	schema, err := decode.ParseSchema(text, decode.SchemaOptions{AcceptUnchecked: true})
	if err != nil {
		d.gaps = append(d.gaps, fmt.Errorf("the output schema: %s", measure.Clip(err.Error(), maxErrorChars)))
		return
	}
	d.output = schema
	for _, gap := range schema.Unchecked {
		d.gaps = append(d.gaps, fmt.Errorf("the output schema: %v", gap))
	}
}

// parseDefinition returns the tool of a definition and its name. The names of
// members must match exactly.
func parseDefinition(text json.RawMessage) (tool *runtime.Tool, name string, err error) {
	var members, hints map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, "", errors.New("it is not an object")
	}
	tool = &runtime.Tool{Input: string(members["inputSchema"]), Output: string(members["outputSchema"])}
	for member, value := range map[string]any{"name": &name, "title": &tool.Title, "description": &tool.Description, "annotations": &hints} {
		if raw, ok := members[member]; ok && json.Unmarshal(raw, value) != nil {
			return nil, "", fmt.Errorf("%s has the wrong type", member)
		}
	}
	if name == "" {
		return nil, "", errors.New("it has no name")
	}
	tool.Hints = readHints(hints)
	return tool, name, nil
}

// readHints returns the hints of a definition. A hint that is not a boolean has
// its default, which the protocol defines.
func readHints(members map[string]json.RawMessage) runtime.Hints {
	hint := func(member string, value bool) bool {
		var written *bool
		if json.Unmarshal(members[member], &written) == nil && written != nil {
			return *written
		}
		return value
	}
	isReadOnly := hint("readOnlyHint", false)
	return runtime.Hints{
		ReadOnly: isReadOnly, SideEffects: !isReadOnly, Destructive: !isReadOnly && hint("destructiveHint", true),
		Idempotent: hint("idempotentHint", false), OpenWorld: hint("openWorldHint", true),
	}
}

// inspect returns an error if the meaning of a definition depends on its reader:
// it has the same name twice in one object, or is not valid Unicode. The digest
// would not cover all of such a text. The warning says which text of it a model
// should not see; it is empty if there is none.
func inspect(text json.RawMessage) (warning string, err error) {
	if !utf8.Valid(text) {
		return "", errors.New("it is not valid UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var open []*members
	for {
		token, err := decoder.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return warning, nil
			}
			return "", err
		}
		if delim, ok := token.(json.Delim); ok && (delim == ']' || delim == '}') {
			open = open[:len(open)-1]
			continue
		}
		value, isText := token.(string)
		if isText && strings.ContainsRune(value, utf8.RuneError) {
			return "", errors.New("it contains characters that are not valid Unicode")
		}
		if isText && warning == "" && untrusted.Neutralize(value) != value {
			warning = fmt.Sprintf("%s: %+q", suspicion, measure.Clip(value, 200))
		}
		if len(open) > 0 && !open[len(open)-1].next(value) {
			return "", fmt.Errorf("it has the member %q twice in one object", measure.Clip(value, 100))
		}
		if delim, ok := token.(json.Delim); ok {
			open = append(open, &members{isObject: delim == '{'})
		}
	}
}

// members are the members of an object, or the elements of an array, that were
// read so far.
type members struct {
	isObject, isValueNext bool
	names                 map[string]bool
}

// next counts a name or a value. It reports whether the name is new.
func (m *members) next(name string) bool {
	if !m.isObject || m.isValueNext {
		m.isValueNext = false
		return true
	}
	m.isValueNext = true
	if m.names[name] {
		return false
	}
	if m.names == nil {
		m.names = make(map[string]bool)
	}
	m.names[name] = true
	return true
}

// digest returns the digest of a definition. It does not depend on the order of
// members and on white space, because a server may write them differently each
// time.
func digest(definition json.RawMessage) string {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(definition))
	decoder.UseNumber()
	text := []byte(definition)
	if decoder.Decode(&value) == nil {
		if sorted, err := json.Marshal(value); err == nil {
			text = sorted
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

const (
	maxToolName = 64
	digestChars = 8
)

// toolName returns the name of a tool in this program. Characters that names of
// tools cannot have become underscores. A name that is too long ends with a
// digest of the server's name.
func (b *Bridge) toolName(name string) string {
	portable := "mcp__" + b.options.Name + "__" + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if len(portable) > maxToolName {
		sum := sha256.Sum256([]byte(name))
		portable = portable[:maxToolName-digestChars-1] + "_" + hex.EncodeToString(sum[:])[:digestChars]
	}
	return portable
}
