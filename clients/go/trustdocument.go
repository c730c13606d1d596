package evidence

import "encoding/hex"

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
	trust := &Trust{Origin: origin, selfSigned: map[string]bool{}, mergeDelay: mergeDelaySeconds * 1000}
	if delay, has := log["merge_delay"]; has {
		if !isSize(delay) {
			return nil, trustFault("log.merge_delay is not a whole number")
		}
		trust.mergeDelay = int64(delay.(float64)) * 1000
	}
	var logs []verifierKey
	for _, vkey := range vkeys {
		verifier, err := verifierOf(vkey)
		if err != nil {
			return nil, err
		}
		trust.log = append(trust.log, verifier)
	}
	if err := trust.readRetired(log); err != nil {
		return nil, err
	}
	for _, verifier := range trust.log {
		if verifier.name != origin {
			return nil, trustFault("a vkey has another name than the origin of the log")
		}
		logs = append(logs, verifierKey{name: verifier.name, publicKey: verifier.publicKey})
	}
	witnesses, err := trust.readWitnesses(root)
	if err != nil {
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
	if trust.keys, err = readKeys(root["keys"]); err != nil {
		return nil, err
	}
	var others [][]byte
	for _, terms := range trust.keys {
		key, err := decodeBase64url(terms.publicKey)
		if err != nil {
			return nil, trustFault("a key is malformed")
		}
		others = append(others, key)
	}
	if fault := findTrustFault(logs, witnesses, others); fault != "" {
		return nil, trustFault(fault)
	}
	return trust, nil
}

func (t *Trust) readRetired(log object) error {
	value, has := log["retired"]
	keys, isList := value.([]any)
	if has && !isList {
		return trustFault("log.retired is not a list")
	}
	for _, each := range keys {
		key, _ := each.(object)
		vkey, ok := key["vkey"].(string)
		if !ok || !isSize(key["tree_size"]) {
			return trustFault("a retired key lacks its vkey or its tree size")
		}
		parsed, err := parseVerifierKey(vkey)
		if err != nil {
			return err
		}
		verifier, err := retiredKey(parsed, int64(key["tree_size"].(float64)))
		if err != nil {
			return err
		}
		t.log = append(t.log, verifier)
	}
	return nil
}

func (t *Trust) readWitnesses(root object) ([]verifierKey, error) {
	texts := []string{}
	if value, has := root["witnesses"]; has {
		var ok bool
		if texts, ok = textsOf(value); !ok {
			return nil, trustFault("witnesses is not a list of texts")
		}
	}
	var names []string
	var keys []verifierKey
	for _, text := range texts {
		key, err := parseVerifierKey(text)
		if err != nil {
			return nil, err
		}
		witness, err := cosignerOf(key, hex.EncodeToString(key.publicKey)+" "+key.name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
		names = append(names, witness.id)
		t.witnesses = append(t.witnesses, witness)
	}
	threshold := float64(len(names))
	if value, has := root["quorum"]; has {
		if !isSize(value) {
			return nil, trustFault("the quorum is not a whole number")
		}
		threshold = value.(float64)
	}
	isWeak := false
	if value, has := root["weak_quorum"]; has {
		var ok bool
		if isWeak, ok = value.(bool); !ok {
			return nil, trustFault("weak_quorum is not true or false")
		}
	}
	count := float64(len(names))
	if threshold > count || (count > 0 && (threshold == 0 || (!isWeak && threshold*2 <= count))) {
		return nil, trustFault("with such a quorum, the log could show two readers two histories")
	}
	t.quorum = anyOf(int(threshold), names)
	return keys, nil
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
		if _, twice := read[kid]; twice {
			return nil, trustFault("one of its keys is there twice")
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
