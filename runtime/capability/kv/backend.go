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

// Store keeps values by scope. Make one with [Memory] or [Directory]. A backend calls its
// methods with valid keys only.
type Store interface {
	// get returns the value; ok is false if there is none or it has expired.
	get(scope, key string, now time.Time) (value string, ok bool, err error)
	// set replaces the value. A zero expiry means that it does not expire.
	set(ctx context.Context, scope, key, value string, expires, now time.Time) error
	// remove removes the value. A missing value is not an error.
	remove(ctx context.Context, scope, key string) error
	// keys returns the keys of the values that have not expired, in any order.
	keys(scope string, now time.Time) ([]string, error)
}

// Options configure a backend.
type Options struct {
	// Store keeps the values. It is required: Open fails if it is nil.
	Store Store
}

// Backend opens scopes of a store. Make one with [New].
type Backend struct {
	options Options
}

// New returns a backend. Nil options are the zero value.
func New(o *Options) *Backend {
	b := &Backend{}
	if o != nil {
		b.options = *o
	}
	return b
}

// Open serves [capability.Backends.Storage]. A tool that declares the scope of a session or a
// personality is denied if the turn has none, so that unrelated turns never share a scope.
func (b *Backend) Open(_ context.Context, request *capability.Request) (capability.KV, error) {
	if b.options.Store == nil {
		return nil, errors.New("kv: Options.Store is nil: set it to kv.Memory() or to the result of kv.Directory")
	}
	if request.Needs == nil {
		return nil, capability.Deny(capability.KindStorage, "the tool declares no storage")
	}
	name, err := scopeName(request)
	if err != nil {
		return nil, err
	}
	if request.Needs.Storage.TTL < 0 {
		return nil, errors.New("kv: the time to live that the tool declares is negative: declare a positive one, or none")
	}
	return &scope{b.options.Store, name, request.Needs.Storage.TTL, request.DryRun}, nil
}

// scopeName returns the name of the request's scope. The name starts with the kind of the
// scope, so that a session and a tool with equal names have different scopes.
func scopeName(request *capability.Request) (string, error) {
	owners := map[capability.Scope]string{
		capability.ScopeTool:        request.Tool,
		capability.ScopeSession:     request.Session,
		capability.ScopePersonality: request.Personality,
	}
	kind := request.Needs.Storage.Scope
	owner, known := owners[kind]
	switch {
	case !known:
		return "", capability.Deny(capability.KindStorage, "the scope "+string(kind)+" is not known")
	case owner == "":
		return "", capability.Deny(capability.KindStorage, "the turn has no "+strings.TrimSuffix(string(kind), "-private")+" to keep values for")
	}
	return string(kind) + ":" + owner, nil
}

// scope is one scope of a store, as one call uses it.
type scope struct {
	store  Store
	name   string
	ttl    time.Duration
	dryRun bool // changes are denied
}

// Get implements [capability.KV].
func (s *scope) Get(ctx context.Context, key string) (value string, ok bool, err error) {
	if err := checkKey(ctx, key); err != nil {
		return "", false, err
	}
	return s.store.get(s.name, key, time.Now())
}

// Set implements [capability.KV].
func (s *scope) Set(ctx context.Context, key, value string) error {
	if err := s.checkChange(ctx, key); err != nil {
		return err
	}
	if len(value) > MaxValueBytes || !utf8.ValidString(value) {
		return fmt.Errorf("kv: the value has %d bytes: expected valid UTF-8 of at most %d bytes", len(value), MaxValueBytes)
	}
	now, expires := time.Now(), time.Time{}
	if s.ttl > 0 {
		expires = now.Add(s.ttl)
	}
	return s.store.set(ctx, s.name, key, value, expires, now)
}

// Delete implements [capability.KV].
func (s *scope) Delete(ctx context.Context, key string) error {
	if err := s.checkChange(ctx, key); err != nil {
		return err
	}
	return s.store.remove(ctx, s.name, key)
}

// List implements [capability.KV].
func (s *scope) List(ctx context.Context, prefix string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	keys, err := s.store.keys(s.name, time.Now())
	if err != nil {
		return nil, err
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) })
	slices.Sort(keys)
	return keys, nil
}

// checkChange returns an error in a dry run, and for a key that is not valid.
func (s *scope) checkChange(ctx context.Context, key string) error {
	if s.dryRun {
		return capability.Deny(capability.KindStorage, "nothing is changed in a dry run")
	}
	return checkKey(ctx, key)
}

// checkKey returns an error for a key that is not valid, and after the end of the context.
func checkKey(ctx context.Context, key string) error {
	if key == "" || len(key) > MaxKeyBytes || !utf8.ValidString(key) {
		return fmt.Errorf("kv: the key has %d bytes: expected valid UTF-8 of 1 to %d bytes", len(key), MaxKeyBytes)
	}
	return ctx.Err()
}

// errFull is the error of another key in a scope that has MaxKeys keys.
var errFull = fmt.Errorf("kv: the scope has %d keys, which is the maximum: delete some first", MaxKeys)
