package kv

import (
	"context"
	"sync"
	"time"
)

// Memory returns a store that lasts as long as the process.
func Memory() Store { return &memory{scopes: make(map[string]map[string]kept)} }

type memory struct {
	mu     sync.Mutex
	scopes map[string]map[string]kept
}

// kept is one value.
type kept struct {
	value   string
	expires time.Time
}

func (k kept) expired(now time.Time) bool { return !k.expires.IsZero() && !now.Before(k.expires) }

func (m *memory) get(scope, key string, now time.Time) (string, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.scopes[scope][key]
	if !ok || k.expired(now) {
		return "", false, nil
	}
	return k.value, true, nil
}

func (m *memory) set(_ context.Context, scope, key, value string, expires, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	values := m.scopes[scope]
	if values == nil {
		values = make(map[string]kept)
		m.scopes[scope] = values
	}
	if _, ok := values[key]; !ok && len(values) >= MaxKeys {
		m.sweep(scope, now)
		if len(values) >= MaxKeys {
			return errFull
		}
	}
	values[key] = kept{value, expires}
	return nil
}

func (m *memory) remove(_ context.Context, scope, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.scopes[scope], key)
	return nil
}

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

// sweep forgets what has expired.
func (m *memory) sweep(scope string, now time.Time) {
	for key, k := range m.scopes[scope] {
		if k.expired(now) {
			delete(m.scopes[scope], key)
		}
	}
}
