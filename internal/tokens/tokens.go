// Package tokens counts the tokens of texts without a network.
//
// The input is a text, the output the number of tokens of the vocabulary o200k_base
// of OpenAI, which is part of the program. Other providers have other vocabularies
// and write definitions in a form of their own, so that the count is an estimate for
// them: it shows which of two definitions is larger, and about by how much.
//
// The package has its own encoder, which is short: a tokenizer library links the
// packages of the standard library for HTTP and TLS, which every user of the command would compile. The tests compare
// it with such a library.
package tokens

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

// vocabulary has the tokens and their ranks. Reading it takes some tenths of a second.
var vocabulary = sync.OnceValues(func() (map[string]int, error) {
	return loader.NewOfflineLoader().LoadTiktokenBpe("o200k_base.tiktoken")
})

// Count returns the number of tokens of a text. The first call reads the vocabulary.
// It panics if the vocabulary in the program is damaged. It is safe for concurrent
// use.
func Count(text string) int {
	ranks, err := vocabulary()
	if err != nil {
		panic("tokens: the vocabulary in the program cannot be read: " + err.Error())
	}
	count := 0
	for text != "" {
		n := pieceLength(text)
		count += countPiece(ranks, text[:n])
		text = text[n:]
	}
	return count
}

// space and noSpace are the classes of the Unicode property White_Space, and of characters without it that are neither
// letters nor digits.
const (
	space   = `[\s\v\x{85}\p{Z}]`
	noSpace = `[^\s\v\x{85}\p{Z}\p{L}\p{N}]`
)

// piece matches the beginning of a text that is encoded apart from the rest.
//
// https://github.com/openai/tiktoken/blob/main/tiktoken_ext/openai_public.py
var piece = sync.OnceValue(func() *regexp.Regexp {
	const ending = `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
	return regexp.MustCompile(`^(?:` + strings.Join([]string{
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` + ending,
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` + ending,
		`\p{N}{1,3}`,
		` ?` + noSpace + `+[\r\n/]*`,
		space + `*[\r\n]+`,
		space + `+`,
	}, "|") + `)`)
})

// pieceLength returns the length of the first piece of a text that is not empty. White space before a word is a piece
// without its last character, which begins the next piece.
func pieceLength(text string) int {
	n := max(len(piece().FindString(text)), 1)
	last, size := utf8.DecodeLastRuneInString(text[:n])
	next, _ := utf8.DecodeRuneInString(text[n:])
	if n == len(text) || n == size || strings.ContainsRune("\r\n", last) || unicode.IsSpace(next) || strings.TrimFunc(text[:n], unicode.IsSpace) != "" {
		return n
	}
	return n - size
}

// countPiece returns the number of tokens of a piece. It joins the two neighbours whose joined form has the lowest rank,
// until no joined form is a token.
func countPiece(ranks map[string]int, piece string) int {
	if _, known := ranks[piece]; known {
		return 1
	}
	ends := make([]int, len(piece)) // the ends of the parts
	for i := range ends {
		ends[i] = i + 1
	}
	for {
		best, rank, start := -1, len(ranks), 0
		for i := 0; i+1 < len(ends); i++ {
			if r, known := ranks[piece[start:ends[i+1]]]; known && r < rank {
				best, rank = i, r
			}
			start = ends[i]
		}
		if best < 0 {
			return len(ends)
		}
		ends = append(ends[:best], ends[best+1:]...)
	}
}
