package differential_test

import (
	"encoding/json"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// generator makes random documents. A schema accepts most of them, but not all,
// because the generator does not regard all combinations of keywords.
type generator struct {
	*subject
	*rand.Rand
}

// newGenerator returns a generator for a subject, which always makes the same documents.
func newGenerator(s *subject, seed uint64) generator {
	return generator{s, rand.New(rand.NewPCG(seed, uint64(len(s.tool.Input))))}
}

// pick returns a random item.
func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// chance returns true with a probability of 1/n.
func (g generator) chance(n int) bool { return g.IntN(n) == 0 }

// validDocument returns a document that the schema accepts, or nil after many attempts.
func (g generator) validDocument() *document {
	for range 40 {
		d := g.newValue(g.document, 4+g.IntN(4))
		if accepts(g.schema, d.String()) == nil {
			return d
		}
	}
	return nil
}

func scalar(text string) *document { return parse(text) }

// encode returns a value in a schema as a document.
func encode(value any) *document {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // the value was decoded from JSON
	}
	return parse(b.String())
}

// newValue returns a value for a schema, with about that many levels.
func (g generator) newValue(n node, levels int) *document {
	n = g.resolve(n)
	if constant, ok := n["const"]; ok {
		return encode(constant)
	}
	if enum, ok := n["enum"].([]any); ok {
		return encode(pick(g.Rand, enum))
	}
	if examples, ok := n["examples"].([]any); ok && !g.chance(5) {
		return encode(pick(g.Rand, examples))
	}
	if given, ok := n["default"]; ok && g.chance(2) {
		return encode(given)
	}
	if n = g.branch(n, levels); n["enum"] != nil || n["const"] != nil {
		return g.newValue(n, levels)
	}
	switch g.typeOf(n) {
	case "object":
		return g.newObject(n, levels)
	case "array":
		return g.newArray(n, levels)
	case "string":
		return scalar(quote(g.newText(n)))
	case "integer":
		return scalar(g.newInteger(n))
	case "number":
		return scalar(g.newNumber(n))
	case "boolean":
		return scalar(pick(g.Rand, []string{"true", "false"}))
	case "null":
		return scalar("null")
	}
	return scalar(pick(g.Rand, values))
}

// branch returns a schema with one of its alternatives merged into it, the shortest
// one if no levels are left.
func (g generator) branch(n node, levels int) node {
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		branches, ok := n[keyword].([]any)
		if !ok {
			continue
		}
		if keyword != "allOf" {
			chosen := pick(g.Rand, branches)
			if levels <= 0 {
				chosen = slices.MinFunc(branches, func(a, b any) int { return len(encode(a).String()) - len(encode(b).String()) })
			}
			branches = []any{chosen}
		}
		merged := maps.Clone(n)
		delete(merged, keyword)
		for _, b := range branches {
			maps.Copy(merged, g.resolve(b.(node)))
		}
		return g.branch(merged, levels)
	}
	return n
}

// typeOf returns the type of the value to make, or "" if the schema has no type.
func (g generator) typeOf(n node) string {
	switch t := n["type"].(type) {
	case string:
		return t
	case []any:
		return pick(g.Rand, t).(string)
	}
	return ""
}

// newObject returns an object for a schema.
func (g generator) newObject(n node, levels int) *document {
	d := &document{kind: '{'}
	properties, _ := n["properties"].(node)
	required, _ := n["required"].([]any)
	for _, name := range sortedNames(properties) {
		if slices.Contains(required, any(name)) || levels > 0 && g.IntN(8) < levels {
			d.members = append(d.members, member{name: quote(name), value: g.newValue(properties[name].(node), levels-1)})
		}
	}
	if rest, ok := n["additionalProperties"].(node); ok && levels > 0 {
		for range g.IntN(4) {
			name := g.newName(n)
			if d.member(name) == nil {
				d.members = append(d.members, member{name: quote(name), value: g.newValue(rest, levels-1)})
			}
		}
	}
	if g.chance(2) {
		g.Shuffle(len(d.members), func(i, j int) { d.members[i], d.members[j] = d.members[j], d.members[i] })
	}
	return d
}

// newName returns a name for an entry of a map.
func (g generator) newName(n node) string {
	keys, ok := n["propertyNames"].(node)
	switch {
	case !ok:
		return pick(g.Rand, slices.Concat(texts, names))
	case keys["enum"] != nil:
		return pick(g.Rand, keys["enum"].([]any)).(string)
	case keys["pattern"] != nil:
		return strconv.Itoa(g.IntN(300) * g.IntN(2))
	}
	return pick(g.Rand, []string{"a", "ab", "abc", "é", ""})
}

