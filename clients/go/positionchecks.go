package evidence

import (
	"bytes"
	"fmt"
	"math"
)

// findSuccessor is the first subject whose newest element has a successor in the log below a size; "" without one.
func findSuccessor(chains []chain, entries *LogEntries, below int64) (string, error) {
	for _, each := range chains {
		slot, err := each.newest().slotAfter()
		if err != nil {
			return "", err
		}
		if index, ok := entries.indexOf(slot); ok && index < below {
			return each.subjectID, nil
		}
	}
	return "", nil
}

// checkAsOfElements: the tree of the position holds the newest elements; newer ones are shown only for moments.
func checkAsOfElements(at asOf, chains []chain, indices map[string]int64, fresh freshness) error {
	placed := 0
	for _, each := range chains {
		index, ok := indices[each.subjectID]
		if !ok {
			continue
		}
		placed++
		if index >= at.Size && each.newest().time("occurred_at") < at.time-positionLag-fresh.slack {
			return failed(fmt.Sprintf("the tree of %d does not hold what the answer shows of %s", at.Size, each.subjectID))
		}
	}
	if placed == 0 {
		return notChecked("the log index of no element is proven")
	}
	return nil
}

// knownLog is what is known of the log besides one position.
type knownLog struct {
	trees []*Checkpoint
	// Everything that the answer depends on; nil where it does not show that.
	chains  []chain
	entries *LogEntries
	// Indices of entries that are shown.
	shown map[int64]bool
}

// checkAsOfTime gives the size of the smallest tree that was cosigned in time. The position was the newest at its time.
func (k knownLog) checkAsOfTime(at asOf, trust *Trust, fresh freshness) (int64, error) {
	if trust.quorum == nil {
		return 0, notChecked("not decided: no witness is pinned, and the service chose the time")
	}
	earliest, until := at.time-positionLag-fresh.slack, int64(math.MaxInt64)
	for _, tree := range k.trees {
		time, ok := trust.CosignedAt(tree)
		isSame := tree.Size == at.Size && bytes.Equal(tree.Root, at.Root)
		if !ok || (tree.Size <= at.Size && !isSame) {
			continue
		}
		if tree.Size > at.Size && time < earliest {
			return 0, failed("the position is older than it says: witnesses had cosigned a larger tree before")
		}
		if time >= earliest {
			until = min(until, tree.Size)
		}
	}
	if until == math.MaxInt64 {
		return 0, notChecked("not decided: no tree at hand was cosigned by enough witnesses at that time")
	}
	if k.showsAll(at.Size, until) {
		return until, nil
	}
	if k.chains == nil || k.entries == nil || k.entries.size() < until {
		return 0, notChecked("not decided: only the log's entries tell what the entries after the position are")
	}
	later, err := findSuccessor(k.chains, k.entries, until)
	if err == nil && later != "" {
		err = notChecked("not decided: the cosigned tree holds a later element")
	}
	return until, err
}

func (k knownLog) showsAll(from, to int64) bool {
	if to-from > int64(len(k.shown)) {
		return false
	}
	for index := from; index < to; index++ {
		if !k.shown[index] {
			return false
		}
	}
	return true
}

// checkAbsence: the log holds no later element, neither below the position nor up to the tree that proves its time.
func checkAbsence(chains []chain, at asOf, entries *LogEntries, until func() int64) error {
	below, err := findSuccessor(chains, entries, at.Size)
	if err != nil {
		return err
	}
	if below != "" {
		return failed("the log holds a later element of " + below)
	}
	after, err := findSuccessor(chains, entries, until())
	if err == nil && after != "" {
		err = notChecked("not decided: the log holds a later element of " + after + " above the position")
	}
	return err
}
