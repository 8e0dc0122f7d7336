package decode

// checkArray checks the array at i.
func (j *schemaChecker) checkArray(i int, a *SchemaArray) (end int, ok bool) {
	start := i
	i, closed := firstPart(j.text, i)
	n, found, ok := 0, 0, true
	for ; !closed; n++ {
		if a.Contains != nil && j.accepts(i, a.Contains.Schema) {
			found++
		}
		end, good := j.checkItem(i, n, a.item(n))
		if ok = ok && good; !ok && j.isDone() {
			return 0, false
		}
		i, closed = nextPart(j.text, end)
		j.spend(i - end)
	}
	ok = j.checkCount(start, n, a.Count, &itemRule) && ok
	if a.Contains != nil {
		ok = j.checkCount(start, found, &a.Contains.Count, &containsRule) && ok
	}
	if a.Unique && (ok || !j.isDone()) {
		ok = j.checkUnique(start, i) && ok
	}
	return i, ok
}

// item returns the schema of the item with that number, or nil.
func (a *SchemaArray) item(n int) *Schema {
	if n < len(a.Prefix) {
		return a.Prefix[n]
	}
	return a.Items
}

// checkItem checks the item n, which begins at i. A nil schema accepts any value.
func (j *schemaChecker) checkItem(i, n int, s *Schema) (end int, ok bool) {
	if s == nil {
		return j.skipValue(i), true
	}
	if j.problems != nil {
		j.problems.enter(nil, n)
		defer j.problems.leave()
	}
	return j.value(i, s)
}

// checkUnique checks that the array between i and end has no equal items.
func (j *schemaChecker) checkUnique(i, end int) bool {
	// Hashing an item takes longer than skipping it.
	if j.spend(4 * (end - i)); j.steps < 0 {
		return false
	}
	_, again, found := duplicateItems(j.text, i)
	if found && j.needsMessage() {
		j.problems.reportDuplicate(again, j.text[again.at:valueEnd(j.text, again.at)])
	}
	return !found
}