// newArray returns an array for a schema.
func (g generator) newArray(n node, levels int) *document {
	d := &document{kind: '['}
	minItems, maxItems := countKeyword(n, "minItems", 0), countKeyword(n, "maxItems", 4)
	if levels <= 0 {
		maxItems = minItems
	}
	items, _ := n["items"].(node)
	for range minItems + g.IntN(max(maxItems-minItems, 0)+1) {
		item := g.newValue(items, levels-1)
		if n["uniqueItems"] != true || !slices.ContainsFunc(d.items, func(d *document) bool { return d.String() == item.String() }) {
			d.items = append(d.items, item)
		}
	}
	return d
}

// countKeyword returns the value of a keyword that is a count, or a default.
func countKeyword(n node, keyword string, otherwise int) int {
	if text, ok := n[keyword].(json.Number); ok {
		if count, err := strconv.Atoi(text.String()); err == nil {
			return count
		}
	}
	return otherwise
}

// newText returns a string for a schema.
func (g generator) newText(n node) string {
	for _, keyword := range []string{"format", "contentEncoding"} {
		if format, ok := n[keyword].(string); ok {
			return pick(g.Rand, samples[format].valid)
		}
	}
	if description, _ := n["description"].(string); strings.Contains(description, "duration such as") && !g.chance(4) {
		return pick(g.Rand, []string{"1h", "0s", "-5ms", "1h2m3.5s", "+1µs", "2562047h47m16.854775807s", ".5s"})
	}
	if g.chance(2) {
		return g.ofLength(countKeyword(n, "minLength", 0), countKeyword(n, "maxLength", 6))
	}
	return pick(g.Rand, texts)
}

// ofLength returns a text with a number of code points between the bounds.
func (g generator) ofLength(minLength, maxLength int) string {
	var b strings.Builder
	for range minLength + g.IntN(max(maxLength-minLength, 0)+1) {
		b.WriteString(pick(g.Rand, []string{"a", "b", "x", "é", "😀", "Z", "0", " "}))
	}
	return b.String()
}

// limits returns the bounds of a schema, and numbers near them.
func limits(n node) []*big.Rat {
	var all []*big.Rat
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		bound, ok := n[keyword].(json.Number)
		if !ok || exponent(bound.String()) > 400 {
			continue
		}
		at, _ := new(big.Rat).SetString(bound.String())
		for _, step := range []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 10), big.NewRat(-1, 10), big.NewRat(1, 1e15), at} {
			all = append(all, new(big.Rat).Add(at, step))
		}
	}
	return all
}

// newInteger returns an integer for a schema.
func (g generator) newInteger(n node) string {
	candidates := []string{strconv.Itoa(g.IntN(10)), strconv.Itoa(g.IntN(200) - 100), "0", "1"}
	for _, limit := range limits(n) {
		if limit.IsInt() {
			candidates = append(candidates, limit.Num().String())
		}
	}
	if n["minimum"] == nil && n["maximum"] == nil {
		candidates = append(candidates, "9223372036854775807", "9007199254740993")
	}
	return g.within(n, candidates)
}

// newNumber returns a number for a schema.
func (g generator) newNumber(n node) string {
	candidates := []string{strconv.Itoa(g.IntN(10)), "0.5", "1e2", "1.25", "0.75", "-0.25", "3000", "1.0", "0.1", "0"}
	for _, limit := range limits(n) {
		candidates = append(candidates, decimal(limit))
	}
	return g.within(n, candidates)
}

// within returns a candidate within the bounds of a schema, or any candidate.
func (g generator) within(n node, candidates []string) string {
	g.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	for _, candidate := range candidates {
		if isWithin(n, candidate) {
			return candidate
		}
	}
	return candidates[0]
}

// isWithin reports whether a number is within the bounds of a schema.
func isWithin(n node, number string) bool {
	v, ok := new(big.Rat).SetString(number)
	for keyword, fits := range map[string]func(order int) bool{
		"minimum":          func(order int) bool { return order >= 0 },
		"maximum":          func(order int) bool { return order <= 0 },
		"exclusiveMinimum": func(order int) bool { return order > 0 },
		"exclusiveMaximum": func(order int) bool { return order < 0 },
	} {
		if bound, given := n[keyword].(json.Number); ok && given && exponent(bound.String()) < 400 {
			at, _ := new(big.Rat).SetString(bound.String())
			ok = fits(v.Cmp(at))
		}
	}
	if step, given := n["multipleOf"].(json.Number); ok && given {
		by, _ := new(big.Rat).SetString(step.String())
		ok = by.Quo(v, by).IsInt()
	}
	return ok
}

// decimal returns a number as a decimal fraction of up to 20 digits.
func decimal(r *big.Rat) string {
	text := r.FloatString(20)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// exponent returns the exponent of a JSON number, without its sign.
func exponent(number string) int {
	_, digits, _ := strings.Cut(strings.ToLower(number), "e")
	n, err := strconv.Atoi(strings.TrimLeft(digits, "+-"))
	if err != nil && digits != "" {
		return 1 << 30
	}
	return n
}

// sortedNames returns the sorted names of a part of a schema.
func sortedNames(n node) []string { return slices.Sorted(maps.Keys(n)) }
