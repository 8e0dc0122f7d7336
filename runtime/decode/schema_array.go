package decode

// array checks the array at i.
func (j *judge) array(i int, a *SchemaArray) (end int, ok bool) {
	start := i
	i, closed := firstPart(j.text, i)
	n, found, ok := 0, 0, true
	for ; !closed; n++ {
		if a.Contains != nil && j.quietly(i, a.Contains.Schema) {
			found++
		}
		end, good := j.item(i, n, a.item(n))
		if ok = ok && good; !ok && j.over() {
			return 0, false
		}
		i, closed = nextPart(j.text, end)
		j.spend(i - end)
	}
	ok = j.counted(start, n, a.Count, &itemRule) && ok
	if a.Contains != nil {
		ok = j.counted(start, found, &a.Contains.Count, &containsRule) && ok
	}
	if a.Unique && (ok || !j.over()) {
		ok = j.unique(start, i) && ok
	}
	return i, ok
}

// item returns what the item with that number must meet, or nil.
func (a *SchemaArray) item(n int) *Schema {
	if n < len(a.Prefix) {
		return a.Prefix[n]
	}
	return a.Items
}

func (j *judge) item(i, n int, s *Schema) (end int, ok bool) {
	if s == nil {
		return j.pass(i), true
	}
	if j.out != nil {
		j.out.enter(nil, n)
		defer j.out.leave()
	}
	return j.value(i, s)
}

// unique checks that the items of the array that ends before end differ.
func (j *judge) unique(i, end int) bool {
	// To hash an item takes longer than to pass it.
	if j.spend(4 * (end - i)); j.steps < 0 {
		return false
	}
	_, again, found := duplicateItems(j.text, i)
	if found && j.heard() {
		j.out.duplicate(again, j.text[again.at:valueEnd(j.text, again.at)])
	}
	return !found
}
