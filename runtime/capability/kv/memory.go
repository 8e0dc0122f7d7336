package kv

import (
	"context"
	"sync"
	"time"
)

// Memory returns a store that keeps values as long as the process runs.
func Memory() Store { return &memory{scopes: make(map[string]map[string]entry)} }

// memory maps the name of each scope to its values by key.
type memory struct {
	mu     sync.Mutex
	scopes map[string]map[string]entry
}

// entry is one value. A zero expiry means that it does not expire.
type entry struct {
	value   string
	expires time.Time
}

func (e entry) isExpired(now time.Time) bool { return !e.expires.IsZero() && !now.Before(e.expires) }

// get implements [Store].
func (m *memory) get(scope, key string, now time.Time) (string, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.scopes[scope][key]
	if !ok || e.isExpired(now) {
		return "", false, nil
	}
	return e.value, true, nil
}

// set implements [Store].
func (m *memory) set(_ context.Context, scope, key, value string, expires, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	values := m.scopes[scope]
	if values == nil {
		values = make(map[string]entry)
		m.scopes[scope] = values
	}
	if _, ok := values[key]; !ok && len(values) >= MaxKeys {
		m.sweep(scope, now)
		if len(values) >= MaxKeys {
			return errFull
		}
	}
	values[key] = entry{value, expires}
	return nil
}

// remove implements [Store].
func (m *memory) remove(_ context.Context, scope, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.scopes[scope], key)
	return nil
}

// keys implements [Store].
func (m *memory) keys(scope string, now time.Time) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(scope, now)
	var keys []string
	for key := range m.scopes[scope] {
		keys = append(keys, key)
	}
	return keys, nil
}

// sweep removes the expired values of a scope. The caller holds the mutex.
func (m *memory) sweep(scope string, now time.Time) {
	for key, e := range m.scopes[scope] {
		if e.isExpired(now) {
			delete(m.scopes[scope], key)
		}
	}
}
