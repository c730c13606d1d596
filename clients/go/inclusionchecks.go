package evidence

func checkInclusions(bundle object, opened *Checkpoint, chains []chain) (map[string]int64, error) {
	indices := map[string]int64{}
	for _, each := range chains {
		text, ok := bundle["inclusion"].(object)[each.subjectID].(string)
		if !ok {
			return nil, failed("there is no proof that " + each.subjectID + " is in the log")
		}
		proof, err := parseTlogProof(text)
		if err != nil {
			return nil, err
		}
		if proof.hasExtra || proof.checkpoint != bundle["checkpoint"] {
			return nil, failed("a proof is not under the bundle's checkpoint, or holds something that nothing vouches for")
		}
		entry, err := each.entry(opened.Origin)
		if err != nil {
			return nil, err
		}
		if !verifyInclusion(hashLeaf(entry), proof.index, opened.Position, proof.proof) {
			return nil, failed("the newest element of " + each.subjectID + " is not in the log at that place")
		}
		indices[each.subjectID] = proof.index
	}
	return indices, nil
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
		terms := keyTerms{newest.str("purpose"), newest.str("public_key"), newest.str("invalid_since"), each.elements[0].str("occurred_at"), ""}
		if newest.str("state") == "revoked" {
			terms.revokedAt = newest.str("occurred_at")
		}
		logged.terms[newest.str("key_id")] = terms
	}
	return logged, err
}
