package evidence

import (
	"encoding/hex"
	"slices"
)

// ParseTrust reads the document of GET /v1/log/<environment>/keys, to which "witnesses" (vkeys) and "quorum" may be added.
// Without a quorum every named witness must have cosigned; one of half of them or fewer needs "weak_quorum": true.
func ParseTrust(document []byte) (*Trust, error) {
	value, err := parseStrictJSON(document)
	if err != nil {
		return nil, err
	}
	root, _ := value.(object)
	log, _ := root["log"].(object)
	origin, ok := log["origin"].(string)
	vkeys, isList := textsOf(log["vkeys"])
	if !ok || !isList || len(vkeys) == 0 {
		return nil, trustFault("it names no origin or no vkey of the log")
	}
	trust := &Trust{Origin: origin, selfSigned: map[string]bool{}}
	for _, vkey := range vkeys {
		verifier, err := verifierOf(vkey)
		if err != nil {
			return nil, err
		}
		if verifier.name != origin {
			return nil, trustFault("a vkey has another name than the origin of the log")
		}
		trust.log = append(trust.log, verifier)
	}
	if err := trust.readWitnesses(root); err != nil {
		return nil, err
	}
	if ids, has := root["self_signed_keys"]; has {
		texts, ok := textsOf(ids)
		if !ok {
			return nil, trustFault("self_signed_keys is not a list of texts")
		}
		for _, id := range texts {
			trust.selfSigned[id] = true
		}
	}
	trust.keys, err = readKeys(root["keys"])
	return trust, err
}

func (t *Trust) readWitnesses(root object) error {
	texts := []string{}
	if value, has := root["witnesses"]; has {
		var ok bool
		if texts, ok = textsOf(value); !ok {
			return trustFault("witnesses is not a list of texts")
		}
	}
	var names []string
	for _, text := range texts {
		key, err := parseVerifierKey(text)
		if err != nil {
			return err
		}
		witness, err := cosignerOf(key, hex.EncodeToString(key.publicKey)+" "+key.name)
		if err != nil {
			return err
		}
		if slices.Contains(names, witness.id) {
			return trustFault("a witness is named twice")
		}
		names = append(names, witness.id)
		t.witnesses = append(t.witnesses, witness)
	}
	threshold := float64(len(names))
	if value, has := root["quorum"]; has {
		if !isSize(value) {
			return trustFault("the quorum is not a whole number")
		}
		threshold = value.(float64)
	}
	isWeak := false
	if value, has := root["weak_quorum"]; has {
		var ok bool
		if isWeak, ok = value.(bool); !ok {
			return trustFault("weak_quorum is not true or false")
		}
	}
	count := float64(len(names))
	if threshold > count || (count > 0 && (threshold == 0 || (!isWeak && threshold*2 <= count))) {
		return trustFault("with such a quorum, the log could show two readers two histories")
	}
	t.quorum = anyOf(int(threshold), names)
	return nil
}

func readKeys(value any) (map[string]keyTerms, error) {
	read := map[string]keyTerms{}
	if value == nil {
		return read, nil
	}
	keys, ok := value.([]any)
	if !ok {
		return nil, trustFault("its keys are not a list")
	}
	for _, each := range keys {
		key, ok := each.(object)
		if !ok || key["crv"] != "Ed25519" {
			continue
		}
		kid, hasKid := key["kid"].(string)
		x, hasX := key["x"].(string)
		purpose, hasPurpose := key["purpose"].(string)
		_, hasKind := key["kty"].(string)
		since, saysSince := key["invalid_since"]
		sinceText, isText := since.(string)
		if !hasKid || !hasX || !hasPurpose || !hasKind || !saysSince || (since != nil && !isText) || thumbprint(x) != kid {
			return nil, trustFault("a key lacks a member, or its kid is not its thumbprint")
		}
		terms := keyTerms{purpose: purpose, publicKey: x, invalidSince: sinceText}
		for name, into := range map[string]*string{"published_at": &terms.publishedAt, "revoked_at": &terms.revokedAt} {
			if key[name] == nil {
				continue
			}
			if _, ok := readMoment(key[name]); !ok {
				return nil, trustFault("a key names what is no time")
			}
			*into = key[name].(string)
		}
		read[kid] = terms
	}
	return read, nil
}

func textsOf(value any) ([]string, bool) {
	list, ok := value.([]any)
	texts := make([]string, 0, len(list))
	for _, item := range list {
		text, isText := item.(string)
		ok = ok && isText
		texts = append(texts, text)
	}
	return texts, ok
}
