package runtime

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
)

// randomID is 128 random bits in hexadecimal.
func randomID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails: see crypto/rand
	return hex.EncodeToString(id[:])
}

// digest binds consent to the call: its id, the contract of its tool and its
// arguments as the model wrote them.
func (c *Call) digest() string {
	h := sha256.New()
	writeTexts(h, "toolgen call 1", c.id, c.entry.contract(), c.text)
	return hex.EncodeToString(h.Sum(nil))
}

// contract is a digest of what callers and schedulers rely on: name, schemas,
// version and declarations. It is computed when it is first asked for.
func (e *entry) contract() string {
	if known := e.digest.Load(); known != nil {
		return *known
	}
	t := &e.tool
	h := sha256.New()
	writeTexts(h, "toolgen contract 1", t.ID, t.Name, t.Version, t.Input, t.Output, e.plugin)
	declared, _ := json.Marshal([]any{ // cannot fail: plain data
		t.Hints, t.Needs, t.Requires, t.Serialize, t.Exclusive, t.Concurrent, t.NoRepair, t.Approval != nil, t.Untrusted,
	})
	writeTexts(h, string(declared))
	digest := hex.EncodeToString(h.Sum(nil))
	e.digest.Store(&digest)
	return digest
}

// writeTexts writes texts so that no other texts give the same bytes.
func writeTexts(h hash.Hash, texts ...string) {
	for _, text := range texts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		h.Write(length[:])
		h.Write([]byte(text))
	}
}
