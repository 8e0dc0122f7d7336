package runtime

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strconv"

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

// digest binds consent to the call: its id, session, personality and working
// directory, the contract of its tool, its arguments as the model wrote them, and
// whether it is a dry run.
func (c *Call) consentDigest(dryRun bool) string {
	return hashTexts("toolgen call 1", c.id, c.turn.Session.ID(), c.turn.PersonalityID, c.turn.WorkingDir,
		c.entry.contractDigest(), c.text, strconv.FormatBool(dryRun))
}

// contract is a digest of what callers and schedulers rely on: name, schemas,
// version and declarations. It is computed when it is first asked for.
func (e *entry) contractDigest() string {
	if known := e.digest.Load(); known != nil {
		return *known
	}
	t := &e.tool
	declared, _ := json.Marshal([]any{ // cannot fail: plain data
		t.Hints, t.Needs, append([]string{}, t.Requires...), append([]string{}, t.Serialize...), t.Exclusive, t.Concurrent, t.NoRepair, t.Approval != nil, t.Untrusted,
	})
	digest := hashTexts("toolgen contract 1", t.ID, t.Name, t.Version, t.Input, t.Output, e.plugin, string(declared))
	e.digest.Store(&digest)
	return digest
}

// digestOf is the SHA-256 of texts, in hexadecimal. Each text is preceded by its
// length, so that no other texts give the same bytes.
func hashTexts(texts ...string) string {
	var data []byte
	for _, text := range texts {
		data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
		data = append(data, text...)
	}
	sum := sha256.Sum(data)
	return hex.EncodeToString(sum[:])
}
