package evidence

import (
	"bytes"
	"math/bits"
)

const (
	hashLength  = 32
	entryLength = 64
)

func hashLeaf(entry []byte) []byte           { return hashOf([]byte{0}, entry) }
func hashChildren(left, right []byte) []byte { return hashOf([]byte{1}, left, right) }

func areHashes(hashes ...[]byte) bool {
	for _, hash := range hashes {
		if len(hash) != hashLength {
			return false
		}
	}
	return true
}

// rootOfInclusion is the root that a proof leads to; nil where it does not fit index and size. RFC 9162, section 2.1.3.2.
func rootOfInclusion(leaf []byte, index, size int64, proof [][]byte) []byte {
	if index < 0 || index >= size || size > safeInteger || !areHashes(leaf) || !areHashes(proof...) {
		return nil
	}
	number, last, result := index, size-1, leaf
	for _, sibling := range proof {
		if last == 0 {
			return nil
		}
		if number%2 == 1 || number == last {
			result = hashChildren(sibling, result)
			for number%2 == 0 && number != 0 {
				number, last = number/2, last/2
			}
		} else {
			result = hashChildren(result, sibling)
		}
		number, last = number/2, last/2
	}
	if last != 0 {
		return nil
	}
	return result
}

func verifyInclusion(leaf []byte, index int64, at Position, proof [][]byte) bool {
	root := rootOfInclusion(leaf, index, at.Size, proof)
	return root != nil && bytes.Equal(root, at.Root)
}

// verifyConsistency says whether a tree is the beginning of a larger one. RFC 9162, section 2.1.4.2.
func verifyConsistency(from, to Position, proof [][]byte) bool {
	isFrom := func(root []byte) bool { return from.Root == nil || bytes.Equal(root, from.Root) }
	if from.Size < 0 || from.Size > to.Size || to.Size > safeInteger {
		return false
	}
	empty := hashOf()
	if (from.Root != nil && !areHashes(from.Root)) || !areHashes(to.Root) || !areHashes(proof...) || (to.Size == 0 && !bytes.Equal(to.Root, empty)) {
		return false
	}
	if from.Size == to.Size {
		return len(proof) == 0 && isFrom(to.Root)
	}
	if from.Size == 0 {
		return len(proof) == 0 && isFrom(empty)
	}
	if len(proof) == 0 {
		return false
	}
	start, rest := proof[0], proof[1:]
	isWholeLeftPart := from.Size&(from.Size-1) == 0
	if isWholeLeftPart {
		start, rest = from.Root, proof
	}
	number, last := from.Size-1, to.Size-1
	for number%2 == 1 {
		number, last = number/2, last/2
	}
	before, after := start, start
	for _, hash := range rest {
		if last == 0 {
			return false
		}
		if number%2 == 1 || number == last {
			before, after = hashChildren(hash, before), hashChildren(hash, after)
			for number%2 == 0 && number != 0 {
				number, last = number/2, last/2
			}
		} else {
			after = hashChildren(after, hash)
		}
		number, last = number/2, last/2
	}
	// The root of a whole left part is not in its proof: where it is not known, only the proof's length can be wrong.
	leads := bytes.Equal(after, to.Root) || (isWholeLeftPart && from.Root == nil)
	return last == 0 && isFrom(before) && leads
}

// firstSlot is the slot of the first element of a subject: its id, or the issuer's signature where the element has one.
func firstSlot(origin, subject string) []byte { return hashOf([]byte(origin + "\n" + subject)) }

// nextSlot is the slot of the element that follows the one with this salt and digest.
func nextSlot(salt, digest string) ([]byte, error) {
	saltBytes, err := decodeBase64url(salt)
	if err != nil {
		return nil, err
	}
	bytes, err := digestBytes(digest)
	if err != nil {
		return nil, err
	}
	return hashOf(saltBytes, bytes), nil
}

// LogEntries are the first entries of a log. Only a comparison of their root proves them.
type LogEntries struct {
	leaves   [][]byte
	slots    map[string]int64
	repeated bool
}

// NewLogEntries reads entries of 64 bytes that are joined, as the log's entry bundles have them.
func NewLogEntries(data []byte) (*LogEntries, error) {
	if len(data)%entryLength != 0 {
		return nil, malformed("entries.malformed", "an entry of the log has 64 bytes")
	}
	entries := &LogEntries{slots: map[string]int64{}}
	for at := 0; at < len(data); at += entryLength {
		entry := data[at : at+entryLength]
		slot := string(entry[:hashLength])
		if _, twice := entries.slots[slot]; twice {
			entries.repeated = true
		} else {
			entries.slots[slot] = int64(len(entries.leaves))
		}
		entries.leaves = append(entries.leaves, hashLeaf(entry))
	}
	return entries, nil
}

func (e *LogEntries) size() int64 { return int64(len(e.leaves)) }

// rootAt is the root of the log at a size; nil beyond the given entries.
func (e *LogEntries) rootAt(size int64) []byte {
	if e == nil || size > e.size() {
		return nil
	}
	return rootOfLeaves(e.leaves[:size])
}

func rootOfLeaves(leaves [][]byte) []byte {
	switch len(leaves) {
	case 0:
		return hashOf()
	case 1:
		return leaves[0]
	}
	middle := 1 << (bits.Len(uint(len(leaves)-1)) - 1)
	return hashChildren(rootOfLeaves(leaves[:middle]), rootOfLeaves(leaves[middle:]))
}

func (e *LogEntries) indexOf(slot []byte) (int64, bool) {
	if e == nil {
		return 0, false
	}
	index, ok := e.slots[string(slot)]
	return index, ok
}
