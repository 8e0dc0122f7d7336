// Package modelservers has only tests. They run the loop of an agent against mock
// servers of model providers, with and without the SDKs of the providers, and
// check every request with the provider's own description of its API: the OpenAPI
// description of Anthropic, the types of OpenAI's SDK for TypeScript, which are
// generated from its OpenAPI description, and the protocol buffers of Gemini.
//
// The package is a module of its own, so that no other module has its
// dependencies. Run npm ci in testdata/servers before the tests.
package modelservers
