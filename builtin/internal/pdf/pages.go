package pdf

// page is a page with the resources that it inherits.
type page struct {
	dict      dict
	resources any
}

// pages returns the pages in their order. Of a file without a tree of pages, such as the beginning
// of one, it returns all objects that are pages, in the order of the file.
func (r *reader) pages() []page {
	root := r.dict(r.trailer["Root"])
	var found []page
	visited := map[ref]bool{}
	if root != nil {
		found = r.walkPages(root["Pages"], nil, visited, 0, nil)
	}
	if len(found) > 0 {
		return found
	}
	for _, number := range r.order {
		if d, ok := r.objects[number].(dict); ok && r.name(d["Type"]) == "Page" {
			parent := r.dict(d["Parent"])
			found = append(found, page{d, firstOf(d["Resources"], parent["Resources"])})
		}
	}
	return found
}

// walkPages appends the pages below a node of the tree.
func (r *reader) walkPages(node, resources any, visited map[ref]bool, depth int, found []page) []page {
	if number, ok := node.(ref); ok {
		if visited[number] {
			return found
		}
		visited[number] = true
	}
	d := r.dict(node)
	if d == nil || depth > maxPageDepth {
		return found
	}
	r.spend(&r.left.values, 1)
	resources = firstOf(d["Resources"], resources)
	kids, hasKids := r.resolve(d["Kids"]).([]any)
	if !hasKids {
		return append(found, page{d, resources})
	}
	for _, kid := range kids {
		found = r.walkPages(kid, resources, visited, depth+1, found)
	}
	return found
}

// firstOf returns the first value that is not nil.
func firstOf(values ...any) any {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

// readPage writes the text of a page.
func (r *reader) readPage(p page, w *writer) {
	var operators []byte
	for _, part := range r.list(p.dict["Contents"]) {
		if s, ok := r.resolve(part).(*stream); ok {
			operators = append(append(operators, r.decode(s)...), '\n')
		}
	}
	c := &content{reader: r, writer: w, state: state{ctm: identity, horizontal: 1}}
	c.run(operators, r.dict(p.resources), 0)
}
