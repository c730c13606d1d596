package evidence

import (
	"bytes"
	"fmt"
	"math"
)

// positionLag is the milliseconds after which the service no longer answers from a position of the log.
const positionLag = 5_000

type keyLookUp func(keyID string) (keyTerms, bool)

// freshness has the verifier's time and the slack of clocks in milliseconds; the maximum age in seconds, 0 for any.
type freshness struct {
	now, slack int64
	maxAge     float64
}

func checkInclusions(bundle object, opened *Checkpoint, chains []chain) (map[string]int64, error) {
	indices := map[string]int64{}
	for _, each := range chains {
		text, ok := bundle["inclusion"].(object)[each.subjectID].(string)
		if !ok {
			return nil, failed("there is no proof that " + each.subjectID + " is in the log")
		}
		proof, err := parseTlogProof(text)
		if err != nil {
			return nil, err
		}
		if proof.hasExtra || proof.checkpoint != bundle["checkpoint"] {
			return nil, failed("a proof is not under the bundle's checkpoint, or holds something that nothing vouches for")
		}
		entry, err := each.entry(opened.Origin)
		if err != nil {
			return nil, err
		}
		if !verifyInclusion(hashLeaf(entry), proof.index, opened.Position, proof.proof) {
			return nil, failed("the newest element of " + each.subjectID + " is not in the log at that place")
		}
		indices[each.subjectID] = proof.index
	}
	return indices, nil
}

func checkRecordInclusion(bundle object, opened *Checkpoint, records []chain) (map[string]int64, error) {
	for subjectID := range bundle["inclusion"].(object) {
		_, isAuthority := bundle["authorities"].(object)[subjectID]
		isKey := false
		for keyID := range bundle["keys"].(object) {
			isKey = isKey || "key_"+keyID == subjectID
		}
		if !isAuthority && !isKey && chainNamed(subjectID, records) == nil {
			return nil, failed("something is not in the bundle, and yet proven")
		}
	}
	return checkInclusions(bundle, opened, records)
}

type loggedKeys struct {
	terms   map[string]keyTerms
	indices map[string]int64
}

func (l loggedKeys) lookUp(keyID string) (keyTerms, bool) {
	terms, ok := l.terms[keyID]
	return terms, ok
}

func checkKeyInclusions(bundle object, opened *Checkpoint, keys []chain) (loggedKeys, error) {
	indices, err := checkInclusions(bundle, opened, keys)
	logged := loggedKeys{map[string]keyTerms{}, indices}
	for _, each := range keys {
		newest := each.newest()
		terms := keyTerms{newest.str("purpose"), newest.str("public_key"), newest.str("invalid_since"), each.elements[0].str("occurred_at"), ""}
		if newest.str("state") == "revoked" {
			terms.revokedAt = newest.str("occurred_at")
		}
		logged.terms[newest.str("key_id")] = terms
	}
	return logged, err
}

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

// comparePositions compares a position with what is verified of one log.
func comparePositions(position Position, positions []Position, entries *LogEntries) error {
	root := entries.rootAt(position.Size)
	for i := len(positions) - 1; i >= 0; i-- {
		if positions[i].Size == position.Size {
			root = positions[i].Root
		}
	}
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

type openedReceipt struct {
	receipt object
	opened  *Checkpoint
	chain   chain
}

func openReceipt(a answered, trust *Trust) (openedReceipt, error) {
	receipt, _ := a.part("provenance")["receipt"].(object)
	if receipt == nil {
		return openedReceipt{}, notChecked("the answer has no receipt")
	}
	opened, err := openCheckpoint(receipt["checkpoint"].(string), trust)
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

func checkAnswerTimes(envelopes []object, at asOf, chains []chain, fresh freshness) error {
	allowed, latest := positionLag+fresh.slack, int64(math.MinInt64)
	for _, each := range envelopes {
		time := momentOf(each["verified_at"].(string))
		latest = max(latest, time)
		if apart := time - at.time; apart > allowed || -apart > allowed {
			return failed("the answer and its position of the log are of other times")
		}
	}
	for _, each := range chains {
		for _, element := range each.elements {
			if len(envelopes) == 0 || element.time("occurred_at") > latest+allowed {
				return failed("an element happened after the answer")
			}
		}
	}
	return nil
}

func checkAnswerAge(envelopes []object, at asOf, fresh freshness) error {
	if fresh.maxAge == 0 {
		return notChecked("no greatest age is given")
	}
	oldest, newest := at.time, at.time
	for _, each := range envelopes {
		time := momentOf(each["verified_at"].(string))
		oldest, newest = min(oldest, time), max(newest, time)
	}
	if float64(fresh.now-oldest) > fresh.maxAge*1000 {
		return failed("it is too old")
	}
	if newest-fresh.now > fresh.slack {
		return failed("it is from the future")
	}
	return nil
}

func checkWitnessedAge(opened *Checkpoint, trust *Trust, fresh freshness) error {
	if trust.quorum == nil || fresh.maxAge == 0 {
		return notChecked("no witness is pinned, or no greatest age is given")
	}
	var recent []cosignature
	for _, each := range opened.cosignatures {
		if float64(each.time) >= float64(fresh.now/1000)-fresh.maxAge {
			recent = append(recent, each)
		}
	}
	if _, ok := trust.quorumTime(recent); !ok {
		return failed("too few witnesses cosigned recently")
	}
	return nil
}

// checkKeyTime: a key signed at a time between its publication and its revocation.
func checkKeyTime(key keyTerms, isKnown bool, at string, fresh freshness) error {
	if !isKnown || key.publishedAt == "" {
		return notChecked("it is not known when the key was published")
	}
	allowed, time := positionLag+fresh.slack, momentOf(at)
	if time < momentOf(key.publishedAt)-allowed {
		return failed("its key was published later")
	}
	if key.revokedAt != "" && time > momentOf(key.revokedAt)+allowed {
		return failed("its key was revoked before")
	}
	return nil
}
