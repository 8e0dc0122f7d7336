// Package shopping has tools for a shopping list. It does not import toolgen.
package shopping

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// List is a shopping list. Its methods are safe for concurrent use.
type List struct {
	mu    sync.Mutex
	items []Item
}

// Item is something to buy.
type Item struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// AddArgs are the arguments of Add.
type AddArgs struct {
	// What to buy, such as "bread".
	Name string `json:"name" jsonschema:"minLength=1,maxLength=100"`
	// How many to buy.
	Count int `json:"count,omitzero" jsonschema:"minimum=1,maximum=99,default=1"`
}

// Add puts an item on the shopping list.
//
//tool:register add_item
//tool:side-effects
//tool:example {"name": "bread", "count": 2}
func (l *List) Add(args AddArgs) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if slices.ContainsFunc(l.items, func(i Item) bool { return strings.EqualFold(i.Name, args.Name) }) {
		return "", fmt.Errorf("%s is on the list already", args.Name)
	}
	l.items = append(l.items, Item(args))
	return fmt.Sprintf("%d x %s is on the list.", args.Count, args.Name), nil
}

// Items are the items of the list.
type Items struct {
	Items []Item `json:"items"`
}

// Show returns the items of the shopping list.
//
//tool:register show_list
//tool:read-only
func (l *List) Show() (*Items, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &Items{Items: slices.Clone(l.items)}, nil
}

// Clear removes all items from the shopping list.
//
//tool:register clear_list
//tool:destructive
//tool:requires-approval reason="removes all items"
func (l *List) Clear() (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.items)
	l.items = nil
	return fmt.Sprintf("%d items were removed.", n), nil
}
