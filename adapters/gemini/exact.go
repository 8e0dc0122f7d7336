package gemini

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/runtime/models"
)

// exactName is the name of an additional member of arguments. Its value is the
// JSON text of all other members. The SDK does not change a string.
const exactName = "toolgen:json"

// maxExact is the first integer from which not every integer is a float64.
const maxExact = 1 << 53

// The paths of the arguments of calls in a message, in a request and in a
// response. An asterisk selects each item of a list.
var (
	messageArguments  = []string{"parts", "*", "functionCall", "args"}
	requestArguments  = append([]string{"contents", "*"}, messageArguments...)
	responseArguments = append([]string{"candidates", "*", "content"}, messageArguments...)
)

// editArguments returns the JSON value with edited values at a path. A value
// that does not have the path is returned unchanged.
func editArguments(value json.RawMessage, path []string, edit func(json.RawMessage) json.RawMessage) json.RawMessage {
	if len(path) == 0 {
		return edit(value)
	}
	if path[0] == "*" {
		var items []json.RawMessage
		if json.Unmarshal(value, &items) != nil || items == nil {
			return value
		}
		for i, item := range items {
			items[i] = editArguments(item, path[1:], edit)
		}
		return encode(items)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil || len(members[path[0]]) == 0 {
		return value
	}
	members[path[0]] = editArguments(members[path[0]], path[1:], edit)
	return encode(members)
}

// addExactText adds the text of arguments as a member to the arguments.
func addExactText(arguments json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil || members == nil {
		return arguments
	}
	members[exactName] = encode(string(arguments))
	return encode(members)
}

// takeExactText returns the text that addExactText has added. It returns other
// arguments unchanged.
func takeExactText(arguments json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	var text string
	if json.Unmarshal(arguments, &members) != nil || json.Unmarshal(members[exactName], &text) != nil || !json.Valid([]byte(text)) {
		return arguments
	}
	return json.RawMessage(text)
}

// encode returns the JSON of a value without escapes for HTML, which would
// change the bytes of arguments. All values have valid JSON.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic("gemini: " + err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}

// encodeResponse returns the JSON of a response. isExact reports whether there
// are arguments with the bytes of the provider. For other arguments it returns an
// error if the SDK may have rounded a number.
func encodeResponse(response *genai.GenerateContentResponse) (text json.RawMessage, isExact bool, err error) {
	text, err = json.Marshal(response)
	if err != nil {
		return nil, false, err
	}
	for _, candidate := range response.Candidates {
		if candidate == nil || candidate.Content == nil {
			continue
		}
		for _, part := range candidate.Content.Parts {
			if part == nil || part.FunctionCall == nil {
				continue
			}
			if _, ok := part.FunctionCall.Args[exactName]; ok {
				isExact = true
			} else if err := checkNumbers(part.FunctionCall.Name, part.FunctionCall.Args); err != nil {
				return nil, false, err
			}
		}
	}
	return editArguments(text, responseArguments, takeExactText), isExact, nil
}

// checkNumbers returns an error if a value of the arguments of a call has a
// number that the SDK may have rounded.
func checkNumbers(call string, value any) error {
	switch value := value.(type) {
	case float64:
		if math.Abs(value) >= maxExact {
			return &models.ResponseError{
				API:     models.Gemini.Name(),
				Message: fmt.Sprintf("the SDK may have rounded the number %.0f in the arguments of %s: use gemini.Transport in the HTTP client of the SDK", value, call),
			}
		}
	case map[string]any:
		for _, member := range value {
			if err := checkNumbers(call, member); err != nil {
				return err
			}
		}
	case []any:
		for _, item := range value {
			if err := checkNumbers(call, item); err != nil {
				return err
			}
		}
	}
	return nil
}
