package emit

import (
	"github.com/toolgen/toolgen/internal/gen/model"
)

// functions adds the members that are functions of the decoded arguments. The
// functions do not capture variables.
func (t *toolWriter) functions() {
	if t.tool.Arguments != nil {
		t.member("Decode", t.decoder())
		if t.tool.Validates {
			t.member("Check", block(t.line("func(args any) error"), t.line("return %s.Validate()", t.assertion())))
		}
	}
	b := &t.tool.Behaviour
	if len(b.Serialize) > 0 {
		t.member("Key", t.key(b.Serialize))
	}
	if b.Untrusted != nil && b.Untrusted.Source != nil {
		t.member("Source", t.source(b.Untrusted.Source))
	}
	if t.tool.Receiver == nil {
		t.member("Invoke", t.handler(t.tool.Function, &t.tool.Result, t.tool.Error))
	}
	if b.DryRun != nil && !b.DryRun.Method {
		t.member("DryRun", t.handler(b.DryRun.Func, &b.DryRun.Result, b.DryRun.Error))
	}
}

// decoder returns the function that reads the arguments.
func (t *toolWriter) decoder() code {
	arguments := t.tool.Arguments
	return t.line("func(d *%s) any { return d.Read(&%s, %s) }", t.decode("D"), t.description(arguments, ""), t.rootDecoder(arguments, ""))
}

// assertion returns the pointer to the decoded arguments, in a function with the
// parameter args.
func (t *toolWriter) assertion() code {
	return t.line("args.(*%s)", t.goType(t.tool.Arguments.Go))
}

// handler returns the function that calls the author's function and returns its
// value as a result.
func (t *toolWriter) handler(function string, result *model.Result, fails bool) code {
	ctx, call := "_", "_"
	if t.tool.Context {
		ctx = t.names.local("ctx")
	}
	if len(t.tool.Injected) > 0 || t.tool.Arguments != nil {
		call = t.names.local("call")
	}
	head := t.line("func(%s %s, %s *%s) %s", ctx, t.qualify("context", "Context"), call, t.runtime("Call"), t.runtime("Result"))
	return block(head, t.invocation(function, result, fails)...)
}

func (t *toolWriter) invocation(function string, result *model.Result, fails bool) []code {
	return append(t.assignArguments("call.Args()"), t.callFunction(t.line("%s(%s)", function, t.parameters()), result, fails)...)
}

// callFunction returns the statements that call the author's function and return its value
// as a result.
func (t *toolWriter) callFunction(called code, result *model.Result, fails bool) []code {
	isVariable := result.Stringer || isRewritten(result.Type) // the value is used several times
	switch {
	case result.Kind == model.ResultNone && !fails:
		return []code{called, t.line(`return %s("")`, t.runtime("Text"))}
	case fails && !isVariable:
		return []code{t.line("return %s(%s)", t.runtime(constructors[result.Kind]+"OrError"), called)}
	case fails:
		failed := t.line("return %s(err)", t.runtime("FromError"))
		return append([]code{t.line("value, err := %s", called), block(t.line("if err != nil"), failed)},
			t.conclusion(t.line("value"), result)...)
	case isVariable:
		return append([]code{t.line("value := %s", called)}, t.conclusion(t.line("value"), result)...)
	}
	return t.conclusion(called, result)
}

// constructors are the functions of the runtime that return a value as a result. Each
// has a second one for a value and an error, with OrError at its end.
var constructors = map[model.ResultKind]string{
	model.ResultText: "Text", model.ResultObject: "Object", model.ResultWrapped: "Wrapped",
	model.ResultWhole: "Result", model.ResultNone: "Empty",
}

// conclusion returns the expression for the result.
func (t *toolWriter) conclusion(value code, result *model.Result) []code {
	if result.Kind == model.ResultWhole {
		return []code{t.line("return %s", value)}
	}
	made := t.line("%s(%s)", t.runtime(constructors[result.Kind]), value)
	if isRewritten(result.Type) {
		made = t.line("%s(%s, %s)", t.runtime(constructors[result.Kind]+"In"), value, t.rewriter(result.Type))
	}
	if !result.Stringer {
		return []code{t.line("return %s", made)}
	}
	text := t.line("return %s.WithText(%s.String())", made, value)
	if result.Type.Kind != model.KindPointer {
		return []code{text}
	}
	return []code{block(t.line("if %s == nil", value), t.line("return %s", made)), text}
}

// injections are the expressions for parameters that the runtime sets, except for
// the call and the HTTP client.
var injections = map[model.Injected]string{
	model.InjectFS: "Files", model.InjectWriteFS: "Writable", model.InjectExec: "Exec",
	model.InjectSecrets: "Secrets", model.InjectKV: "Storage", model.InjectAttachments: "Attachments",
}

// parameters returns the arguments for the author's function.
func (t *toolWriter) parameters() code {
	var operands []code
	if t.tool.Context {
		operands = append(operands, t.line("ctx"))
	}
	for _, injected := range t.tool.Injected {
		switch injected {
		case model.InjectCall:
			operands = append(operands, t.line("call"))
		case model.InjectHTTP:
			operands = append(operands, t.line("call.Capabilities().HTTP.(*%s)", t.qualify("net/http", "Client")))
		default:
			operands = append(operands, t.line("call.Capabilities().%s", injections[injected]))
		}
	}
	if t.tool.Arguments != nil {
		operands = append(operands, t.operands("call.Args()")...)
	}
	return list(operands...)
}
