package runtime

// TurnTools returns the tools that the model may see in the turn: the
// registered tools in the order of registration, then the tools of the turn in
// their order. It omits the tools that are not available, that the policy,
// [Turn.Visible] or a negative budget refuses, and the tools of the turn that
// are not valid or have the name of another tool. It never returns nil. A nil
// turn means the zero Turn.
//
// The tools must not be changed. The tools of the turn are the pointers in
// Turn.Tools.
func (r *Registry) TurnTools(turn *Turn) []*Tool {
	tools := []*Tool{}
	for _, e := range r.shownEntries(turn) {
		tools = append(tools, e.cacheIdentity())
	}
	return tools
}

// TurnDefinitions returns the definitions of [Registry.TurnTools]. It never
// returns nil.
func (r *Registry) TurnDefinitions(turn *Turn) []Definition {
	definitions := []Definition{}
	for _, e := range r.shownEntries(turn) {
		definitions = append(definitions, e.tool.Definition())
	}
	return definitions
}

// AppendTurnDefinitions appends the result of TurnDefinitions to dst as a JSON
// array.
func (r *Registry) AppendTurnDefinitions(dst []byte, turn *Turn) []byte {
	dst = append(dst, '[')
	for i, e := range r.shownEntries(turn) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendDefinition(dst)
	}
	return append(dst, ']')
}

// shownEntries returns the entries of the tools that the model may see in the
// turn. The availability checks of the permitted tools run concurrently.
func (r *Registry) shownEntries(turn *Turn) []*entry {
	if turn == nil {
		turn = &Turn{}
	}
	registered, fromTurn := r.turnEntries(turn)
	g := newAdmission(registered, turn, nil)
	var permitted, shown []*entry
	for _, entries := range [][]*entry{registered, fromTurn} {
		for _, e := range entries {
			if g.refuse(e, e.tool.Name) == nil {
				permitted = append(permitted, e)
			}
		}
	}
	var runs checkRuns
	for i, e := range permitted {
		if e.unavailableReason(runs.startFrom(permitted[i:])) == "" {
			shown = append(shown, e)
		}
	}
	return shown
}

// turnEntries returns the registered tools, and the tools of the turn whose
// names are not registered, each name once. Both are from one moment.
func (r *Registry) turnEntries(turn *Turn) (registered, fromTurn []*entry) {
	r.mu.RLock()
	var unregistered []*Tool
	for _, tool := range turn.Tools {
		if tool != nil && r.byName.get(tool.Name) == nil && !r.closed {
			unregistered = append(unregistered, tool)
		}
	}
	registered, plugins := r.order, r.plugins
	r.mu.RUnlock()
	tools := newTurnTools(r, plugins, unregistered)
	for _, tool := range unregistered {
		if tools.entries[tool.Name] == nil {
			fromTurn = append(fromTurn, tools.entry(tool.Name))
		}
	}
	return registered, fromTurn
}
