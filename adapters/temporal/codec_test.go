package temporal

import (
	"bytes"
	"testing"

	commonpb "go.temporal.io/api/common/v1"
	"google.golang.org/protobuf/proto"
)

// A codec restores its payloads, and refuses those with another key and changed ones.
func TestCodec(t *testing.T) {
	one, err := NewCodec(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewCodec(bytes.Repeat([]byte{2}, 16))
	if err != nil {
		t.Fatal(err)
	}
	plain := &commonpb.Payload{Metadata: map[string][]byte{"encoding": []byte("json/plain")}, Data: []byte(`"the text"`)}
	encoded, err := one.Encode([]*commonpb.Payload{plain, plain})
	if err != nil || bytes.Contains(encoded[0].Data, []byte("text")) || bytes.Equal(encoded[0].Data, encoded[1].Data) {
		t.Errorf("got %q, %v", encoded, err)
	}
	decoded, err := one.Decode(append(encoded, plain))
	if err != nil || len(decoded) != 3 {
		t.Fatal(err)
	}
	for i, p := range decoded {
		if !proto.Equal(p, plain) {
			t.Errorf("payload %d: %v", i, p)
		}
	}
	if _, err := other.Decode(encoded); err == nil {
		t.Error("another key decrypts a payload")
	}
	encoded[0].Data[20] ^= 1
	if _, err := one.Decode(encoded); err == nil {
		t.Error("a changed payload is decrypted")
	}
	if _, err := NewCodec([]byte("short")); err == nil {
		t.Error("a key of 5 bytes is accepted")
	}
}
