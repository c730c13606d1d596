package evidence

import (
	"fmt"
	"slices"
	"strings"
)

// checkMergeDelay: no element is dated more than the merge delay before a tree without it that a quorum dated. An element
// without a place stands behind those before it. What takes a "passed" away counts nevertheless, and is called late.
func checkMergeDelay(chains []chain, found places, trees []*Checkpoint, trust *Trust, fresh freshness) (remark, error) {
	if trust.quorum == nil {
		return "", notChecked("no witness is pinned, and the service chose the times")
	}
	placed, late := 0, []string{}
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
			if !slices.ContainsFunc(trees, func(tree *Checkpoint) bool {
				time, ok := trust.CosignedAt(tree)
				return ok && tree.Size <= index && time > latest
			}) {
				continue
			}
			if each.addsPassed() {
				return "", failed("an element is late: witnesses had seen the log without it long after its time")
			}
			late = append(late, fmt.Sprintf("element %d of %s", i+1, of.subjectID))
		}
	}
	if placed == 0 {
		return "", notChecked("the log index of no element is proven")
	}
	if len(late) == 0 {
		return "", nil
	}
	return remark("late: " + strings.Join(late, ", ")), nil
}
