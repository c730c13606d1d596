package evidence

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"
)

const safeInteger = 1<<53 - 1

var (
	decimalForm = regexp.MustCompile(`\A(0|[1-9][0-9]{0,15})\z`)
	digestForm  = regexp.MustCompile(`\Asha256:[0-9a-f]{64}\z`)
	momentForm  = regexp.MustCompile(`\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\z`)
)

func hashOf(parts ...[]byte) []byte {
	hash := sha256.New()
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// digestText is SHA-256 of a text, as "sha256:" and lower-case hex.
func digestText(text string) string { return "sha256:" + hex.EncodeToString(hashOf([]byte(text))) }

func isDigest(value any) bool {
	text, ok := value.(string)
	return ok && digestForm.MatchString(text)
}

func digestBytes(digest string) ([]byte, error) {
	if !digestForm.MatchString(digest) {
		return nil, malformed("encoding.not_canonical", "this is not a digest")
	}
	return hex.DecodeString(digest[len("sha256:"):])
}

// decodeBase64 reads canonical base64 with padding; Go also reads line breaks and set trailing bits.
func decodeBase64(text string) ([]byte, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(data) != text {
		return nil, malformed("encoding.not_canonical", "this is not canonical base64")
	}
	return data, nil
}

// decodeBase64url reads canonical base64url without padding.
func decodeBase64url(text string) ([]byte, error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || base64.RawURLEncoding.EncodeToString(data) != text {
		return nil, malformed("encoding.not_canonical", "this is not canonical base64url")
	}
	return data, nil
}

func encodeBase64(data []byte) string    { return base64.StdEncoding.EncodeToString(data) }
func encodeBase64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// readDecimal reads a decimal without leading zeros, from 0 to 2^53 - 1.
func readDecimal(text string) (int64, bool) {
	if !decimalForm.MatchString(text) {
		return 0, false
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil && number <= safeInteger
}

// readMoment is milliseconds since 1970 of "2026-11-21T03:00:00.000Z"; false for another form, or no day that exists.
func readMoment(value any) (int64, bool) {
	text, ok := value.(string)
	if !ok || !momentForm.MatchString(text) {
		return 0, false
	}
	moment, err := time.Parse("2006-01-02T15:04:05.000Z", text)
	return moment.UnixMilli(), err == nil
}

// momentOf is the same for a text whose form was checked.
func momentOf(text string) int64 {
	milliseconds, _ := readMoment(text)
	return milliseconds
}

func decodeHashes(texts []any) ([][]byte, error) {
	hashes := make([][]byte, len(texts))
	for i, text := range texts {
		hash, err := decodeBase64(text.(string))
		if err != nil {
			return nil, err
		}
		hashes[i] = hash
	}
	return hashes, nil
}
