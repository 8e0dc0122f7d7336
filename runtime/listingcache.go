package runtime

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
)

// maxCachedListings bounds what a CachedProvider keeps.
const maxCachedListings = 1024

// listings are what a CachedProvider keeps.
type listingCache struct {
	next Provider
	ttl  time.Duration

	mu      sync.Mutex
	entries map[string]cachedListing
}

// listing is what a provider showed.
type cachedListing struct {
	tools   []*Tool
	expires time.Time
}

// List is a kept listing that has not expired, or a new one.
func (l *listingCache) List(ctx context.Context, d DispatchContext) ([]*Tool, error) {
	if d.Session != nil && d.Session.id == "" {
		return l.next.List(ctx, d)
	}
	key := d.key()
	l.mu.Lock()
	kept, ok := l.entries[key]
	l.mu.Unlock()
	if ok && time.Now().Before(kept.expires) {
		return cloneTools(kept.tools), ctx.Err()
	}
	tools, err := l.next.List(ctx, d)
	if err != nil {
		return nil, err
	}
	l.store(key, cachedListing{cloneTools(tools), time.Now().Add(l.ttl)})
	return tools, nil
}

// keep stores a listing; when there is no room, those that have expired go, and
// if there are none, all of them.
func (l *listingCache) store(key string, kept cachedListing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.entries) >= maxCachedListings {
		now := time.Now()
		for key, old := range l.entries {
			if !now.Before(old.expires) {
				delete(l.entries, key)
			}
		}
	}
	if len(l.entries) >= maxCachedListings {
		clear(l.entries)
	}
	l.entries[key] = kept
}

// key tells apart what may be shown differently: all but the iteration. Each
// part is quoted, so that no two contexts share a key.
func (d *DispatchContext) key() string {
	skills := slices.Clone(d.ActiveSkills)
	slices.Sort(skills)
	return fmt.Sprintf("%q", append([]string{
		d.Session.ID(), d.Session.Key(), d.Identity.Platform, d.Identity.AgentID, d.Identity.PersonalityID, d.Identity.TeamID,
	}, skills...))
}

// union gathers tools of several providers, each name once.
type toolUnion struct {
	tools []*Tool
	shown map[string]shownTool
}

// showing is a tool and the provider that showed it first.
type shownTool struct {
	tool     *Tool
	provider string
}

// add adds what a provider shows. It fails when another tool has the name
// already: which of the two would run is not for chance to decide.
func (u *toolUnion) add(provider string, tools []*Tool) error {
	if u.shown == nil {
		u.shown = make(map[string]shownTool)
	}
	for _, tool := range withoutNil(tools) {
		first, taken := u.shown[tool.Name]
		switch {
		case taken && first.tool != tool:
			return &DiscoveryError{Provider: provider, Cause: fmt.Errorf(
				"the tool %s is also shown by the provider %s: rename one of them or show it in one place", tool.Name, first.provider)}
		case taken:
			continue
		}
		u.shown[tool.Name] = shownTool{tool, provider}
		u.tools = append(u.tools, tool)
	}
	return nil
}

// list is never nil: nothing shown is not the same as no limit.
func (u *toolUnion) list() []*Tool {
	if u.tools == nil {
		return []*Tool{}
	}
	return u.tools
}

// fresh is a copy that the caller may change; never nil.
func cloneTools(tools []*Tool) []*Tool { return append(make([]*Tool, 0, len(tools)), tools...) }

// withoutNil leaves out what is no tool.
func withoutNil(tools []*Tool) []*Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t *Tool) bool { return t == nil })
}

// recoverTo makes a panic the error.
func recoverError(err *error, who string) {
	if value := recover(); value != nil {
		*err = fmt.Errorf("%s panicked: %s", who, measure.Clip(formatValue(value), maxPanicChars))
	}
}

func typeName(value any) string { return strings.TrimPrefix(fmt.Sprintf("%T", value), "*") }
