package syntax

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
	"go.yaml.in/yaml/v4"
	"mvdan.cc/sh/v3/syntax"
)

// checkGo checks the syntax of a Go file.
func checkGo(text string) *Fault {
	_, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	var all scanner.ErrorList
	if !errors.As(err, &all) || len(all) == 0 {
		return nil
	}
	first := all[0]
	line, column := position(text, first.Pos.Offset) // a //line directive changes the line of Pos
	return &Fault{Line: line, Column: column, Message: first.Msg}
}

// checkJSON checks one JSON value.
func checkJSON(text string) *Fault {
	if strings.TrimSpace(text) == "" {
		return &Fault{Line: 1, Message: "the file is empty"}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	var value json.RawMessage
	var bad *json.SyntaxError
	err := json.Unmarshal([]byte(text), &value)
	if !errors.As(err, &bad) {
		return nil
	}
	line, column := position(text, int(bad.Offset)-1)
	return &Fault{Line: line, Column: column, Message: bad.Error()}
}

// checkYAML checks the documents of a YAML file.
func checkYAML(text string) *Fault {
	documents := yaml.NewDecoder(strings.NewReader(text))
	for {
		var node yaml.Node
		err := documents.Decode(&node)
		if errors.Is(err, io.EOF) {
			return nil
		}
		var bad *yaml.ParserError
		switch {
		case errors.As(err, &bad):
			return &Fault{Line: bad.Line, Message: bad.Message}
		case err != nil:
			return nil
		}
	}
}

// checkTOML checks a TOML file.
func checkTOML(text string) *Fault {
	var value map[string]any
	_, err := toml.Decode(text, &value)
	var bad toml.ParseError
	if !errors.As(err, &bad) {
		return nil
	}
	return &Fault{Line: bad.Position.Line, Column: bad.Position.Col, Message: bad.Message}
}

// checkXML checks that the elements of an XML file are closed and that its characters
// are allowed.
func checkXML(text string) *Fault {
	tokens := xml.NewDecoder(strings.NewReader(text))
	tokens.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		_, err := tokens.Token()
		var bad *xml.SyntaxError
		switch {
		case errors.As(err, &bad):
			return &Fault{Line: bad.Line, Message: bad.Msg}
		case err != nil:
			return nil
		}
	}
}

// checkShell checks a script for Bash, which accepts more than a POSIX shell.
func checkShell(text string) *Fault {
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "#!") && !strings.HasSuffix(strings.TrimSpace(first), "sh") {
		return nil
	}
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	var bad syntax.ParseError
	if !errors.As(err, &bad) {
		return nil
	}
	return &Fault{Line: int(bad.Pos.Line()), Column: int(bad.Pos.Col()), Message: bad.Text}
}

// checkJavaScript checks a script or a module.
func checkJavaScript(text string) *Fault {
	_, err := js.Parse(parse.NewInputString(text), js.Options{})
	var bad *parse.Error
	if err == nil || !errors.As(err, &bad) {
		return nil
	}
	return &Fault{Line: bad.Line, Column: bad.Column, Message: fmt.Sprint(bad.Message)}
}
