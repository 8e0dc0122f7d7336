package toolsearch

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// The weights of the parts of a tool, of words of a query that are synonyms, and of
// words that begin alike.
const (
	nameWeight        = 2.0
	descriptionWeight = 1.5
	argumentWeight    = 0.6
	detailWeight      = 0.3  // descriptions of arguments
	sameWeight        = 0.8  // words that mean the same
	relatedWeight     = 0.35 // words of the same subject
	actionWeight      = 0.25 // synonyms for actions, which most tools have
	prefixWeight      = 0.6
	minPrefix         = 5    // the minimum length of a common beginning, in bytes
	otherTerms        = 0.15 // terms of the same word of a query, other than the best
	serviceBonus      = 1    // a query that has the first word of a name, such as github
)

// The constants of BM25.
const (
	saturation = 1.2
	lengthPart = 0.4
)

// Index finds tools by words. It does not change and is safe for concurrent use.
type Index struct {
	tools     []*runtime.Tool
	documents []document
	// found has the documents of each stem.
	found  map[string][]int
	length float64 // the mean length of a document
}

// document has the weights of the stems of a tool, and their sum.
type document struct {
	weights map[string]float64
	length  float64
	service string // the stem of the first word of the name
}

// NewIndex returns an index of the tools. The tools must not change.
func NewIndex(tools []*runtime.Tool) *Index {
	x := &Index{tools: tools, documents: make([]document, len(tools)), found: make(map[string][]int)}
	for i, tool := range tools {
		d := newDocument(tool)
		x.documents[i] = d
		x.length += d.length / float64(len(tools))
		for stem := range d.weights {
			x.found[stem] = append(x.found[stem], i)
		}
	}
	return x
}

// newDocument returns the stems of the name, the descriptions and the arguments.
func newDocument(tool *runtime.Tool) document {
	d := document{weights: make(map[string]float64)}
	if names := split(tool.Name); len(names) > 1 {
		d.service = stem(names[0])
	}
	d.add(append(stemsOfName(tool.Name), stems(tool.Title)...), nameWeight)
	d.add(stemsOfName(tool.Toolset+" "+tool.Category), argumentWeight)
	d.add(stems(tool.Description), descriptionWeight)
	var input struct {
		Properties map[string]struct {
			Description string   `json:"description"`
			Enum        []string `json:"enum"`
		} `json:"properties"`
	}
	_ = json.Unmarshal([]byte(tool.Input), &input) // a schema with other types has fewer words
	for name, property := range input.Properties {
		d.add(stemsOfName(name), argumentWeight)
		d.add(stems(property.Description+" "+strings.Join(property.Enum, " ")), detailWeight)
	}
	return d
}

// add adds stems with a weight.
func (d *document) add(stems []string, weight float64) {
	for _, each := range stems {
		d.weights[each] += weight
		d.length += weight
	}
}

// Search returns the tools that match a query, at most limit, the best first. Tools
// with the same score keep their order.
func (x *Index) Search(query string, limit int) []*runtime.Tool {
	scores := make([]float64, len(x.tools))
	matches := make([]float64, len(x.tools))
	words := stems(replacePhrases(query))
	slices.Sort(words)
	words = slices.Compact(words)
	for _, word := range words {
		for i, score := range x.scoresOf(word) {
			scores[i] += score
			matches[i]++
			if x.documents[i].service == word {
				matches[i] += serviceBonus
			}
		}
	}
	var order []int
	for i := range scores {
		if scores[i] > 0 {
			scores[i] *= 0.5 + 0.5*matches[i]/float64(len(words)) // tools that match more of the words come first
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	found := make([]*runtime.Tool, 0, min(limit, len(order)))
	for _, i := range order[:min(limit, len(order))] {
		found = append(found, x.tools[i])
	}
	return found
}

// scoresOf returns the score of each document that matches a word of a query: the
// best of its terms, and a part of the others.
func (x *Index) scoresOf(word string) map[int]float64 {
	best, sum := make(map[int]float64), make(map[int]float64)
	terms := x.terms(word)
	for _, term := range slices.Sorted(maps.Keys(terms)) { // in an order, because sums of floats depend on it
		for i, score := range x.scores(term) {
			best[i] = max(best[i], terms[term]*score)
			sum[i] += terms[term] * score
		}
	}
	for i := range best {
		best[i] += otherTerms * (sum[i] - best[i])
	}
	return best
}

// terms returns the stems of the index for a word of a query, with their weights: the
// word itself, its synonyms, and stems that begin alike. If no tool has the word, its
// best synonym counts as much as the word.
func (x *Index) terms(word string) map[string]float64 {
	terms := make(map[string]float64)
	add := func(term string, weight float64) {
		if len(x.found[term]) > 0 {
			terms[term] = max(terms[term], weight)
		}
	}
	add(word, 1)
	for weight, words := range map[float64][]string{sameWeight: same[word], relatedWeight: related[word], actionWeight: actions[word]} {
		for _, synonym := range words {
			add(synonym, weight)
		}
	}
	if len(word) >= minPrefix {
		for stem := range x.found {
			if len(stem) >= minPrefix && (strings.HasPrefix(stem, word) || strings.HasPrefix(word, stem)) {
				add(stem, prefixWeight)
			}
		}
	}
	if best := slices.Max(append(slices.Collect(maps.Values(terms)), 0)); best >= relatedWeight {
		for term := range terms {
			terms[term] /= best
		}
	}
	return terms
}

// scores returns the score of a stem in each document that has it, by BM25.
func (x *Index) scores(stem string) map[int]float64 {
	in := x.found[stem]
	n := float64(len(in))
	rarity := math.Log(1 + (float64(len(x.documents))-n+0.5)/(n+0.5))
	scores := make(map[int]float64, len(in))
	for _, i := range in {
		d := x.documents[i]
		frequency := d.weights[stem]
		scores[i] = rarity * frequency * (saturation + 1) / (frequency + saturation*(1-lengthPart+lengthPart*d.length/x.length))
	}
	return scores
}
