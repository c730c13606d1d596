package evidence

import (
	"fmt"
	"strconv"
	"strings"
)

// checkSignatures: every element is signed with a published provenance key that was not compromised at the time. An
// element of a key may be signed even by a compromised one: a revocation may have the signature of the key that it ends.
func checkSignatures(chains []chain, keyOf keyLookUp, evenCompromised bool) error {
	for _, each := range chains {
		for _, element := range each.elements {
			keyID, _ := element.signature["key_id"].(string)
			key, ok := keyOf(keyID)
			digest, err := digestBytes(element.digest)
			if !ok || element.signature == nil || key.purpose != "provenance" || err != nil {
				return failed("an element of " + each.subjectID + " is not signed with a published provenance key")
			}
			if !signatureHolds(key.publicKey, digest, element.signature["value"].(string)) {
				return failed("the signature of an element of " + each.subjectID + " is not good")
			}
			isCompromised := key.invalidSince != "" && element.time("occurred_at") >= momentOf(key.invalidSince)
			if isCompromised && !evenCompromised {
				return failed("an element of " + each.subjectID + " is signed with a compromised key")
			}
		}
	}
	return nil
}

// checkIssuers: where an authority has its own key, each transition that the rules say so for has its signature over the
// one place in the history, a suspension or a revocation may have it, and nothing else has one.
func checkIssuers(records, authorities []chain) (remark, error) {
	stops := []string{}
	for _, record := range records {
		for i, each := range record.elements {
			if !isSignedAsDemanded(each, authorities) {
				return "", failed("the issuer did not sign an element of " + record.subjectID + " so")
			}
			if isStopByProject(each, authorities) {
				stops = append(stops, fmt.Sprintf("element %d of %s", i+1, record.subjectID))
			}
		}
	}
	if len(stops) == 0 {
		return "", nil
	}
	return remark("stopped by the project, not signed by the issuer: " + strings.Join(stops, ", ")), nil
}

// isStopByProject says whether an element is a suspension or a revocation that the issuer has a key for, and did not sign.
func isStopByProject(of element, authorities []chain) bool {
	maySign := rules["record"].Transitions[of.str("type")].IssuerSigns == "may"
	hasKey := elementNamed(of.authority(), authorities).content["public_key"] != nil
	return maySign && hasKey && of.content["issuer_signature"] == nil
}

func isSignedAsDemanded(of element, authorities []chain) bool {
	signature, isSigned := of.content["issuer_signature"].(string)
	authority := elementNamed(of.authority(), authorities)
	if authority == nil {
		return false
	}
	publicKey, hasKey := authority.content["public_key"].(string)
	if !hasKey {
		return !isSigned
	}
	demand := rules["record"].Transitions[of.str("type")].IssuerSigns
	// A registration names no record, so that the external id, which is unique forever, is its place.
	if of.content["external_id"] == nil || (!isSigned && demand == "must") || (isSigned && demand == "never") {
		return false
	}
	return !isSigned || signatureHolds(publicKey, []byte(of.issuerText()), signature)
}

// issuerText is what the issuer signs for the element.
func (e element) issuerText() string {
	statement := object{"authority_id": e.authority()["id"]}
	for _, name := range []string{
		"log", "project_id", "type", "record_id", "sequence", "previous", "origin", "external_id", "content_digest",
		"expires_at", "successor_id",
	} {
		statement[name] = e.content[name]
	}
	if e.content["previous"] == nil {
		statement["record_id"] = nil
	}
	text, _ := canonicalJSON(statement)
	return "issuer/v1\n" + text
}

func checkKeyTimes(chains []chain, keyOf keyLookUp, fresh freshness) error {
	for _, each := range chains {
		for _, element := range each.elements {
			keyID, _ := element.signature["key_id"].(string)
			key, ok := keyOf(keyID)
			if err := checkKeyTime(key, ok, element.str("occurred_at"), fresh); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkSalts: every element has its own salt, or a reader of one could compute the next slot of another subject.
func checkSalts(chains []chain) error {
	seen := map[string]string{}
	for _, each := range chains {
		for _, element := range each.elements {
			salt := element.str("salt")
			data, err := decodeBase64url(salt)
			before, isSeen := seen[salt]
			// A batch may show a record twice.
			if err != nil || len(data) != 16 || (isSeen && before != element.digest) {
				return failed("the salt of an element of " + each.subjectID + " is none of its own")
			}
			seen[salt] = element.digest
		}
	}
	return nil
}

// answerKey is the signature of an answer with the key that it must be valid under.
type answerKey struct {
	jws   detachedJWS
	terms keyTerms
}

func checkAnswerKey(signature string, keyOf keyLookUp) (answerKey, error) {
	jws, err := parseDetachedJWS(signature, answersType)
	if err != nil {
		return answerKey{}, err
	}
	key, ok := keyOf(jws.keyID)
	if !ok || key.purpose != "answer" {
		return answerKey{}, failed("no such key for answers is published")
	}
	if key.invalidSince != "" {
		// A thief of the key can choose the signed times, so no date makes an answer trustworthy.
		return answerKey{}, failed("it was revoked because it was compromised")
	}
	return answerKey{jws, key}, nil
}

func (k answerKey) check(tree Position, header string) (asOf, error) {
	at, ok := parseAsOf(header)
	if !ok {
		return asOf{}, failed("its position of the log is malformed")
	}
	text := "answers/v1\n" + at.origin + "\n" + strconv.FormatInt(tree.Size, 10) + "\n" + encodeBase64(tree.Root) + "\n"
	if !k.jws.holds([]byte(text), k.terms.publicKey) {
		return asOf{}, failed("it is not that of this answer, request, nonce, request id and position of the log")
	}
	return at, nil
}
