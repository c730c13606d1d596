package evidence

import "slices"

// proven is what the checks before those of the answer's position have established.
type proven struct {
	at                         established[asOf]
	checkpoint, kept           established[*Checkpoint]
	entries                    established[*LogEntries]
	receipts                   established[[]openedReceipt]
	received                   established[bool]
	records, authorities, keys established[[]chain]
	// Log indices of the newest elements of subjects; nil where they are not proven.
	indices []map[string]int64
}

// takePositions takes the checks that the answer's position was the newest of its time, and that the log held nothing newer.
func (r *run) takePositions(p proven) {
	list, trust, fresh := r.list, r.trust, r.fresh
	everything := slices.Concat(p.records.value, p.authorities.value, p.keys.value)
	places := p.places()
	list.check("as_of.elements", func() error {
		position := p.at.must()
		p.records.must()
		return checkAsOfElements(position, everything, places, fresh)
	})
	known := p.knownLog(places)
	inTime := take(list, "as_of.time", func() (int64, error) { return known.checkAsOfTime(p.at.must(), trust, fresh) })
	until := func() int64 {
		// Where no witness tells a time, everything below the checkpoint counts.
		if trust.quorum != nil {
			return inTime.must()
		}
		if p.checkpoint.is {
			return max(p.at.must().Size, p.checkpoint.value.Size)
		}
		return p.at.must().Size
	}
	for name, of := range map[string]established[[]chain]{"record": p.records, "authorities": p.authorities, "keys": p.keys} {
		list.check("absence."+name, func() error {
			return checkAbsence(of.must(), p.at.must(), p.entries.must(), until)
		})
	}
}

// places are the log indices of the newest elements of subjects, as far as they are proven.
func (p proven) places() map[string]int64 {
	places := map[string]int64{}
	for _, receipt := range p.receipts.value {
		if p.received.is {
			places[receipt.chain.subjectID] = receipt.index()
		}
	}
	for _, found := range p.indices {
		for subjectID, index := range found {
			places[subjectID] = index
		}
	}
	return places
}

func (p proven) knownLog(places map[string]int64) knownLog {
	known := knownLog{entries: p.entries.value, shown: map[int64]bool{}}
	for _, receipt := range p.receipts.value {
		known.trees = append(known.trees, receipt.opened)
	}
	for _, tree := range []established[*Checkpoint]{p.checkpoint, p.kept} {
		if tree.is {
			known.trees = append(known.trees, tree.value)
		}
	}
	for _, index := range places {
		known.shown[index] = true
	}
	if p.records.is && p.authorities.is && p.keys.is {
		known.chains = slices.Concat(p.records.value, p.authorities.value, p.keys.value)
	}
	return known
}
