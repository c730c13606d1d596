// Package evidence verifies what a record verification service answers and delivers, offline: evidence bundles, signed
// answers, checkpoints of its log, trust policies, and deliveries of events.
package evidence

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Options are what a verifier may compare evidence with, in addition to its Trust.
type Options struct {
	// Checkpoint is one that was stored earlier.
	Checkpoint string
	// MaxAge is the maximum age of the answer; only witnesses prove a time. 0 is any age.
	MaxAge time.Duration
	// ClockSlack is by how much two clocks may differ; 0 is 30 seconds, a negative one none.
	ClockSlack time.Duration
	// Now is the verifier's time; the zero time is that of the system's clock.
	Now time.Time
	// Nonce is what was sent as Service-Nonce, "" for nothing; Request is the body that was sent.
	Nonce   string
	Request []byte
	// Entries are the log's entries from the first.
	Entries *LogEntries
	// NeedNewest demands proof that the log held nothing newer, NeedWitnesses that witnesses have cosigned.
	NeedNewest, NeedWitnesses bool
	AllowExpiredPolicy        bool
}

func (o Options) freshness() freshness {
	now, slack := o.Now, o.ClockSlack
	if now.IsZero() {
		now = time.Now()
	}
	if slack == 0 {
		slack = 30 * time.Second
	}
	return freshness{now.UnixMilli(), max(slack, 0).Milliseconds(), o.MaxAge.Seconds()}
}

// asked are the checks that were asked for: where one cannot be made, the evidence is not verified.
func (o Options) asked() []string {
	asked := []string{}
	if o.NeedWitnesses {
		asked = append(asked, "checkpoint.witnesses")
	}
	if o.MaxAge > 0 {
		asked = append(asked, "as_of.time", "freshness.answer", "freshness.witnesses")
	}
	if o.Entries != nil {
		asked = append(asked, "log.entries", "log.slots")
	}
	if o.Checkpoint != "" {
		asked = append(asked, "kept.signature", "kept.consistency")
	}
	if o.NeedNewest {
		asked = append(asked, newestChecks...)
	}
	return asked
}

func decimal(number int64) string { return strconv.FormatInt(number, 10) }

// VerifyBundle checks an evidence bundle against the verifier's trust only.
func VerifyBundle(evidence []byte, trust *Trust, options Options) Report {
	r := newRun(trust, options)
	json := take(r.list, "bundle.json", func() (any, error) { return parseStrictJSON(evidence) })
	r.bundle = take(r.list, "bundle.form", func() (object, error) {
		value := json.must()
		if err := bundleForm(value, "bundle"); err != nil {
			return nil, err
		}
		return value.(object), nil
	})
	shown := derive(r.bundle, func(bundle object) established[answer] {
		return atHand(answerOfBundle(bundle["answer"].(object)))
	})
	r.authorities = derive(r.bundle, func(bundle object) established[[]chain] {
		return atHand(chainsIn(bundle["authorities"].(object), ""))
	})
	r.keys = derive(r.bundle, func(bundle object) established[[]chain] {
		return atHand(chainsIn(bundle["keys"].(object), "key_"))
	})
	return r.all(shown, func(established[[]object]) established[[]chain] {
		return derive(r.bundle, func(bundle object) established[[]chain] {
			elements := bundle["record"].([]any)
			id := ""
			if len(elements) > 0 {
				id, _ = elements[len(elements)-1].(object)["record_id"].(string)
			}
			return atHand([]chain{chainOf(id, elements)})
		})
	})
}

// VerifyAnswer checks an answer by its headers, without its bundle, under the keys of the trust document. Set Options'
// Request and Nonce to what was sent; without Request, it is a plain verification of the answered record. That the log
// published the keys, and revoked none, only a bundle proves.
func VerifyAnswer(body []byte, header http.Header, trust *Trust, options Options) Report {
	r := newRun(trust, options)
	json := take(r.list, "bundle.json", func() (any, error) { return parseStrictJSON(body) })
	received := take(r.list, "bundle.form", func() (answer, error) {
		return receivedAnswer(json.must(), header, r.request(), options.Nonce)
	})
	r.authorities = absent[[]chain](alone)
	r.keys = absent[[]chain]("that the log published the keys, and revoked none, only a bundle shows")
	r.believed = func(keyID string) (keyTerms, bool) { terms, ok := trust.keys[keyID]; return terms, ok }
	return r.all(received, func(envelopes established[[]object]) established[[]chain] {
		return derive(envelopes, shownChains)
	})
}

const alone = "an answer alone does not carry it: a bundle does"

func chainsIn(shown object, prefix string) []chain {
	chains := []chain{}
	for id, elements := range shown {
		chains = append(chains, chainOf(prefix+id, elements.([]any)))
	}
	return chains
}

