package decode

import "strconv"

// number describes the numbers.
func (c *classDescriber) number() *Type {
	if len(c.enum) > maxValues {
		return nil
	}
	t := &Type{Kind: KindInteger}
	if c.accepted&TypeNumber != 0 {
		t.Kind = KindNumber
	}
	var bounds Range
	for _, s := range c.all {
		if s.Number != nil && !bounds.narrow(s.Number) {
			c.demand(Schema{Number: &Range{Step: s.Number.Step}})
		}
	}
	for n := range rangeRules {
		t.limit(rangeRules[n].keyword, *rangeRules[n].bound(&bounds))
	}
	if c.enum != nil {
		t.Rules = &Rules{Enum: c.enum}
	}
	return t
}

// limit adds a bound, unless it is empty.
func (t *Type) limit(keyword, bound string) {
	switch {
	case bound == "":
		return
	case t.Limits != "":
		t.Limits += ","
	}
	t.Limits += keyword + "=" + bound
}

// limitCount adds the bounds of a length or of a number of items.
func (t *Type) limitCount(rule *countRule, b Bounds) {
	if b.Min > 0 {
		t.limit("min"+rule.of, strconv.Itoa(b.Min))
	}
	if b.Max < Unbounded {
		t.limit("max"+rule.of, strconv.Itoa(b.Max))
	}
}

// narrow changes the bounds so that counts satisfy both these and the others.
func (b *Bounds) narrow(other *Bounds) {
	if other != nil {
		b.Min, b.Max = max(b.Min, other.Min), min(b.Max, other.Max)
	}
}

// str describes the strings.
func (c *classDescriber) str() *Type {
	if len(c.enum) > maxValues {
		return nil
	}
	t, rules, length := &Type{Kind: KindString}, Rules{}, Bounds{Max: Unbounded}
	for _, s := range c.all {
		if s.Text == nil {
			continue
		}
		length.narrow(s.Text.Length)
		for _, check := range s.Text.Checks {
			if check == (base64Text{}) {
				t.Kind = KindBytes
				continue
			}
			rules.Checks = append(rules.Checks, check)
		}
	}
	t.limitCount(&lengthRule, length)
	if c.enum != nil {
		rules.Enum = []string{}
	}
	for _, text := range c.enum {
		value, _ := textAt(text, 0)
		rules.Enum = append(rules.Enum, value)
	}
	if rules.Enum != nil || rules.Checks != nil {
		t.Rules = &rules
	}
	return t
}

// array describes the arrays.
func (c *classDescriber) array() *Type {
	t, count, prefix := &Type{Kind: KindSlice}, Bounds{Max: Unbounded}, 0
	for _, s := range c.all {
		if a := s.Array; a != nil {
			count.narrow(a.Count)
			t.Unique = t.Unique || a.Unique
			if a.Contains != nil {
				c.demand(Schema{Array: &SchemaArray{Contains: a.Contains}})
			}
			prefix = max(prefix, len(a.Prefix))
		}
	}
	if prefix > maxFields {
		return nil
	}
	if t.limitCount(&itemRule, count); prefix > 0 {
		t.Rules = &Rules{Parsed: &Parsed{Prefix: make([]*Type, prefix)}}
	}
	for n := range prefix {
		t.Rules.Parsed.Prefix[n] = c.item(n)
	}
	t.Elem = c.item(prefix)
	return t
}

// item describes the item with that number.
func (c *classDescriber) item(n int) *Type {
	var all []*Schema
	for _, s := range c.all {
		if s.Array != nil && s.Array.item(n) != nil {
			all = append(all, s.Array.item(n))
		}
	}
	return c.describe(all)
}
