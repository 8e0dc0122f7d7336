package runtime

import (
	"bytes"
	linked "container/list"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// DefaultCacheTTL is how long results are kept whose tool states no time.
const DefaultCacheTTL = 5 * time.Minute

// The bounds of one session's cache. The oldest results go first; one that
// takes more than a quarter of the room is not kept.
const (
	maxCachedResults = 256
	maxCachedBytes   = 16 << 20
)

func (c *Cache) ttl() time.Duration {
	if c.TTL == 0 {
		return DefaultCacheTTL
	}
	return c.TTL
}

// cacheKey distinguishes calls whose results differ: by the registration of the
// tool, or the pointer that a turn brings, by the caller, its surroundings and
// its reach, and by the arguments.
type cacheKey struct {
	tool                   *Tool
	environment, arguments string
}

// cacheKey is the key of the decoded call.
func (c *Call) cacheKey() cacheKey {
	t := c.turn
	values := []any{t.Platform, t.WorkingDir, t.AgentID, t.PersonalityID, t.MemoryScope, t.MemoryScopeID, t.TeamID}
	if c.tool.Needs != nil {
		values = append(values, t.Policy.Files, t.Policy.Network, t.Attachments)
	}
	environment := fmt.Sprintf("%#v", values)
	return cacheKey{c.entry.cacheIdentity(), environment, c.cacheArguments()}
}

// cacheContent is the arguments that make up the key, in one spelling: names
// in order, no white space. Arguments that were repaired count as they were
// written: what a repair made of them is not in their text.
func (c *Call) cacheArguments() string {
	var members map[string]any
	decoder := json.NewDecoder(strings.NewReader(c.text))
	decoder.UseNumber()
	if len(c.repairs) > 0 || decoder.Decode(&members) != nil {
		return c.text
	}
	if fields := c.tool.Cache.Fields; len(fields) > 0 {
		for name := range members {
			if !slices.Contains(fields, name) {
				delete(members, name)
			}
		}
	}
	canonical, err := json.Marshal(members)
	if err != nil {
		return c.text
	}
	return string(canonical)
}

// resultCache keeps the results of one session, as they were before reduction
// and budget. The session guards it.
type resultCache struct {
	byKey map[cacheKey]*linked.Element
	byAge linked.List // of *kept, the oldest first
	size  int
}

// kept is one result.
type cachedResult struct {
	key     cacheKey
	result  Result
	size    int
	expires time.Time
}

// get is the result under the key, unless its time is over.
func (rc *resultCache) get(key cacheKey, now time.Time) (Result, bool) {
	element := rc.byKey[key]
	if element == nil {
		return Result{}, false
	}
	cached := element.Value.(*cachedResult)
	if !now.Before(cached.expires) {
		rc.remove(element)
		return Result{}, false
	}
	return cached.result, true
}

// put keeps a copy of the result, and drops the oldest ones for it.
func (rc *resultCache) put(key cacheKey, result Result, expires time.Time) {
	if previous := rc.byKey[key]; previous != nil {
		rc.remove(previous)
	}
	cached := &cachedResult{key: key, size: resultBytes(result) + len(key.environment) + len(key.arguments), expires: expires}
	if cached.size > maxCachedBytes/4 {
		return
	}
	cached.result = cloneResult(result)
	if rc.byKey == nil {
		rc.byKey = make(map[cacheKey]*linked.Element)
	}
	rc.byKey[key] = rc.byAge.PushBack(cached)
	rc.size += cached.size
	for rc.size > maxCachedBytes || rc.byAge.Len() > maxCachedResults {
		rc.remove(rc.byAge.Front())
	}
}

func (rc *resultCache) remove(element *linked.Element) {
	cached := rc.byAge.Remove(element).(*cachedResult)
	delete(rc.byKey, cached.key)
	rc.size -= cached.size
}

// sizeOf is about how many bytes a result takes.
func resultBytes(r Result) int { return len(r.Value) + len(r.Structured) + partBytes(r.Parts) }

// copyOf shares nothing with the result that anybody could change.
func cloneResult(r Result) Result {
	r.Structured = bytes.Clone(r.Structured)
	r.Parts = slices.Clone(r.Parts)
	for i := range r.Parts {
		r.Parts[i] = r.Parts[i].clone()
	}
	return r
}
