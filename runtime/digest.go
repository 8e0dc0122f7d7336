package runtime

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"

	"github.com/toolgen/toolgen/internal/sha256"
)

// randomID is 128 random bits in hexadecimal, which distinguish requests and
// calls. It guards nothing: a digest binds consent.
func randomID() string {
	var id [16]byte
	binary.LittleEndian.PutUint64(id[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// digest binds consent to the call: its id, the contract of its tool and its
// arguments as the model wrote them.
func (c *Call) digest() string { return digestOf("toolgen call 1", c.id, c.entry.contract(), c.text) }

// contract is a digest of what callers and schedulers rely on: name, schemas,
// version and declarations. It is computed when it is first asked for.
func (e *entry) contract() string {
	if known := e.digest.Load(); known != nil {
		return *known
	}
	t := &e.tool
	declared, _ := json.Marshal([]any{ // cannot fail: plain data
		t.Hints, t.Needs, t.Requires, t.Serialize, t.Exclusive, t.Concurrent, t.NoRepair, t.Approval != nil, t.Untrusted,
	})
	digest := digestOf("toolgen contract 1", t.ID, t.Name, t.Version, t.Input, t.Output, e.plugin, string(declared))
	e.digest.Store(&digest)
	return digest
}

// digestOf is the SHA-256 of texts, in hexadecimal. Each text is preceded by its
// length, so that no other texts give the same bytes.
func digestOf(texts ...string) string {
	var data []byte
	for _, text := range texts {
		data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
		data = append(data, text...)
	}
	sum := sha256.Sum(data)
	return hex.EncodeToString(sum[:])
}
