package evidence

import (
	"maps"
	"slices"
)

// A run is one run of all checks.
type run struct {
	list              *checklist
	trust             *Trust
	options           Options
	fresh             freshness
	bundle            established[object]
	authorities, keys established[[]chain]
	// Keys that are trusted without a proof from the log; nil where there are none.
	believed keyLookUp
}

func newRun(trust *Trust, options Options) *run {
	return &run{
		list: &checklist{map[string]Finding{}}, trust: trust, options: options, fresh: options.freshness(),
		bundle: absent[object](alone),
	}
}

// request is the caller's request; nil where it is not given.
func (r *run) request() object {
	if r.options.Request == nil {
		return nil
	}
	value, err := parseStrictJSON(r.options.Request)
	request, ok := value.(object)
	if err != nil || !ok {
		return object{"": "the request that is given is not a JSON object"}
	}
	return request
}

func (r *run) all(shown established[answer], recordsOf func(established[[]object]) established[[]chain]) Report {
	list, trust, fresh := r.list, r.trust, r.fresh
	r.takePolicy()
	list.check("log.origin", func() error {
		if r.bundle.must()["log"] != trust.Origin {
			return failed("it is another log than the one that is pinned")
		}
		return nil
	})
	checkpoint := take(list, "checkpoint.signature", func() (*Checkpoint, error) {
		return openPinned(r.bundle.must()["checkpoint"].(string), trust, fresh)
	})
	list.check("checkpoint.witnesses", func() error { return r.checkWitnesses(checkpoint.must()) })

	keys := r.takeChains("keys", "key", r.keys, func(id string, each element) bool { return "key_"+each.str("key_id") == id })
	logged := take(list, "keys.inclusion", func() (loggedKeys, error) {
		return checkKeyInclusions(r.bundle.must(), checkpoint.must(), keys.must())
	})
	keyOf := derive(logged, func(of loggedKeys) established[keyLookUp] { return atHand(keyLookUp(of.lookUp)) })
	if r.believed != nil {
		keyOf = atHand(r.believed)
	}

	envelopes := take(list, "answer.form", func() ([]object, error) { return shown.must().readEnvelopes() })
	list.check("answer.members", func() error { return shown.must().checkMembers(envelopes.must()) })
	signing := take(list, "answer.key", func() (answerKey, error) { return checkAnswerKey(shown.must().signature, keyOf.must()) })
	tree := take(list, "answer.path", func() (Position, error) { return shown.must().readPath() })
	at := take(list, "answer.signature", func() (asOf, error) { return signing.must().check(tree.must(), shown.must().asOf) })
	list.check("answer.request_id", func() error { return checkRequestID(envelopes.must(), shown.must().requestID) })
	list.check("answer.request", func() error {
		envelopes.must()
		return shown.must().checkRequest(r.request())
	})
	list.check("answer.nonce", func() error { return r.checkNonce(shown.must().nonce) })
	list.check("answer.key_time", func() error { return checkAnswerKeyTime(signing.must().terms, at.must(), fresh) })

	records := r.takeChains("record", "record", recordsOf(envelopes), func(string, element) bool { return true })
	authorities := r.takeChains("authorities", "authority", r.authorities, func(id string, each element) bool {
		return each.str("authority_id") == id
	})
	list.check("record.authority", func() error { return checkNamedAuthorities(records.must(), authorities.must()) })
	list.check("record.authority_active", func() error { return checkActiveAuthorities(records.must(), authorities.must()) })
	list.check("record.authority_current", func() error { return checkCurrentAuthorities(records.must(), authorities.must()) })
	list.check("keys.signatures", func() error { return checkSignatures(keys.must(), keyOf.must(), true) })
	list.check("record.signatures", func() error { return checkSignatures(records.must(), keyOf.must(), false) })
	list.check("authorities.signatures", func() error { return checkSignatures(authorities.must(), keyOf.must(), false) })
	take(list, "record.issuer_signatures", func() (remark, error) { return checkIssuers(records.must(), authorities.must()) })
	everything := slices.Concat(records.value, authorities.value, keys.value)
	chains := derive(records, func([]chain) established[[]chain] { return atHand(everything) })
	list.check("elements.key_times", func() error { return checkKeyTimes(chains.must(), keyOf.must(), fresh) })
	list.check("elements.salts", func() error { return checkSalts(chains.must()) })

	all := pair(envelopes, shown, records)
	tells := r.takeAnswerChecks(envelopes, shown, all, authorities)
	list.check("answer.times", func() error {
		if err := checkAnswerTimes(envelopes.must(), at.must(), fresh); err != nil {
			return err
		}
		return requireEarlier(chains.must(), envelopes.must(), fresh)
	})

	indices := take(list, "record.inclusion", func() (map[string]int64, error) {
		return checkRecordInclusion(r.bundle.must(), checkpoint.must(), records.must())
	})
	authorityIndices := take(list, "authorities.inclusion", func() (map[string]int64, error) {
		return checkInclusions(r.bundle.must(), checkpoint.must(), authorities.must())
	})
	order := take(list, "elements.order", func() (places, error) {
		newest := map[string]int64{}
		for _, of := range []map[string]int64{indices.must(), authorityIndices.must(), logged.must().indices} {
			maps.Copy(newest, of)
		}
		return checkElementOrder(
			r.bundle.must(), checkpoint.must(), records.must(), authorities.must(), keys.must(), newest, r.trust.Origin,
		)
	})
	consistent := take(list, "as_of.consistency", func() (asOf, error) {
		return checkAsOf(at.must(), checkpoint.must(), r.bundle.must())
	})
	positions := r.positions(checkpoint, at, consistent)
	entries := take(list, "log.entries", func() (*LogEntries, error) { return checkEntries(r.options.Entries, positions) })
	list.check("log.slots", func() error {
		if entries.must().repeated {
			return failed("two entries have the same slot: a history forks")
		}
		return nil
	})
	list.check("keys.publication", func() error {
		of, found := keys.must(), placesOfNewest(logged.must().indices, keys.must())
		if order.is {
			found = order.value
		}
		return checkPublications(of, found, trust.selfSigned)
	})

	receipts := take(list, "receipt.checkpoint", func() ([]openedReceipt, error) {
		opened := []openedReceipt{}
		err := onEach(all.must(), func(a answered) error {
			receipt, err := openReceipt(a, trust, fresh)
			opened = append(opened, receipt)
			return err
		})
		return opened, err
	})
	received := take(list, "receipt.inclusion", func() (bool, error) {
		return true, onEach(receipts.must(), func(receipt openedReceipt) error { return receipt.checkInclusion(trust) })
	})
	list.check("receipt.consistency", func() error {
		return onEach(receipts.must(), func(receipt openedReceipt) error {
			return receipt.checkConsistency(indices.value, positions, entries.value)
		})
	})
	list.check("freshness.answer", func() error { return checkAnswerAge(envelopes.must(), at.must(), fresh) })
	list.check("freshness.witnesses", func() error { return checkWitnessedAge(checkpoint.must(), trust, fresh) })
	kept := take(list, "kept.signature", func() (*Checkpoint, error) {
		if r.options.Checkpoint == "" {
			return nil, notChecked("no checkpoint that was kept from before is given")
		}
		return openPinned(r.options.Checkpoint, trust, fresh)
	})
	list.check("kept.consistency", func() error {
		return checkKept(kept.must(), checkpoint.value, r.bundle.value["earlier"], positions, entries.value)
	})
	list.check("earlier.consistency", func() error {
		return checkEarlier(r.bundle.must()["earlier"], checkpoint.must(), positions, entries.value)
	})

	known := proven{
		at: at, checkpoint: checkpoint, kept: kept, entries: entries, receipts: receipts, received: received,
		records: records, authorities: authorities, keys: keys,
		indices: []map[string]int64{indices.value, authorityIndices.value, logged.value.indices},
	}
	take(list, "elements.merge_delay", func() (remark, error) {
		if err := requireKeptPromises(tells.must(), at.must(), fresh); err != nil {
			return "", err
		}
		of := chains.must()
		newest := known.places()
		found := order.value
		if !order.is {
			found = placesOfNewest(newest, of)
		}
		return checkMergeDelay(of, found, known.knownLog(newest).trees, trust, fresh)
	})
	r.takePositions(known)

	needed := []string{}
	if logged.is {
		needed = append(needed, "keys.publication")
	}
	if !hasOneOfEach(envelopes, records) {
		needed = append(needed, "answer.record")
	}
	cosigned := 0
	if checkpoint.is {
		cosigned = checkpoint.value.Cosigned()
	}
	report := list.report(append(needed, r.options.asked()...), cosigned)
	return report.summarised(establishedEvidence{shown, at, envelopes, records, authorities, checkpoint}, trust)
}
