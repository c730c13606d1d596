package evidence

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
)

const deliverySignaturesAtMost = 16

var deliveryMismatch = malformed("signature.mismatch", "no signature is valid: another secret, or a changed body or header")

// DeliveryOptions are how far a delivery's timestamp may differ from the receiver's clock.
type DeliveryOptions struct {
	// Tolerance is 5 minutes where it is 0; a negative one is an error.
	Tolerance time.Duration
	// Now is the receiver's time; the zero time is that of the system's clock.
	Now time.Time
}

// An Event is the event of a delivery. Raw has all of its members.
type Event struct {
	ID   string
	Type string
	Raw  json.RawMessage
}

// A deliveryKey is a shared secret, under its text and the bytes that it stands for, or a public key.
type deliveryKey struct {
	text, bytes, publicKey []byte
}

// VerifyDelivery verifies a delivery and returns its event. The body is exactly what was received. The keys are secrets
// ("whsec_...") or public keys (base64url, or "whpk_..."); one valid signature under one of them is enough, and no header may
// name another event or time than it covers. The error is a FormError whose code says what is wrong; no message contains a
// secret or the body.
func VerifyDelivery(header http.Header, body []byte, keys []string, options DeliveryOptions) (Event, error) {
	if options.Tolerance < 0 {
		return Event{}, errors.New("the tolerance is negative")
	}
	read := make([]deliveryKey, len(keys))
	for i, key := range keys {
		var err error
		if read[i], err = readDeliveryKey(key); err != nil {
			return Event{}, err
		}
	}
	if len(read) == 0 {
		return Event{}, malformed("key.malformed", "no secret and no key was given")
	}
	headers, err := readDeliveryHeaders(header)
	if err != nil {
		return Event{}, err
	}
	signed, err := checkDelivery(headers, body, read, options)
	if err == nil && signed.isContradicted(headers) {
		err = deliveryMismatch
	}
	if err != nil {
		return Event{}, err
	}
	event, err := readEvent(body)
	if err == nil && event.ID != signed.id {
		err = malformed("event.other_id", "the headers name another event")
	}
	return event, err
}

func checkDelivery(headers deliveryHeaders, body []byte, keys []deliveryKey, options DeliveryOptions) (signedDelivery, error) {
	isSecret := func(key deliveryKey) bool { return key.text != nil }
	if slices.ContainsFunc(keys, isSecret) && headers["service-signature"] != "" {
		signed, err := options.inTime(readServiceHeaders(headers))
		if err != nil {
			return signed, err
		}
		content := signed.content(body)
		for _, key := range keys {
			if isSecret(key) && hasEqual(signed.signatures, "sha256="+hex.EncodeToString(macOf(key.text, content))) {
				return signed, nil
			}
		}
		if !slices.ContainsFunc(keys, func(key deliveryKey) bool { return !isSecret(key) }) {
			return signed, deliveryMismatch
		}
	}
	signed, err := options.inTime(readWebhookHeaders(headers))
	if err != nil {
		return signed, err
	}
	content := signed.content(body)
	for _, key := range keys {
		if isSecret(key) {
			if hasEqual(signed.signatures, "v1,"+encodeBase64(macOf(key.bytes, content))) {
				return signed, nil
			}
			continue
		}
		for _, signature := range signed.signatures {
			value, isAsymmetric := strings.CutPrefix(signature, "v1a,")
			data, err := decodeBase64(value)
			if isAsymmetric && err == nil && verifySignature(key.publicKey, content, data) {
				return signed, nil
			}
		}
	}
	return signed, deliveryMismatch
}

func macOf(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

// hasEqual compares in constant time.
func hasEqual(signatures []string, expected string) bool {
	is := 0
	for _, signature := range signatures {
		is |= subtle.ConstantTimeCompare([]byte(signature), []byte(expected))
	}
	return is == 1
}

func readDeliveryKey(text string) (deliveryKey, error) {
	if encoded, isSecret := strings.CutPrefix(text, "whsec_"); isSecret {
		if data, err := decodeBase64(encoded); err == nil && len(data) >= 24 && len(data) <= 64 {
			return deliveryKey{text: []byte(text), bytes: data}, nil
		}
	} else {
		encoded, isStandard := strings.CutPrefix(text, "whpk_")
		decode := decodeBase64url
		if isStandard {
			decode = decodeBase64
		}
		if data, err := decode(encoded); err == nil && isSoundPublicKey(data) {
			return deliveryKey{publicKey: data}, nil
		}
	}
	return deliveryKey{}, malformed("key.malformed", "a key is neither a secret (whsec_) nor an Ed25519 public key of 32 bytes")
}

func readEvent(body []byte) (Event, error) {
	fault := malformed("body.malformed", "the body is not JSON with an event")
	// Strictly, so that all receivers read the same.
	value, err := parseStrictJSON(body)
	if err != nil {
		return Event{}, fault
	}
	root, _ := value.(object)
	event, _ := root["event"].(object)
	id, ok := event["id"].(string)
	var raw map[string]json.RawMessage
	if !ok || json.Unmarshal(body, &raw) != nil {
		return Event{}, fault
	}
	kind, _ := event["type"].(string)
	return Event{id, kind, raw["event"]}, nil
}
