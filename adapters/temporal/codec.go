package temporal

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

// encryptedEncoding is the encoding of payloads that a [Codec] encrypted.
const encryptedEncoding = "binary/toolgen-aes-gcm"

// Codec encrypts the payloads of histories with AES-GCM, so that the server cannot
// read arguments, results and decisions. Use it for the client of every worker, and of
// every program that starts or watches workflows:
//
//	codec, err := temporal.NewCodec(key)
//	options.DataConverter = converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), codec)
//	options.FailureConverter = sdk.NewDefaultFailureConverter(sdk.DefaultFailureConverterOptions{
//		DataConverter: options.DataConverter, EncodeCommonAttributes: true})
//
// The names of workflows, activities and tools, and ids, stay readable. It is safe for
// concurrent use. Use [NewCodec] to make one.
type Codec struct{ aead cipher.AEAD }

var _ converter.PayloadCodec = (*Codec)(nil)

// NewCodec returns a codec with a key of 16, 24 or 32 bytes.
func NewCodec(key []byte) (*Codec, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("temporal: the key of a codec must have 16, 24 or 32 bytes: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Codec{aead}, err
}

// Encode encrypts the payloads.
func (c *Codec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	return mapPayloads(payloads, func(p *commonpb.Payload) (*commonpb.Payload, error) {
		plain, err := proto.Marshal(p)
		if err != nil {
			return nil, err
		}
		return &commonpb.Payload{
			Metadata: map[string][]byte{converter.MetadataEncoding: []byte(encryptedEncoding)},
			Data:     c.aead.Seal(nil, nil, plain, nil),
		}, nil
	})
}

// Decode decrypts the payloads that Encode encrypted, and returns others as they are.
// It returns an error for a payload with another key, and for one that was changed.
func (c *Codec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	return mapPayloads(payloads, func(p *commonpb.Payload) (*commonpb.Payload, error) {
		if string(p.GetMetadata()[converter.MetadataEncoding]) != encryptedEncoding {
			return p, nil
		}
		plain, err := c.aead.Open(nil, nil, p.GetData(), nil)
		if err != nil {
			return nil, fmt.Errorf("temporal: a payload cannot be decrypted: it has another key, or it was changed: %w", err)
		}
		decoded := &commonpb.Payload{}
		return decoded, proto.Unmarshal(plain, decoded)
	})
}

// mapPayloads returns the results of a function for the payloads.
func mapPayloads(payloads []*commonpb.Payload, change func(*commonpb.Payload) (*commonpb.Payload, error)) ([]*commonpb.Payload, error) {
	changed := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		var err error
		if changed[i], err = change(p); err != nil {
			return nil, err
		}
	}
	return changed, nil
}
