// Package tokens counts the tokens of texts without a network.
//
// The input is a text, the output the number of tokens of the vocabulary o200k_base
// of OpenAI, which is part of the program. Other providers have other vocabularies
// and write definitions in a form of their own, so that the count is an estimate for
// them: it shows which of two definitions is larger, and about by how much.
package tokens

import (
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// encoding reads the vocabulary, which takes some tenths of a second.
var encoding = sync.OnceValues(func() (*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	return tiktoken.GetEncoding(tiktoken.MODEL_O200K_BASE)
})

// Count returns the number of tokens of a text. The first call reads the vocabulary.
// It panics if the vocabulary in the program is damaged. It is safe for concurrent
// use.
func Count(text string) int {
	e, err := encoding()
	if err != nil {
		panic("tokens: the vocabulary in the program cannot be read: " + err.Error())
	}
	return len(e.EncodeOrdinary(text))
}
