package models

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// ResponseError reports that a response cannot be used.
type ResponseError struct {
	// API is the name of the API; empty for an error of [ReadEvents].
	API string
	// Type is the type, the status or the code that the provider gave its
	// error; empty if the response is not an error of the provider.
	Type string
	// Message is the message of the provider, or says what is wrong with the
	// response.
	Message string
	// Body has the first bytes of the body, at most 200.
	Body string
}

// Error returns the message, with the name of the API, and with the beginning of
// the body if the provider gave no message.
func (e *ResponseError) Error() string {
	prefix := "models: "
	if e.API != "" {
		prefix += e.API + ": "
	}
	switch {
	case e.Type != "" && e.Message != "":
		return fmt.Sprintf("%sthe provider answered with the error %s: %s", prefix, e.Type, e.Message)
	case e.Type != "":
		return fmt.Sprintf("%sthe provider answered with the error %s; the response begins with %q", prefix, e.Type, e.Body)
	}
	text := prefix + "the response cannot be read: " + e.Message
	if e.Body != "" {
		text += fmt.Sprintf("; it begins with %q", e.Body)
	}
	return text
}

// findError returns a *ResponseError if a body is not a JSON object or is an
// error of a provider.
func findError(api string, body []byte) error {
	var head struct {
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		var list []json.RawMessage // Gemini sends an error as a list if a stream was asked for
		if json.Unmarshal(body, &list) == nil && len(list) == 1 && isObject(list[0]) {
			return findError(api, list[0])
		}
		return &ResponseError{API: api, Message: err.Error(), Body: beginning(body)}
	}
	if len(head.Error) == 0 || string(head.Error) == "null" {
		return nil
	}
	return providerError(api, head.Error, body)
}

// providerError returns the error that a provider reported in a body.
func providerError(api string, reported json.RawMessage, body []byte) *ResponseError {
	var known struct {
		Type    string `json:"type"`
		Status  string `json:"status"`
		Code    any    `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(reported, &known) // a member of another type stays empty
	if known.Message == "" {
		known.Message = decodeString(reported) // some servers report a string
	}
	var code string
	if known.Code != nil {
		code = fmt.Sprint(known.Code)
	}
	return &ResponseError{
		API: api, Type: cmp.Or(known.Type, known.Status, code, "error"), Message: known.Message, Body: beginning(body),
	}
}

// beginning returns the first 200 bytes of a body.
func beginning(body []byte) string {
	return strings.ToValidUTF8(string(body[:min(len(body), 200)]), "\uFFFD")
}
