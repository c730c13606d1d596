package evidence

import (
	"fmt"
	"maps"
	"slices"
)

// A place names an element: its subject's id and its sequence.
type place struct {
	subjectID string
	sequence  int
}

func (p place) String() string { return fmt.Sprintf("%s/%d", p.subjectID, p.sequence) }

// places are log indices of elements.
type places map[place]int64

// checkElementOrder: what names an element of an authority stands before the next one in the log, and what a key signed,
// before the key's end. The newest indices are by subject. A size that an end names in a log before origin's is no place here, so that
// nothing shows what a stolen key signed before.
func checkElementOrder(
	bundle object, opened *Checkpoint, records, authorities, keys []chain, newest map[string]int64, origin string,
) (places, error) {
	found, proofs := places{}, bundle["order"].(object)
	note, _ := bundle["checkpoint"].(string)
	prove := func(each chain, sequences []int) error {
		for _, sequence := range sequences {
			at := place{each.subjectID, sequence}
			text, _ := proofs[at.String()].(string)
			index, err := provenIndex(chain{each.subjectID, each.elements[:sequence], each.shown}, text, note, opened)
			if err != nil {
				return err
			}
			found[at] = index
		}
		return nil
	}
	for _, record := range records {
		if err := prove(record, recordPlaces(record)); err != nil {
			return nil, err
		}
	}
	for _, each := range slices.Concat(authorities, keys) {
		sequences := []int{}
		for sequence := 1; sequence < len(each.elements); sequence++ {
			sequences = append(sequences, sequence)
		}
		if err := prove(each, sequences); err != nil {
			return nil, err
		}
	}
	if len(proofs) != len(found) {
		return nil, failed("the place of an element in the log is proven for nothing")
	}
	everything := slices.Concat(records, authorities, keys)
	maps.Copy(found, placesOfNewest(newest, everything))
	for _, each := range everything {
		if err := found.requireAscending(each); err != nil {
			return nil, err
		}
	}
	for _, record := range records {
		if err := found.requireCurrentAuthorities(record); err != nil {
			return nil, err
		}
	}
	for _, key := range keys {
		for _, each := range slices.Concat(records, authorities) {
			if err := found.requireAfterPublication(each, key); err != nil {
				return nil, err
			}
		}
	}
	for _, key := range keys {
		if key.newest().str("state") != "revoked" {
			continue
		}
		end := found[place{key.subjectID, len(key.elements)}]
		for _, each := range keys {
			if err := found.requireBeforeEnd(each, key, end); err != nil {
				return nil, err
			}
		}
		// The key that takes a compromised one's place was published with it.
		if from, ok := key.newest().content["invalid_from_size"].(float64); ok {
			if key.newest().str("log") != origin {
				from = 0
			}
			end = min(end, int64(from)-1)
		}
		for _, each := range slices.Concat(records, authorities) {
			if err := found.requireBeforeEnd(each, key, end); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// recordPlaces are the sequences of a record's elements, besides the newest, whose places a bundle proves: the first, and of
// those that name each version of an authority, and of those under each key, the last, and the last that adds a "passed".
func recordPlaces(record chain) []int {
	last := map[string]int{}
	for i, each := range record.elements {
		under := []string{fmt.Sprint(each.authority()["id"], " ", each.authority()["version"])}
		if keyID, ok := each.signature["key_id"].(string); ok {
			under = append(under, keyID)
		}
		for _, name := range under {
			last[name] = i + 1
			if each.addsPassed() {
				last["adding "+name] = i + 1
			}
		}
	}
	sequences := append(slices.Collect(maps.Values(last)), 1)
	slices.Sort(sequences)
	return slices.DeleteFunc(slices.Compact(sequences), func(at int) bool { return at == len(record.elements) })
}

func placesOfNewest(indices map[string]int64, chains []chain) places {
	found := places{}
	for _, each := range chains {
		if index, ok := indices[each.subjectID]; ok {
			found[place{each.subjectID, len(each.elements)}] = index
		}
	}
	return found
}

func (p places) requireAscending(of chain) error {
	before := int64(-1)
	for i := range of.elements {
		index, ok := p[place{of.subjectID, i + 1}]
		if ok && index < before {
			return failed("the log has an element of " + of.subjectID + " before an element before it")
		}
		if ok {
			before = index
		}
	}
	return nil
}

func (p places) requireCurrentAuthorities(record chain) error {
	for i, each := range record.elements {
		version, _ := each.authority()["version"].(float64)
		id, _ := each.authority()["id"].(string)
		index, isPlaced := p[place{record.subjectID, i + 1}]
		next, hasNext := p[place{id, int(version) + 1}]
		if isPlaced && hasNext && index > next {
			return failed("the log has an element after the one that superseded the authority that it names")
		}
	}
	return nil
}

// requireBeforeEnd: what the key signed in a chain has no larger index than last.
func (p places) requireBeforeEnd(of, key chain, last int64) error {
	for i, each := range of.elements {
		index, isPlaced := p[place{of.subjectID, i + 1}]
		if isPlaced && each.signature["key_id"] == key.newest().str("key_id") && index > last {
			return failed("the log has an element after the end of its key")
		}
	}
	return nil
}

func (p places) requireAfterPublication(of, key chain) error {
	published, isPlaced := p[place{key.subjectID, 1}]
	for i, each := range of.elements {
		index, ok := p[place{of.subjectID, i + 1}]
		if isPlaced && ok && index < published && each.signature["key_id"] == key.newest().content["key_id"] {
			return failed("the log has an element before the publication of its key")
		}
	}
	return nil
}
