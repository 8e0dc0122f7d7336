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

// DefaultCacheTTL is how long a result stays in the cache if the tool's Cache
// has no TTL.
const DefaultCacheTTL = 5 * time.Minute

// The limits of one session's cache. When the cache is full, the oldest results
// are removed. A result that takes more than a quarter of maxCachedBytes is not
// cached.
const (
	maxCachedResults = 256
	maxCachedBytes   = 16 << 20
)

// ttl returns the TTL, or the default if it is zero.
func (c *Cache) ttl() time.Duration {
	if c.TTL == 0 {
		return DefaultCacheTTL
	}
	return c.TTL
}

// cacheKey identifies a cached result: by the tool, by the environment of the
// call (the caller, and what the call may access), and by the arguments.
type cacheKey struct {
	tool                   *Tool
	environment, arguments string
}

// cacheKey returns the cache key of a decoded call.
func (c *Call) cacheKey() cacheKey {
	t := c.turn
	values := []any{t.Platform, t.WorkingDir, t.AgentID, t.PersonalityID, t.MemoryScope, t.MemoryScopeID, t.TeamID}
	if c.tool.Needs != nil {
		values = append(values, t.Policy.Files, t.Policy.Network, t.Attachments)
	}
	environment := fmt.Sprintf("%#v", values)
	return cacheKey{c.entry.cacheIdentity(), environment, c.cacheArguments()}
}

// cacheArguments returns the arguments that are part of the cache key, as JSON
// with sorted names and without white space. If the decoder repaired the
// arguments, it returns their original text, which does not contain the
// repairs.
func (c *Call) cacheArguments() string {
	var members map[string]any
	decoder := json.NewDecoder(strings.NewReader(c.text))
	decoder.UseNumber()
	if len(c.repairs()) > 0 || decoder.Decode(&members) != nil {
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

// resultCache has the cached results of one session, as they were before
// reduction and budget. Session.mu guards it.
type resultCache struct {
	byKey map[cacheKey]*linked.Element
	byAge linked.List // of *cachedResult, the oldest first
	size  int
}

// cachedResult is one result in the cache.
type cachedResult struct {
	key     cacheKey
	result  Result
	size    int
	expires time.Time
}

// get returns the result under the key. It removes a result that has expired.
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

// put adds a copy of the result, and removes the oldest results if the cache is
// full.
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

// remove removes the result of a list element.
func (rc *resultCache) remove(element *linked.Element) {
	cached := rc.byAge.Remove(element).(*cachedResult)
	delete(rc.byKey, cached.key)
	rc.size -= cached.size
}

// resultBytes returns the approximate size of a result in memory.
func resultBytes(r Result) int {
	return len(r.Value) + len(r.Full) + len(r.Lead) + len(r.Note) + len(r.Structured) + partBytes(r.Parts)
}

// cloneResult returns a copy of the result that shares no mutable memory with
// it.
func cloneResult(r Result) Result {
	r.Structured = bytes.Clone(r.Structured)
	r.Parts = slices.Clone(r.Parts)
	for i := range r.Parts {
		r.Parts[i] = r.Parts[i].clone()
	}
	return r
}
