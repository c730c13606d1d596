package evidence

import "bytes"

type openedReceipt struct {
	receipt object
	opened  *Checkpoint
	chain   chain
}

func openReceipt(a answered, trust *Trust, fresh freshness) (openedReceipt, error) {
	receipt, _ := a.part("provenance")["receipt"].(object)
	if receipt == nil {
		return openedReceipt{}, notChecked("the answer has no receipt")
	}
	opened, err := openPinned(receipt["checkpoint"].(string), trust, fresh)
	if err != nil {
		return openedReceipt{}, err
	}
	root, err := decodeBase64(receipt["root_hash"].(string))
	if err != nil || receipt["tree_size"] != float64(opened.Size) || !bytes.Equal(root, opened.Root) {
		return openedReceipt{}, failed("its size or root are not those of its checkpoint")
	}
	return openedReceipt{receipt, opened, a.chain}, nil
}

func (r openedReceipt) index() int64 { return int64(r.receipt["log_index"].(float64)) }

func (r openedReceipt) checkInclusion(trust *Trust) error {
	proof, err := decodeHashes(r.receipt["inclusion_proof"].([]any))
	if err != nil {
		return err
	}
	entry, err := r.chain.entry(trust.Origin)
	if err != nil {
		return err
	}
	if !verifyInclusion(hashLeaf(entry), r.index(), r.opened.Position, proof) {
		return failed("its newest element is not in the log at that place")
	}
	return nil
}

func (r openedReceipt) checkConsistency(indices map[string]int64, positions []Position, entries *LogEntries) error {
	if index, ok := indices[r.chain.subjectID]; ok && index != r.index() {
		return failed("the receipt says another index than the proof")
	}
	return comparePositions(r.opened.Position, positions, entries)
}