func shownChains(envelopes []object) established[[]chain] {
	chains := []chain{}
	for _, each := range envelopes {
		provenance := answered{envelope: each}.part("provenance")
		elements, _ := provenance["chain"].([]any)
		if provenance == nil || float64(len(elements)) != provenance["chain_length"] {
			return absent[[]chain]("the answer does not show all elements: a bundle holds them")
		}
		chains = append(chains, chainOf(each["record"].(object)["id"].(string), elements))
	}
	return atHand(chains)
}

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
		return openCheckpoint(r.bundle.must()["checkpoint"].(string), trust)
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
	list.check("answer.key_time", func() error { return checkKeyTime(signing.must().terms, true, at.must().at, fresh) })

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
	list.check("record.issuer_signatures", func() error { return checkIssuers(records.must(), authorities.must()) })
	everything := slices.Concat(records.value, authorities.value, keys.value)
	chains := derive(records, func([]chain) established[[]chain] { return atHand(everything) })
	list.check("elements.key_times", func() error { return checkKeyTimes(chains.must(), keyOf.must(), fresh) })
	list.check("elements.salts", func() error { return checkSalts(chains.must()) })

	all := pair(envelopes, shown, records)
	each := func(name string, check func(answered) error) {
		list.check(name, func() error { return onEach(all.must(), check) })
	}
	each("answer.record", checkRecord)
	each("answer.state", checkState)
	each("answer.provenance", checkProvenance)
	list.check("answer.authority", func() error {
		items, of := all.must(), authorities.must()
		return onEach(items, func(a answered) error { return checkAuthority(a, of) })
	})
	each("answer.lookup", checkLookup)
	list.check("answer.verdict", func() error { return r.checkVerdicts(envelopes.must(), all) })
	list.check("answer.times", func() error {
		return checkAnswerTimes(envelopes.must(), at.must(), chains.must(), fresh)
	})

	indices := take(list, "record.inclusion", func() (map[string]int64, error) {
		return checkRecordInclusion(r.bundle.must(), checkpoint.must(), records.must())
	})
	authorityIndices := take(list, "authorities.inclusion", func() (map[string]int64, error) {
		return checkInclusions(r.bundle.must(), checkpoint.must(), authorities.must())
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
		bundle, of := r.bundle.must(), logged.must()
		start := logStart{of.indices, checkpoint.must(), bundle["earlier"], entries.value}
		return checkPublications(keys.must(), start, trust.selfSigned)
	})

	receipts := take(list, "receipt.checkpoint", func() ([]openedReceipt, error) {
		opened := []openedReceipt{}
		err := onEach(all.must(), func(a answered) error {
			receipt, err := openReceipt(a, trust)
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
		return openCheckpoint(r.options.Checkpoint, trust)
	})
	list.check("kept.consistency", func() error {
		return checkKept(kept.must(), checkpoint.value, r.bundle.value["earlier"], positions, entries.value)
	})

	places := map[string]int64{}
	known := knownLog{entries: entries.value, shown: map[int64]bool{}}
	for _, receipt := range receipts.value {
		known.trees = append(known.trees, receipt.opened)
		if received.is {
			places[receipt.chain.subjectID] = receipt.index()
		}
	}
	for _, found := range []map[string]int64{indices.value, authorityIndices.value, logged.value.indices} {
		for subjectID, index := range found {
			places[subjectID] = index
		}
	}
	for _, index := range places {
		known.shown[index] = true
	}
	for _, tree := range []established[*Checkpoint]{checkpoint, kept} {
		if tree.is {
			known.trees = append(known.trees, tree.value)
		}
	}
	if records.is && authorities.is && keys.is {
		known.chains = everything
	}
	list.check("as_of.elements", func() error {
		position := at.must()
		records.must()
		return checkAsOfElements(position, everything, places, fresh)
	})
	inTime := take(list, "as_of.time", func() (int64, error) { return known.checkAsOfTime(at.must(), trust, fresh) })
	until := func() int64 {
		// Where no witness tells a time, everything below the checkpoint counts.
		if trust.quorum != nil {
			return inTime.must()
		}
		if checkpoint.is {
			return max(at.must().Size, checkpoint.value.Size)
		}
		return at.must().Size
	}
	for name, of := range map[string]established[[]chain]{"record": records, "authorities": authorities, "keys": keys} {
		list.check("absence."+name, func() error {
			return checkAbsence(of.must(), at.must(), entries.must(), until)
		})
	}

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
	return list.report(append(needed, r.options.asked()...), cosigned)
}

func (r *run) takePolicy() {
	policy := r.trust.policy
	accepted := func() error {
		if policy == nil {
			return notChecked("what is pinned does not come from a signed policy")
		}
		return nil
	}
	r.list.check("policy.signature", accepted)
	r.list.check("policy.version", accepted)
	r.list.check("policy.expiry", func() error {
		if err := accepted(); err != nil || r.fresh.now < policy.Expires.UnixMilli() {
			return err
		}
		if r.options.AllowExpiredPolicy {
			return notChecked("the policy has expired, which is allowed")
		}
		return failed("the policy has expired")
	})
}

var steps = []string{"form", "digests", "sequence", "links", "subject", "times", "transitions"}

// takeChains checks chains element by element; the walk ends at the first fault, and the other steps are not checked.
func (r *run) takeChains(
	name, kind string, source established[[]chain], belongs func(subjectID string, each element) bool,
) established[[]chain] {
	fault := ""
	for _, each := range source.value {
		found, err := guarded(func() (string, error) { return each.findFault(kind), nil })
		if err != nil {
			found = "form"
		}
		isOther := func(of element) bool {
			return !continuesLog(of.str("log"), r.trust.Origin) || !belongs(each.subjectID, of)
		}
		if found == "" && slices.ContainsFunc(each.elements, isOther) {
			found = "subject"
		}
		if fault = found; fault != "" {
			break
		}
	}
	walked := source
	for _, step := range steps {
		taken := take(r.list, name+"."+step, func() ([]chain, error) {
			chains := source.must()
			if fault == step {
				return nil, failed("an element fails the check of its " + step)
			}
			if fault != "" {
				return nil, notChecked("the walk ended: " + name + "." + fault)
			}
			return chains, nil
		})
		if fault == "" || fault == step {
			walked = taken
		}
	}
	return walked
}

func (r *run) checkWitnesses(opened *Checkpoint) error {
	if r.trust.quorum == nil {
		return notChecked("no witness is pinned, so that the log may show others another tree")
	}
	if _, ok := r.trust.CosignedAt(opened); !ok {
		return failed("too few witnesses cosigned")
	}
	return nil
}

func (r *run) checkNonce(signed any) error {
	if r.options.Nonce == "" {
		return notChecked("no nonce is given to compare with")
	}
	if signed != r.options.Nonce {
		return failed("it is signed with another nonce, or with none")
	}
	return nil
}

func (r *run) checkVerdicts(envelopes []object, all established[[]answered]) error {
	for _, each := range envelopes {
		if err := checkVerdictAgrees(each); err != nil {
			return err
		}
	}
	if !all.is || !r.authorities.is {
		return notChecked("not recomputed: not all chains are there")
	}
	return onEach(all.value, func(a answered) error { return checkVerdict(a, r.authorities.value) })
}

// positions are those of the verified log. Without a bundle everything is compared with the answer's own position.
func (r *run) positions(checkpoint established[*Checkpoint], at, consistent established[asOf]) []Position {
	positions := []Position{}
	if checkpoint.is {
		positions = append(positions, checkpoint.value.Position)
	}
	if r.bundle.is {
		at = consistent
	}
	if at.is {
		positions = append(positions, at.value.Position)
	}
	return positions
}

func pair(
	envelopes established[[]object], shown established[answer], records established[[]chain],
) established[[]answered] {
	return derive(envelopes, func(each []object) established[[]answered] {
		return derive(shown, func(of answer) established[[]answered] {
			return derive(records, func(chains []chain) established[[]answered] {
				if len(each) > len(chains) {
					return absent[[]answered]("the answer shows more records than the evidence holds")
				}
				asked, all := of.readAsked(), []answered{}
				for i, envelope := range each {
					item := answered{envelope: envelope, chain: chains[i]}
					if i < len(asked) {
						item.asked = asked[i]
					}
					all = append(all, item)
				}
				return atHand(all)
			})
		})
	})
}

// onEach: the first failure fails; otherwise one that cannot be checked makes all not checked, and so does none at all.
func onEach[T any](items []T, check func(T) error) error {
	if len(items) == 0 {
		return notChecked("not decided: the answer shows no record")
	}
	var undecided error
	for _, item := range items {
		err := check(item)
		var not notChecked
		if errors.As(err, &not) {
			if undecided == nil {
				undecided = err
			}
		} else if err != nil {
			return err
		}
	}
	return undecided
}

func hasOneOfEach(envelopes established[[]object], records established[[]chain]) bool {
	if envelopes.is && len(envelopes.value) == 0 {
		return false
	}
	return !envelopes.is || !records.is || len(envelopes.value) <= len(records.value)
}

func checkRequestID(envelopes []object, requestID string) error {
	for _, each := range envelopes {
		if each["request_id"] != requestID {
			return failed("the body says another request")
		}
	}
	return nil
}
