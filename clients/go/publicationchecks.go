package evidence

import "bytes"

// logStart is what tells that a key is the first entry of the log.
type logStart struct {
	indices map[string]int64
	opened  *Checkpoint
	earlier any
	entries *LogEntries
}

// checkPublications: every key was published under one that was published before it, up to the first entry of the log.
func checkPublications(keys []chain, start logStart, selfSigned map[string]bool) error {
	byID := map[string]chain{}
	for _, each := range keys {
		byID[each.elements[0].str("key_id")] = each
	}
	undecided := false
	for _, each := range keys {
		root, err := start.rootOf(each, byID)
		if err != nil {
			return err
		}
		if selfSigned[root.elements[0].str("key_id")] || undecided {
			continue
		}
		isFirst, isKnown, err := start.isFirstEntry(root)
		if err != nil {
			return err
		}
		if isKnown && !isFirst {
			return failed("a key signed itself, and is not the first entry of the log")
		}
		undecided = !isKnown
	}
	if undecided {
		return notChecked("not decided: only the entries, or a proof from size 1, tell whether a key is the first")
	}
	return nil
}

func (s logStart) rootOf(key chain, keys map[string]chain) (chain, error) {
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
		if err := s.requireBefore(signer, key); err != nil {
			return chain{}, err
		}
		key = signer
	}
}

func (s logStart) requireBefore(signer, key chain) error {
	published, ok := s.publicationIndex(key)
	if !ok {
		return nil
	}
	if signedBy, ok := s.publicationIndex(signer); ok && signedBy > published {
		return failed("the signer of a key was published later")
	}
	if revoked, ok := s.indices[signer.subjectID]; ok && len(signer.elements) > 1 && revoked < published {
		return failed("the signer of a key had been revoked before")
	}
	return nil
}

// publicationIndex is the log index of a key's first element; false where nothing at hand tells.
func (s logStart) publicationIndex(key chain) (int64, bool) {
	if len(key.elements) == 1 {
		index, ok := s.indices[key.subjectID]
		return index, ok
	}
	return s.entries.indexOf(firstSlot(s.opened.Origin, key.subjectID))
}

func (s logStart) isFirstEntry(key chain) (isFirst, isKnown bool, err error) {
	if len(key.elements) == 1 {
		index, ok := s.indices[key.subjectID]
		return ok && index == 0, true, nil
	}
	digest, err := digestBytes(key.elements[0].digest)
	if err != nil {
		return false, false, err
	}
	root := hashLeaf(append(firstSlot(s.opened.Origin, key.subjectID), digest...))
	if first := s.entries.rootAt(1); first != nil {
		return bytes.Equal(first, root), true, nil
	}
	earlier, ok := s.earlier.(object)
	if !ok || earlier["from"] != 1.0 || earlier["to"] != float64(s.opened.Size) {
		return false, false, nil
	}
	proof, err := decodeHashes(earlier["proof"].([]any))
	return verifyConsistency(Position{1, root}, s.opened.Position, proof), true, err
}
