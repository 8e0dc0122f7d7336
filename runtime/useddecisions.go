package runtime

import "sync"

// usedDecisions are the ids of decisions that were used. It is safe for
// concurrent use.
//
// It is no sync.Map, and the types that generated code can reach from a [Tool]
// have no fields of generic types: the compiler instantiates each of them in
// every package with tools.
type usedDecisions struct {
	mu  sync.Mutex
	ids map[string]struct{}
}

// use adds the id and reports whether it is new.
func (u *usedDecisions) use(id string) (first bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, used := u.ids[id]; used {
		return false
	}
	setEntry(&u.ids, id, struct{}{})
	return true
}

// has reports whether the id was used.
func (u *usedDecisions) has(id string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, used := u.ids[id]
	return used
}
