package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gowebpki/jcs"
)

const (
	hashPrefix = "sha256:"
	saltSize   = 16
)

// newestEntries rebuilds, for each subject of a bundle, the log's entry of its newest element.
func newestEntries(bundle *Bundle) (map[string][]byte, error) {
	histories := map[string][]json.RawMessage{}
	recordID, err := member(bundle.Record[0], "record_id")
	if err != nil {
		return nil, err
	}
	histories[recordID] = bundle.Record
	for id, history := range bundle.Authorities {
		histories[id] = history
	}
	for id, history := range bundle.Keys {
		histories["key_"+id] = history
	}
	entries := map[string][]byte{}
	for subject, history := range histories {
		entry, err := newestEntry(bundle.Log, subject, history)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", subject, err)
		}
		entries[subject] = entry
	}
	return entries, nil
}

// newestEntry walks a history from its first element on: slot || digest of the last.
func newestEntry(origin, subject string, history []json.RawMessage) ([]byte, error) {
	if len(history) == 0 {
		return nil, fmt.Errorf("there are no elements")
	}
	slot := sha256.Sum256([]byte(origin + "\n" + subject))
	var digest []byte
	for i, element := range history {
		if err := checkPlace(element, subject, i+1, digest); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
		computed, salt, err := digestOf(element)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
		digest = computed
		if i < len(history)-1 {
			slot = sha256.Sum256(append(salt, digest...))
		}
	}
	return append(slot[:], digest...), nil
}

// checkPlace holds an element against its subject, its number and the digest of the element before it.
func checkPlace(element json.RawMessage, subject string, sequence int, before []byte) error {
	var place struct {
		Sequence    int     `json:"sequence"`
		Previous    *string `json:"previous"`
		RecordID    string  `json:"record_id"`
		AuthorityID string  `json:"authority_id"`
		KeyID       string  `json:"key_id"`
	}
	if err := json.Unmarshal(element, &place); err != nil {
		return err
	}
	if place.Sequence != sequence {
		return fmt.Errorf("its sequence is %d", place.Sequence)
	}
	if (place.Previous == nil) != (before == nil) {
		return fmt.Errorf("it has another place")
	}
	if before != nil && *place.Previous != hashPrefix+hex.EncodeToString(before) {
		return fmt.Errorf("it does not follow the one before")
	}
	if subject != place.RecordID && subject != place.AuthorityID && subject != "key_"+place.KeyID {
		return fmt.Errorf("it is of another subject")
	}
	return nil
}

// digestOf computes an element's digest, and answers its salt beside it.
func digestOf(element json.RawMessage) (digest, salt []byte, err error) {
	claimed, err := member(element, "digest")
	if err != nil {
		return nil, nil, err
	}
	encodedSalt, err := member(element, "salt")
	if err != nil {
		return nil, nil, err
	}
	salt, err = base64.RawURLEncoding.Strict().DecodeString(encodedSalt)
	if err != nil || len(salt) != saltSize {
		return nil, nil, fmt.Errorf("its salt is no %d bytes", saltSize)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(element, &members); err != nil {
		return nil, nil, err
	}
	delete(members, "digest")
	delete(members, "signature")
	text, err := json.Marshal(members)
	if err != nil {
		return nil, nil, err
	}
	canonical, err := jcs.Transform(text)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(canonical)
	expected, err := hex.DecodeString(strings.TrimPrefix(claimed, hashPrefix))
	if err != nil || !bytes.Equal(expected, sum[:]) {
		return nil, nil, fmt.Errorf("its digest is another")
	}
	return sum[:], salt, nil
}

// member answers a member that is a text.
func member(element json.RawMessage, name string) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(element, &members); err != nil {
		return "", err
	}
	var text string
	if err := json.Unmarshal(members[name], &text); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}
