// Command conformance serves the tools that the official conformance suite of
// MCP calls, over HTTP.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	address := flag.String("address", "127.0.0.1:0", "the TCP address to serve on")
	stateless := flag.Bool("stateless", false, "serve without sessions")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	options := &mcp.Options{Name: "toolgen-conformance", Version: "v0.0.0"}
	if err := mcp.ListenAndServe(ctx, *address, newRegistry(), options, &mcp.HTTPOptions{Stateless: *stateless}); err != nil {
		log.Fatal(err)
	}
}

// newRegistry returns a registry with the fixtures.
func newRegistry() *runtime.Registry {
	registry := runtime.NewRegistry(nil)
	tools := append(fixtures, runtime.Tool{Name: "test_trigger_tool_change", Description: "Adds a tool.", Invoke: adds(registry)})
	for _, tool := range tools {
		made, gaps, err := runtime.NewUncheckedTool(tool)
		if err != nil {
			log.Fatal(err)
		}
		for _, gap := range gaps {
			log.Printf("%s: not checked: %v", tool.Name, gap)
		}
		if err := registry.Register(made); err != nil {
			log.Fatal(err)
		}
	}
	return registry
}

// png is an image of one pixel, and wav is a sound without samples.
var (
	png = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82")
	wav = []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00")
)

// resource returns an embedded resource with a text.
func resource(uri, mime, text string) runtime.Part {
	return runtime.Part{Kind: runtime.PartResource, URI: uri, MIME: mime, Text: text}
}

// always returns a handler that returns the same result for every call.
func always(r runtime.Result) runtime.Handler {
	return func(context.Context, *runtime.Call) runtime.Result { return r }
}

// fixtures are the tools that the suite calls, with the results that it expects.
var fixtures = []runtime.Tool{
	{Name: "test_simple_text", Description: "Returns a text.", Invoke: always(runtime.Text("This is a simple text response for testing."))},
	{Name: "test_image_content", Description: "Returns an image.", Invoke: always(runtime.Mixed(runtime.ImagePart("image/png", png)))},
	{Name: "test_audio_content", Description: "Returns audio.", Invoke: always(runtime.Mixed(runtime.AudioPart("audio/wav", wav)))},
	{
		Name: "test_embedded_resource", Description: "Returns a resource.",
		Invoke: always(runtime.Mixed(resource("test://embedded-resource", "text/plain", "This is an embedded resource content."))),
	},
	{
		Name: "test_multiple_content_types", Description: "Returns a text, an image and a resource.",
		Invoke: always(runtime.Mixed(runtime.TextPart("Multiple content types test:"), runtime.ImagePart("image/png", png),
			resource("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`))),
	},
	{Name: "test_tool_with_logging", Description: "Logs three messages.", Invoke: logs},
	{Name: "test_tool_with_progress", Description: "Reports progress three times.", Invoke: reports},
	{Name: "test_missing_capability", Description: "Needs a client with a model.", Invoke: needsModel},
	{Name: "test_streaming_elicitation", Description: "Reports progress three times.", Invoke: reports},
	{Name: "test_logging_tool", Description: "Logs one message.", Invoke: logs},
	{
		Name: "test_error_handling", Description: "Fails.",
		Invoke: always(runtime.Fail(runtime.ExecutionFailed, "This tool intentionally returns an error for testing")),
	},
	{
		Name: "test_sampling", Description: "Asks the client's model.", Invoke: asksModel,
		Input: `{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}`,
	},
	{
		Name: "test_elicitation", Description: "Asks the client's user.", Invoke: asksUser(userForm),
		Input: `{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}`,
	},
	{Name: "test_elicitation_sep1034_defaults", Description: "Shows a form with defaults.", Invoke: asksUser(defaultsForm)},
	{Name: "test_elicitation_sep1330_enums", Description: "Shows a form with enums.", Invoke: asksUser(enumsForm)},
	{
		Name: "test_custom_header", Description: "Has arguments that clients send in headers, too.", Invoke: always(runtime.Text("ok")),
		Input: `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"count":{"type":"integer","x-mcp-header":"Count"}},"required":["region"]}`,
	},
	{Name: "json_schema_2020_12_tool", Description: "Has a schema with many keywords.", Invoke: always(runtime.Text("ok")), Input: `{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
		"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}, "contactMethod": {"type": "string", "enum": ["phone", "email"]},
			"phone": {"type": "string"}, "email": {"type": "string"}},
		"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
		"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
		"then": {"required": ["phone"]}, "else": {"required": ["email"]}, "additionalProperties": false}`},
}

// logs writes three log records.
func logs(_ context.Context, c *runtime.Call) runtime.Result {
	for _, message := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		c.Log(runtime.LogInfo, message)
		time.Sleep(50 * time.Millisecond)
	}
	return runtime.Text("Tool with logging executed successfully")
}

// reports reports progress three times.
func reports(_ context.Context, c *runtime.Call) runtime.Result {
	for _, percent := range []float64{0, 50, 100} {
		c.Progress(runtime.ProgressEvent{Percent: &percent, Message: fmt.Sprintf("%v %% done", percent), Audience: runtime.AudienceUser})
		time.Sleep(50 * time.Millisecond)
	}
	return runtime.Text("done")
}

// asksModel asks the client's model for the completion of a prompt, and returns the
// text.
func asksModel(ctx context.Context, c *runtime.Call) runtime.Result {
	r, _ := mcp.ClientRequest(ctx)
	var args struct{ Prompt string }
	if err := json.Unmarshal(c.RawArgs(), &args); err != nil {
		return runtime.FromError(err)
	}
	answer, err := r.Session.CreateMessage(ctx, &sdk.CreateMessageParams{
		MaxTokens: 100, Messages: []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: args.Prompt}}},
	})
	if err != nil {
		return runtime.FromError(err)
	}
	text, _ := answer.Content.(*sdk.TextContent)
	if text == nil {
		return runtime.Text("LLM response without a text")
	}
	return runtime.Text("LLM response: " + text.Text)
}

