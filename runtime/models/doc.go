// Package models connects a registry with the HTTP APIs of model providers
// without their SDKs. It reads the tool calls from the JSON of a response, which
// may be streamed, and writes the results of the calls as JSON for the next
// request.
//
// In all four APIs a conversation is one JSON array: the "messages" of OpenAI's
// chat completions and of Anthropic, the "input" of OpenAI's responses and the
// "contents" of Gemini. The loop of an agent appends to this array what a [Reply]
// and [API.Results] return:
//
//	reply, err := models.Anthropic.ReadReply(body)
//	...
//	conversation = append(conversation, reply.Messages...)
//	results := registry.ExecuteParallel(ctx, reply.Calls, turn)
//	conversation = append(conversation, models.Anthropic.Results(results)...)
//
// [runtime.Registry.AppendDefinitionsFor] returns the definitions of the tools, and
// [API.Body] the body of a request. The package does not send requests.
//
// A model may send arguments that are cut off or are not JSON. The call has them
// unchanged, and the decoder of the tool refuses them with an error that says
// how to correct them. The message for the provider has an empty object instead,
// because providers refuse a conversation with invalid arguments.
package models
