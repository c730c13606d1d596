package evidence

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// A verifierKey is a public key with its name on notes.
type verifierKey struct {
	name      string
	kind      byte
	publicKey []byte
}

func noteKeyHash(name string, kind byte, publicKey []byte) uint32 {
	return binary.BigEndian.Uint32(hashOf([]byte(name+"\n"), []byte{kind}, publicKey))
}

// parseVerifierKey reads a vkey, "<name>+<hash>+<base64>".
func parseVerifierKey(text string) (verifierKey, error) {
	fault := malformed("verifier_key.malformed", "this is not a vkey")
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 || !isKeyName(parts[0]) || len(parts[1]) != 8 || strings.ToLower(parts[1]) != parts[1] {
		return verifierKey{}, fault
	}
	hash, hashErr := hex.DecodeString(parts[1])
	data, err := decodeBase64(parts[2])
	if hashErr != nil || err != nil || len(data) == 0 {
		return verifierKey{}, fault
	}
	key := verifierKey{parts[0], data[0], data[1:]}
	if key.kind == kindEd25519 || key.kind == kindCosignature {
		isOther := binary.BigEndian.Uint32(hash) != noteKeyHash(key.name, key.kind, key.publicKey)
		if len(key.publicKey) != 32 || isOther {
			return verifierKey{}, fault
		}
	}
	return key, nil
}

// A noteVerifier checks the signatures of one key. A key without a name takes a signature under any name, if the hash of the
// signature was made with that name.
type noteVerifier struct {
	name      string
	kind      byte
	publicKey []byte
	// id is a witness's name in the quorum.
	id string
	// retired says that a log's key signs no more; its signature counts for trees up to lastSize.
	retired  bool
	lastSize int64
}

func newNoteVerifier(key verifierKey) (*noteVerifier, error) {
	if key.kind != kindEd25519 && key.kind != kindCosignature {
		return nil, malformed("trust.malformed", "a vkey is of a kind that is not known here")
	}
	if !isSoundPublicKey(key.publicKey) {
		return nil, malformed("key.malformed", "this is not a sound Ed25519 public key")
	}
	return &noteVerifier{name: key.name, kind: key.kind, publicKey: key.publicKey}, nil
}

func (v *noteVerifier) isNamedBy(signature noteSignature) bool {
	if v.name != "" && v.name != signature.name {
		return false
	}
	return signature.keyHash == noteKeyHash(signature.name, v.kind, v.publicKey)
}

func (v *noteVerifier) verify(text string, signature []byte) bool {
	if v.kind == kindEd25519 {
		return verifySignature(v.publicKey, []byte(text), signature)
	}
	time, ok := cosignatureTime(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ok && verifySignature(v.publicKey, []byte(message), signature[8:])
}
