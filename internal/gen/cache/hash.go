package cache

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash"
	"io"
	"os"
	"sync"
	"time"
)

// Hash is the SHA-256 of a content. The zero Hash is that of a file that does not
// exist or cannot be read.
type Hash [sha256.Size]byte

// HashOf returns the hash of a content.
func HashOf(content []byte) Hash { return sha256.Sum256(content) }

// hashFile returns the hash of a regular file, and the time of its last modification.
func hashFile(name string) (Hash, time.Time) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() { // opening a pipe would wait
		return Hash{}, time.Time{}
	}
	file, err := os.Open(name)
	if err != nil {
		return Hash{}, time.Time{}
	}
	defer file.Close()
	h := sha256.New()
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	if _, err := io.CopyBuffer(h, onlyReader{file}, *buffer); err != nil {
		return Hash{}, time.Time{}
	}
	return sum(h), info.ModTime()
}

// buffers has memory for reading files, of which a run hashes thousands.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 64<<10)) }}

// onlyReader hides the methods of a file that ignore the buffer of io.CopyBuffer.
type onlyReader struct{ io.Reader }

// sum returns the hash of what was written.
func sum(h hash.Hash) (result Hash) {
	h.Sum(result[:0])
	return result
}

// MarshalText returns the hash as Base64.
func (h Hash) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, h[:]), nil
}

// UnmarshalText reads the result of MarshalText.
func (h *Hash) UnmarshalText(text []byte) error {
	if base64.RawURLEncoding.DecodedLen(len(text)) != len(h) {
		return errors.New("not a hash")
	}
	_, err := base64.RawURLEncoding.Decode(h[:], text)
	return err
}
