package evidence

// checkMergeDelay: no element is dated more than the merge delay before a tree without it that a quorum dated. An element
// without a place stands behind those before it.
func checkMergeDelay(chains []chain, found places, trees []*Checkpoint, trust *Trust, fresh freshness) error {
	if trust.quorum == nil {
		return notChecked("no witness is pinned, and the service chose the times")
	}
	placed := 0
	for _, of := range chains {
		index := int64(-1)
		for i, each := range of.elements {
			if at, ok := found[place{of.subjectID, i + 1}]; ok {
				index = at
			}
			// Another log's elements had other places.
			if index < 0 || each.str("log") != trust.Origin {
				continue
			}
			placed++
			latest := each.time("occurred_at") + trust.mergeDelay + fresh.slack
			for _, tree := range trees {
				time, ok := trust.CosignedAt(tree)
				if ok && tree.Size <= index && time > latest && each.addsPassed() {
					return failed("an element is late: witnesses had seen the log without it long after its time")
				}
			}
		}
	}
	if placed == 0 {
		return notChecked("the log index of no element is proven")
	}
	return nil
}
