package evidence

func checkInclusions(bundle object, opened *Checkpoint, chains []chain) (map[string]int64, error) {
	indices := map[string]int64{}
	note, _ := bundle["checkpoint"].(string)
	for _, each := range chains {
		text, _ := bundle["inclusion"].(object)[each.subjectID].(string)
		index, err := provenIndex(each, text, note, opened)
		if err != nil {
			return nil, err
		}
		indices[each.subjectID] = index
	}
	return indices, nil
}

// provenIndex is the log index of a chain's newest element, by a proof under the checkpoint of a note; "" is no proof.
func provenIndex(of chain, text, note string, opened *Checkpoint) (int64, error) {
	if text == "" {
		return 0, failed("there is no proof that " + of.subjectID + " is in the log")
	}
	proof, err := parseTlogProof(text)
	if err != nil {
		return 0, err
	}
	if proof.hasExtra || proof.checkpoint != note {
		return 0, failed("a proof is not under the bundle's checkpoint, or holds something that nothing vouches for")
	}
	entry, err := of.entry(opened.Origin)
	if err != nil {
		return 0, err
	}
	if !verifyInclusion(hashLeaf(entry), proof.index, opened.Position, proof.proof) {
		return 0, failed("an element of " + of.subjectID + " is not in the log at that place")
	}
	return proof.index, nil
}

func checkRecordInclusion(bundle object, opened *Checkpoint, records []chain) (map[string]int64, error) {
	for subjectID := range bundle["inclusion"].(object) {
		_, isAuthority := bundle["authorities"].(object)[subjectID]
		isKey := false
		for keyID := range bundle["keys"].(object) {
			isKey = isKey || "key_"+keyID == subjectID
		}
		if !isAuthority && !isKey && chainNamed(subjectID, records) == nil {
			return nil, failed("something is not in the bundle, and yet proven")
		}
	}
	return checkInclusions(bundle, opened, records)
}

type loggedKeys struct {
	terms   map[string]keyTerms
	indices map[string]int64
}

func (l loggedKeys) lookUp(keyID string) (keyTerms, bool) {
	terms, ok := l.terms[keyID]
	return terms, ok
}

func checkKeyInclusions(bundle object, opened *Checkpoint, keys []chain) (loggedKeys, error) {
	indices, err := checkInclusions(bundle, opened, keys)
	logged := loggedKeys{map[string]keyTerms{}, indices}
	for _, each := range keys {
		newest := each.newest()
		terms := keyTerms{
			purpose: newest.str("purpose"), publicKey: newest.str("public_key"), invalidSince: newest.str("invalid_since"),
			publishedAt: each.elements[0].str("occurred_at"),
		}
		if newest.str("state") == "revoked" {
			terms.revokedAt = newest.str("occurred_at")
			terms.end, terms.hasEnd = indices[each.subjectID]
		}
		logged.terms[newest.str("key_id")] = terms
	}
	return logged, err
}
