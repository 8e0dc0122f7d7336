// Package stats counts the lines and words of text files. Its tools are plain
// functions. The package does not import toolgen.
package stats

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/toolgen/toolgen/examples/hello/internal/tree"
)

// Order is the order of files.
type Order string

// The orders.
const (
	ByLines Order = "lines" // most lines first
	ByWords Order = "words" // most words first
	ByBytes Order = "bytes" // largest first
	ByName  Order = "name"  // alphabetically
)

// FilesArgs are the arguments of file_stats.
type FilesArgs struct {
	tree.Selection
	// The order of the files.
	SortBy Order `json:"sort_by,omitzero" jsonschema:"default=lines"`
	// The maximum number of files to list; the totals include all files.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=1000,default=10"`
}

// Count is the size of a text.
type Count struct {
	Lines int `json:"lines"`
	Words int `json:"words"`
	Bytes int `json:"bytes"`
}

// File is the size of one file.
type File struct {
	Path string `json:"path"`
	Count
}

// Report lists files and their sizes.
type Report struct {
	// The files, up to the limit.
	Files []File `json:"files"`
	// The number of counted files, and their total size.
	FileCount int   `json:"file_count"`
	Total     Count `json:"total"`
}

// Files counts the lines, words and bytes of the text files below a directory.
//
//tool:register file_stats
//tool:toolset text
//tool:read-only
//tool:timeout 30s
//tool:example {"dir": ".", "suffixes": [".go"], "limit": 3}
func Files(ctx context.Context, args FilesArgs) (*Report, error) {
	var report Report
	err := tree.Walk(ctx, args.Selection, func(name string, text []byte) error {
		report.add(File{name, countText(text)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(report.Files, fileOrders[args.SortBy])
	report.Files = report.Files[:min(args.Limit, len(report.Files))]
	return &report, nil
}

// add adds a file to the list and to the totals.
func (r *Report) add(f File) {
	r.Files = append(r.Files, f)
	r.FileCount++
	r.Total.Lines += f.Lines
	r.Total.Words += f.Words
	r.Total.Bytes += f.Bytes
}

// countText returns the size of a text.
func countText(text []byte) Count {
	return Count{Lines: bytes.Count(text, []byte("\n")), Words: len(bytes.Fields(text)), Bytes: len(text)}
}

// fileOrders has the comparison function of each order.
var fileOrders = map[Order]func(a, b File) int{
	ByLines: func(a, b File) int { return b.Lines - a.Lines },
	ByWords: func(a, b File) int { return b.Words - a.Words },
	ByBytes: func(a, b File) int { return b.Bytes - a.Bytes },
	ByName:  func(a, b File) int { return cmp.Compare(a.Path, b.Path) },
}

// WordsArgs are the arguments of frequent_words.
type WordsArgs struct {
	tree.Selection
	// The maximum number of words to list.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=200,default=20"`
	// The minimum length of the words.
	MinLength int `json:"min_length,omitzero" jsonschema:"minimum=1,default=4"`
}

// WordCount is a word and how often it occurs.
type WordCount struct {
	Word  string `json:"word"`
	Count int    `json:"count"`
}

// Words lists the most frequent words of the text files below a directory.
//
//tool:register frequent_words
//tool:toolset text
//tool:read-only
//tool:timeout 30s
func Words(ctx context.Context, args WordsArgs) ([]WordCount, error) {
	counts := make(map[string]int)
	err := tree.Walk(ctx, args.Selection, func(_ string, text []byte) error {
		for word := range bytes.FieldsFuncSeq(bytes.ToLower(text), isNotLetter) {
			if len([]rune(string(word))) >= args.MinLength {
				counts[string(word)]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return mostFrequentWords(counts, args.Limit), nil
}
