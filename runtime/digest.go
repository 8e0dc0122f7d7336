package runtime

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strconv"

	"github.com/toolgen/toolgen/internal/sha256"
)

// randomID returns 128 random bits in hexadecimal. The ids distinguish requests
// and calls; they are not secret.
func randomID() string {
	var id [16]byte
	binary.LittleEndian.PutUint64(id[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// approvalDigest returns the digest that binds approval to the call: a hash of
// its id, session, personality, working directory, tool contract, arguments as
// [Call.Arguments] returns them, and dryRun.
func (c *Call) approvalDigest(dryRun bool) string {
	return hashTexts("toolgen call 1", c.id, c.turn.Session.ID(), c.turn.PersonalityID, c.turn.WorkingDir,
		c.entry.contractDigest(), c.text, strconv.FormatBool(dryRun))
}

// contractDigest returns a hash of the tool's contract: name, schemas, version
// and declarations. The first call computes it.
func (e *entry) contractDigest() string {
	return e.texts.get(func(t *computedTexts) *string { return &t.digest }, e.hashContract)
}

// hashContract computes the hash of the tool's contract.
func (e *entry) hashContract() string {
	t := e.tool
	declared, _ := json.Marshal([]any{ // cannot fail: plain data
		t.Hints, t.Needs, append([]string{}, t.Requires...), append([]string{}, t.Serialize...), t.Exclusive, t.Concurrent, t.NoRepair, t.Approval != nil, t.Untrusted,
	})
	return hashTexts("toolgen contract 1", t.ID, t.Name, t.Version, t.Input, t.Output, e.plugin, string(declared))
}

// hashTexts returns the SHA-256 of the texts in hexadecimal. It hashes the
// length before each text, so that different lists of texts have different
// input bytes.
func hashTexts(texts ...string) string {
	var data []byte
	for _, text := range texts {
		data = binary.BigEndian.AppendUint64(data, uint64(len(text)))
		data = append(data, text...)
	}
	sum := sha256.Sum(data)
	return hex.EncodeToString(sum[:])
}
