package evidence

// checkPublications: every key was published under one that was published before it, up to the first entry of the log.
func checkPublications(keys []chain, found places, selfSigned map[string]bool) error {
	byID := map[string]chain{}
	for _, each := range keys {
		byID[each.elements[0].str("key_id")] = each
	}
	undecided := false
	for _, each := range keys {
		root, err := found.rootOf(each, byID)
		if err != nil {
			return err
		}
		if selfSigned[root.elements[0].str("key_id")] || undecided {
			continue
		}
		index, isKnown := found.publicationOf(root)
		if isKnown && index != 0 {
			return failed("a key signed itself, and is not the first entry of the log")
		}
		undecided = !isKnown
	}
	if undecided {
		return notChecked("not decided: a key signed itself, and nothing proves where in the log it was published")
	}
	return nil
}

func (p places) rootOf(key chain, keys map[string]chain) (chain, error) {
	passed := map[string]bool{}
	for {
		signerID, _ := key.elements[0].signature["key_id"].(string)
		if signerID == key.elements[0].str("key_id") {
			return key, nil
		}
		signer, ok := keys[signerID]
		if !ok || passed[signerID] {
			return chain{}, failed("the publication of a key is signed by an unknown key, or in a circle")
		}
		passed[signerID] = true
		published, isKnown := p.publicationOf(key)
		if signedBy, ok := p.publicationOf(signer); ok && isKnown && signedBy > published {
			return chain{}, failed("the signer of a key was published later")
		}
		key = signer
	}
}

func (p places) publicationOf(key chain) (int64, bool) {
	index, ok := p[place{key.subjectID, 1}]
	return index, ok
}
