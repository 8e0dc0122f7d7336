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
	tool                  *Tool
	surroundings, content string
}

// cacheKey is the key of the decoded call.
func (c *Call) cacheKey() cacheKey {
	t := c.turn
	around := []any{t.Platform, t.WorkingDir, t.AgentID, t.PersonalityID, t.MemoryScope, t.MemoryScopeID, t.TeamID}
	if c.tool.Needs != nil {
		around = append(around, t.Policy.Files, t.Policy.Network, t.Attachments)
	}
	surroundings := fmt.Sprintf("%#v", around)
	return cacheKey{c.entry.identity(), surroundings, c.cacheContent()}
}

// cacheContent is the arguments that make up the key, in one spelling: names
// in order, no white space. Arguments that were repaired count as they were
// written: what a repair made of them is not in their text.
func (c *Call) cacheContent() string {
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
	order linked.List // of *kept, the oldest first
	bytes int
}

// kept is one result.
type kept struct {
	key     cacheKey
	result  Result
	bytes   int
	expires time.Time
}

// get is the result under the key, unless its time is over.
func (rc *resultCache) get(key cacheKey, now time.Time) (Result, bool) {
	element := rc.byKey[key]
	if element == nil {
		return Result{}, false
	}
	k := element.Value.(*kept)
	if !now.Before(k.expires) {
		rc.drop(element)
		return Result{}, false
	}
	return k.result, true
}

// put keeps a copy of the result, and drops the oldest ones for it.
func (rc *resultCache) put(key cacheKey, result Result, expires time.Time) {
	if old := rc.byKey[key]; old != nil {
		rc.drop(old)
	}
	k := &kept{key: key, bytes: sizeOf(result) + len(key.surroundings) + len(key.content), expires: expires}
	if k.bytes > maxCachedBytes/4 {
		return
	}
	k.result = copyOf(result)
	if rc.byKey == nil {
		rc.byKey = make(map[cacheKey]*linked.Element)
	}
	rc.byKey[key] = rc.order.PushBack(k)
	rc.bytes += k.bytes
	for rc.bytes > maxCachedBytes || rc.order.Len() > maxCachedResults {
		rc.drop(rc.order.Front())
	}
}

func (rc *resultCache) drop(element *linked.Element) {
	k := rc.order.Remove(element).(*kept)
	delete(rc.byKey, k.key)
	rc.bytes -= k.bytes
}

// sizeOf is about how many bytes a result takes.
func sizeOf(r Result) int { return len(r.Value) + len(r.Structured) + partBytes(r.Parts) }

// copyOf shares nothing with the result that anybody could change.
func copyOf(r Result) Result {
	r.Structured = bytes.Clone(r.Structured)
	r.Parts = slices.Clone(r.Parts)
	for i := range r.Parts {
		r.Parts[i] = r.Parts[i].clone()
	}
	return r
}
