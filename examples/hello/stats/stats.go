// Package stats counts lines and words of text files. Its tools are plain
// functions; the package imports nothing of toolgen.
package stats

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/toolgen/toolgen/examples/hello/internal/tree"
)

// Order is what files are sorted by.
type Order string

// The orders.
const (
	ByLines Order = "lines" // most lines first
	ByWords Order = "words" // most words first
	ByBytes Order = "bytes" // largest first
	ByName  Order = "name"  // alphabetically
)

// FilesArgs selects the files to count.
type FilesArgs struct {
	tree.Selection
	// What to sort the files by.
	SortBy Order `json:"sort_by,omitzero" jsonschema:"default=lines"`
	// How many files to list at most; the totals cover all of them.
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
	// The files, at most as many as asked for.
	Files []File `json:"files"`
	// How many files were counted, and their sizes together.
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
		report.add(File{name, count(text)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(report.Files, orders[args.SortBy])
	report.Files = report.Files[:min(args.Limit, len(report.Files))]
	return &report, nil
}

func (r *Report) add(f File) {
	r.Files = append(r.Files, f)
	r.FileCount++
	r.Total.Lines += f.Lines
	r.Total.Words += f.Words
	r.Total.Bytes += f.Bytes
}

func count(text []byte) Count {
	return Count{Lines: bytes.Count(text, []byte("\n")), Words: len(bytes.Fields(text)), Bytes: len(text)}
}

var orders = map[Order]func(a, b File) int{
	ByLines: func(a, b File) int { return b.Lines - a.Lines },
	ByWords: func(a, b File) int { return b.Words - a.Words },
	ByBytes: func(a, b File) int { return b.Bytes - a.Bytes },
	ByName:  func(a, b File) int { return cmp.Compare(a.Path, b.Path) },
}

// WordsArgs is a text to look at.
type WordsArgs struct {
	tree.Selection
	// How many words to list.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=200,default=20"`
	// Words shorter than this are left out.
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
		for word := range bytes.FieldsFuncSeq(bytes.ToLower(text), notLetter) {
			if len([]rune(string(word))) >= args.MinLength {
				counts[string(word)]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return mostFrequent(counts, args.Limit), nil
}
