package evidence

import (
	"bytes"
	"fmt"
)

// checkAsOf: the answer's position is a prefix of the checkpoint's log.
func checkAsOf(at asOf, opened *Checkpoint, bundle object) (asOf, error) {
	shown := bundle["consistency"].(object)
	proof, err := decodeHashes(shown["proof"].([]any))
	if err != nil {
		return at, err
	}
	if at.origin != opened.Origin || shown["from"] != float64(at.Size) || shown["to"] != float64(opened.Size) {
		return at, failed("the proof leads from or to another tree")
	}
	if !verifyConsistency(at.Position, opened.Position, proof) {
		return at, failed("the log that the answer holds as of is not the beginning of this one")
	}
	return at, nil
}

// rootAt is the log's root at a size; nil where nothing tells it.
func rootAt(size int64, positions []Position, entries *LogEntries) []byte {
	for _, each := range positions {
		if each.Size == size {
			return each.Root
		}
	}
	return entries.rootAt(size)
}

// comparePositions compares a position with what is verified of one log.
func comparePositions(position Position, positions []Position, entries *LogEntries) error {
	root := rootAt(position.Size, positions, entries)
	if root == nil {
		return notChecked(fmt.Sprintf("no proof at hand leads from the tree of %d", position.Size))
	}
	if !bytes.Equal(root, position.Root) {
		return failed("the log has another root at that size: it showed two histories")
	}
	return nil
}

func checkEntries(entries *LogEntries, positions []Position) (*LogEntries, error) {
	if entries == nil || len(positions) == 0 {
		return nil, notChecked("the entries of the log are not given, or no position to compare them with")
	}
	for _, position := range positions {
		if position.Size > entries.size() {
			return nil, failed(fmt.Sprintf("they are %d, and the log has %d", entries.size(), position.Size))
		}
		if err := comparePositions(position, nil, entries); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// checkKept: the verifier's earlier checkpoint is of the same history.
func checkKept(kept, opened *Checkpoint, shown any, positions []Position, entries *LogEntries) error {
	earlier, ok := shown.(object)
	if !ok || opened == nil || earlier["from"] != float64(kept.Size) {
		return comparePositions(kept.Position, positions, entries)
	}
	proof, err := decodeHashes(earlier["proof"].([]any))
	if err != nil {
		return err
	}
	if earlier["to"] != float64(opened.Size) || !verifyConsistency(kept.Position, opened.Position, proof) {
		return failed("the log of the earlier checkpoint is not the beginning of this one")
	}
	return nil
}

// checkEarlier: a bundle's proof from an earlier size leads to its checkpoint, even where its reader shows none of that size.
func checkEarlier(shown any, opened *Checkpoint, positions []Position, entries *LogEntries) error {
	earlier, ok := shown.(object)
	if !ok {
		return notChecked("it has no proof from an earlier size")
	}
	proof, err := decodeHashes(earlier["proof"].([]any))
	if err != nil {
		return err
	}
	from := Position{Size: int64(earlier["from"].(float64))}
	from.Root = rootAt(from.Size, positions, entries)
	if earlier["to"] != float64(opened.Size) || !verifyConsistency(from, opened.Position, proof) {
		return failed("its proof from an earlier size does not lead to its checkpoint")
	}
	if from.Root == nil {
		return notChecked("nothing at hand tells the root at that size")
	}
	return nil
}
