// Package models connects a registry with the HTTP APIs of model providers,
// without their SDKs: it takes the tool calls out of the JSON of a response,
// whole or streamed, and puts the results of the calls into the JSON of the next
// request.
//
// All four APIs keep a conversation as one JSON array: the "messages" of OpenAI's
// chat completions and of Anthropic, the "input" of OpenAI's responses and the
// "contents" of Gemini. An agent's loop appends to it what a [Reply] and
// [API.Results] return:
//
//	reply, err := models.Anthropic.ReadReply(body)
//	...
//	conversation = append(conversation, reply.Messages...)
//	results := registry.ExecuteParallel(ctx, reply.Calls, turn)
//	conversation = append(conversation, models.Anthropic.Results(results)...)
//
// The definitions of the tools come from [runtime.Registry.AppendDefinitionsFor].
// The package sends nothing itself.
//
// What a model sends may be damaged: arguments that are cut off or are no JSON
// reach the call as they are, and the decoder of the tool refuses them with an
// error from which the model can correct itself. In the message that goes back
// to the provider they are replaced by an empty object, because providers refuse
// a conversation with broken arguments.
package models
