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

// maxCachedListings is the maximum number of listings in a CachedProvider.
const maxCachedListings = 1024

// listingCache is the provider that CachedProvider returns.
type listingCache struct {
	next Provider
	ttl  time.Duration

	mu      sync.Mutex
	entries map[string]cachedListing
}

// cachedListing is the tools that a provider returned.
type cachedListing struct {
	tools   []*Tool
	expires time.Time
}

// List returns a cached listing that has not expired, or else a new one.
func (l *listingCache) List(ctx context.Context, d DispatchContext) ([]*Tool, error) {
	if d.Session != nil && d.Session.id == "" {
		return l.next.List(ctx, d)
	}
	key := d.key()
	l.mu.Lock()
	cached, ok := l.entries[key]
	l.mu.Unlock()
	if ok && time.Now().Before(cached.expires) {
		return cloneTools(cached.tools), ctx.Err()
	}
	tools, err := l.next.List(ctx, d)
	if err != nil {
		return nil, err
	}
	l.store(key, cachedListing{cloneTools(tools), time.Now().Add(l.ttl)})
	return tools, nil
}

// store adds a listing. If the cache is full, it removes the expired listings,
// or all listings if none has expired.
func (l *listingCache) store(key string, listing cachedListing) {
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
	l.entries[key] = listing
}

// key returns a text that identifies the context without the iteration. Quotes
// around each part make the text unambiguous.
func (d *DispatchContext) key() string {
	skills := slices.Clone(d.ActiveSkills)
	slices.Sort(skills)
	return fmt.Sprintf("%q", append([]string{
		d.Session.ID(), d.Session.Key(), d.Identity.Platform, d.Identity.AgentID, d.Identity.PersonalityID, d.Identity.TeamID,
	}, skills...))
}

// toolUnion collects the tools of several providers, each name once.
type toolUnion struct {
	tools []*Tool
	shown map[string]shownTool
}

// shownTool is a tool and the first provider that returned it.
type shownTool struct {
	tool     *Tool
	provider string
}

// add adds the tools of a provider. It fails if a different tool already has
// the name of one of them, because it would be unclear which of the two runs.
func (u *toolUnion) add(provider string, tools []*Tool) error {
	if u.shown == nil {
		u.shown = make(map[string]shownTool)
	}
	for _, tool := range withoutNil(tools) {
		first, taken := u.shown[tool.Name]
		switch {
		case taken && first.tool != tool:
			return &DiscoveryError{Provider: provider, Cause: fmt.Errorf(
				"the provider %[2]s has another tool with the name %[1]s: rename one of the tools or remove it from one provider", tool.Name, first.provider)}
		case taken:
			continue
		}
		u.shown[tool.Name] = shownTool{tool, provider}
		u.tools = append(u.tools, tool)
	}
	return nil
}

// list returns the tools. It never returns nil, because a nil Turn.Visible
// means all tools.
func (u *toolUnion) list() []*Tool {
	if u.tools == nil {
		return []*Tool{}
	}
	return u.tools
}

// cloneTools returns a copy of the slice that the caller may change; never nil.
func cloneTools(tools []*Tool) []*Tool { return append(make([]*Tool, 0, len(tools)), tools...) }

// withoutNil returns a copy of the slice without nil pointers.
func withoutNil(tools []*Tool) []*Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t *Tool) bool { return t == nil })
}

// recoverError, as a deferred function, recovers from a panic and sets *err to
// an error that names the function that panicked.
func recoverError(err *error, name string) {
	if value := recover(); value != nil {
		*err = fmt.Errorf("%s panicked: %s", name, measure.Clip(formatValue(value), maxPanicChars))
	}
}

// typeName returns the name of the value's type, without the asterisk of a
// pointer.
func typeName(value any) string { return strings.TrimPrefix(fmt.Sprintf("%T", value), "*") }
