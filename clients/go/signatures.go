package evidence

import (
	"crypto/ed25519"
	"math/big"
	"slices"
	"strings"
)

var (
	groupOrder, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	fieldOrder    = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	lowOrder      = []*big.Int{
		big.NewInt(0),
		big.NewInt(1),
		new(big.Int).Sub(fieldOrder, big.NewInt(1)),
		fromHex("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7"),
		fromHex("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826"),
	}
)

func fromHex(text string) *big.Int {
	number, _ := new(big.Int).SetString(text, 16)
	return number
}

func littleEndian(data []byte) *big.Int {
	reversed := slices.Clone(data)
	slices.Reverse(reversed)
	return new(big.Int).SetBytes(reversed)
}

func isSoundPoint(encoded []byte) bool {
	y := littleEndian(encoded)
	y.SetBit(y, 255, 0)
	isLow := slices.ContainsFunc(lowOrder, func(low *big.Int) bool { return low.Cmp(y) == 0 })
	return y.Cmp(fieldOrder) < 0 && !isLow
}

// isSoundPublicKey says whether 32 bytes are the canonical form of a point that is not of low order.
func isSoundPublicKey(publicKey []byte) bool {
	return len(publicKey) == ed25519.PublicKeySize && isSoundPoint(publicKey)
}

// verifySignature is Ed25519 (RFC 8032), verified strictly: key and R canonical and not of low order, S below the
// group's order, R compared in its encoded form, without the cofactor.
func verifySignature(publicKey, message, signature []byte) bool {
	if !isSoundPublicKey(publicKey) || len(signature) != ed25519.SignatureSize || !isSoundPoint(signature[:32]) {
		return false
	}
	return littleEndian(signature[32:]).Cmp(groupOrder) < 0 && ed25519.Verify(publicKey, message, signature)
}

// signatureHolds is the same for texts in base64url; false where one of them is malformed.
func signatureHolds(publicKey string, message []byte, signature string) bool {
	key, keyErr := decodeBase64url(publicKey)
	value, err := decodeBase64url(signature)
	return keyErr == nil && err == nil && verifySignature(key, message, value)
}

// thumbprint is the id of an Ed25519 key, RFC 7638.
func thumbprint(publicKey string) string {
	text, _ := canonicalJSON(object{"crv": "Ed25519", "kty": "OKP", "x": publicKey})
	return encodeBase64url(hashOf([]byte(text)))
}

// A detachedJWS is "<protected>..<signature>", RFC 7515, appendix F.
type detachedJWS struct {
	header, keyID string
	signature     []byte
}

// parseDetachedJWS reads one whose header is exactly alg, kid and typ in canonical form.
func parseDetachedJWS(text, kind string) (detachedJWS, error) {
	fault := malformed("jws.malformed", "this is not a detached JWS of this service")
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[1] != "" {
		return detachedJWS{}, fault
	}
	header, headerErr := decodeBase64url(parts[0])
	signature, err := decodeBase64url(parts[2])
	if headerErr != nil || err != nil || len(signature) != ed25519.SignatureSize {
		return detachedJWS{}, fault
	}
	value, err := parseStrictJSON(header)
	members, _ := value.(object)
	keyID, ok := members["kid"].(string)
	if err != nil || !ok {
		return detachedJWS{}, fault
	}
	expected, err := canonicalJSON(object{"alg": "Ed25519", "kid": keyID, "typ": kind})
	if err != nil || parts[0] != encodeBase64url([]byte(expected)) {
		return detachedJWS{}, fault
	}
	return detachedJWS{parts[0], keyID, signature}, nil
}

func (j detachedJWS) holds(payload []byte, publicKey string) bool {
	key, err := decodeBase64url(publicKey)
	return err == nil && verifySignature(key, []byte(j.header+"."+encodeBase64url(payload)), j.signature)
}
