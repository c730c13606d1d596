// Package evidence verifies what a record verification service answers and delivers, offline: evidence bundles, signed
// answers, checkpoints of its log, trust policies, and deliveries of events.
package evidence

import (
	"maps"
	"net/http"
	"slices"
)

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
	// In the order of their ids, so that every verifier names the same fault first.
	for _, id := range slices.Sorted(maps.Keys(shown)) {
		chains = append(chains, chainOf(prefix+id, shown[id].([]any)))
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
