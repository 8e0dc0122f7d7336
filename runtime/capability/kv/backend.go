package kv

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/capability"
)

// The limits of a store. What exceeds them is an error of the tool's call.
const (
	// MaxKeyBytes is the longest key.
	MaxKeyBytes = 512
	// MaxValueBytes is the longest value.
	MaxValueBytes = 1 << 20
	// MaxKeys is how many keys a scope holds.
	MaxKeys = 10_000
)

// Store keeps values by scope. Its methods are called with valid keys only.
type Store interface {
	// get returns the value, unless there is none or it has expired.
	get(scope, key string, now time.Time) (string, bool, error)
	// set replaces the value; a zero expiry means never.
	set(ctx context.Context, scope, key, value string, expires, now time.Time) error
	// remove removes the value, if there is one.
	remove(ctx context.Context, scope, key string) error
	// keys are those of the values that have not expired, in any order.
	keys(scope string, now time.Time) ([]string, error)
}

// Backend serves [capability.Backends.Storage] from a store. A tool that
// declares the scope of a session or a personality needs a turn that has one:
// otherwise it is denied, so that strangers never share a scope.
func Backend(store Store) func(context.Context, *capability.Request) (capability.KV, error) {
	return func(_ context.Context, request *capability.Request) (capability.KV, error) {
		if store == nil {
			return nil, errors.New("kv: no store is configured")
		}
		if request.Needs == nil {
			return nil, denied("the tool declares no storage")
		}
		scope, err := scopeOf(request)
		if err != nil {
			return nil, err
		}
		if request.Needs.Storage.TTL < 0 {
			return nil, errors.New("kv: the time to live is negative")
		}
		return &scoped{store, scope, request.Needs.Storage.TTL, request.DryRun}, nil
	}
}

// scopeOf names the scope of a request; the name says what kind it is, so that
// a session and a tool of one name stay apart.
func scopeOf(request *capability.Request) (string, error) {
	of := map[capability.Scope]string{
		capability.ScopeTool:        request.Tool,
		capability.ScopeSession:     request.Session,
		capability.ScopePersonality: request.Personality,
	}
	scope := request.Needs.Storage.Scope
	owner, known := of[scope]
	switch {
	case !known:
		return "", denied("the scope " + string(scope) + " is not known")
	case owner == "":
		return "", denied("the turn has no " + strings.TrimSuffix(string(scope), "-private") + " to keep values for")
	}
	return string(scope) + ":" + owner, nil
}

func denied(reason string) error {
	return &capability.Denied{Kind: capability.KindStorage, Reason: reason}
}

// scoped is one scope of a store.
type scoped struct {
	store Store
	scope string
	ttl   time.Duration
	// dryRun refuses changes.
	dryRun bool
}

func (s *scoped) Get(ctx context.Context, key string) (value string, ok bool, err error) {
	if err := check(ctx, key); err != nil {
		return "", false, err
	}
	return s.store.get(s.scope, key, time.Now())
}

func (s *scoped) Set(ctx context.Context, key, value string) error {
	if err := s.checkChange(ctx, key); err != nil {
		return err
	}
	if len(value) > MaxValueBytes || !utf8.ValidString(value) {
		return fmt.Errorf("kv: the value must be UTF-8 of at most %d bytes, it has %d", MaxValueBytes, len(value))
	}
	now, expires := time.Now(), time.Time{}
	if s.ttl > 0 {
		expires = now.Add(s.ttl)
	}
	return s.store.set(ctx, s.scope, key, value, expires, now)
}

func (s *scoped) Delete(ctx context.Context, key string) error {
	if err := s.checkChange(ctx, key); err != nil {
		return err
	}
	return s.store.remove(ctx, s.scope, key)
}

func (s *scoped) List(ctx context.Context, prefix string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	keys, err := s.store.keys(s.scope, time.Now())
	if err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) })
	slices.Sort(keys)
	return keys, nil
}

// checkChange refuses what check does, and every change in a dry run.
func (s *scoped) checkChange(ctx context.Context, key string) error {
	if s.dryRun {
		return denied("nothing is changed in a dry run")
	}
	return check(ctx, key)
}

// check refuses a key that no store keeps.
func check(ctx context.Context, key string) error {
	if key == "" || len(key) > MaxKeyBytes || !utf8.ValidString(key) {
		return fmt.Errorf("kv: a key must be UTF-8 of 1 to %d bytes, it has %d", MaxKeyBytes, len(key))
	}
	return ctx.Err()
}

// errFull says that a scope has no room for another key.
var errFull = fmt.Errorf("kv: the scope holds %d keys already: delete some first", MaxKeys)