// The schemas of forms that tools show to the client's user.
const (
	userForm = `{"type":"object","properties":{
		"username":{"type":"string","description":"User's response"},
		"email":{"type":"string","description":"User's email address"}},"required":["username","email"]}`
	defaultsForm = `{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},
		"age":{"type":"integer","default":30},
		"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","default":true}}}`
	enumsForm = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`
)

// asksUser returns a handler that shows a form to the client's user.
func asksUser(form string) runtime.Handler {
	return func(ctx context.Context, c *runtime.Call) runtime.Result {
		r, _ := mcp.ClientRequest(ctx)
		args := struct{ Message string }{"Fill in the form."}
		if err := json.Unmarshal(c.RawArgs(), &args); err != nil {
			return runtime.FromError(err)
		}
		answer, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: args.Message, RequestedSchema: json.RawMessage(form)})
		if err != nil {
			return runtime.FromError(err)
		}
		content, err := json.Marshal(answer.Content)
		if err != nil {
			return runtime.FromError(err)
		}
		return runtime.Text(fmt.Sprintf("User response: action: %s, content: %s", answer.Action, content))
	}
}

// needsModel fails if the client does not have the capability of sampling.
func needsModel(ctx context.Context, _ *runtime.Call) runtime.Result {
	r, _ := mcp.ClientRequest(ctx)
	if c := r.ClientCapabilities(); c != nil && c.Sampling != nil {
		return runtime.Text("the client has a model")
	}
	data, err := json.Marshal(sdk.MissingRequiredClientCapabilityData{RequiredCapabilities: &sdk.ClientCapabilities{Sampling: &sdk.SamplingCapabilities{}}})
	if err != nil {
		return runtime.FromError(err)
	}
	return runtime.FromError(&jsonrpc.Error{Code: sdk.CodeMissingRequiredClientCapabilities, Message: "the client has no model", Data: data})
}

// adds returns a handler that adds a tool to the registry.
func adds(registry *runtime.Registry) runtime.Handler {
	return func(context.Context, *runtime.Call) runtime.Result {
		registry.Unregister("added")
		if err := registry.Register(&runtime.Tool{Name: "added", Description: "Was added.", Invoke: always(runtime.Text(""))}); err != nil {
			return runtime.FromError(err)
		}
		return runtime.Text("added")
	}
}
