package evidence

import "slices"

// told is what an answer tells of one record, without any chain beside it.
type told struct {
	answered
	// isPiece says whether the elements that it shows are a piece of a history; true where it shows none.
	isPiece bool
	// newest is the newest of such a piece.
	newest *element
}

func toldBy(envelope object, asked any) told {
	of := told{answered: answered{envelope: envelope, asked: asked}, isPiece: true}
	provenance := of.part("provenance")
	if provenance == nil {
		return of
	}
	elements := chainOf("", provenance["chain"].([]any)).elements
	of.isPiece = isPieceOfHistory(elements)
	if of.isPiece {
		of.newest = &elements[len(elements)-1]
	}
	return of
}

func isPieceOfHistory(elements []element) bool {
	if len(elements) == 0 {
		return false
	}
	// The first that is shown need not be the first of the history.
	if step := findElementFault("record", nil, elements[0], 1); step != "" && step != "sequence" {
		return false
	}
	for i := 1; i < len(elements); i++ {
		before := elements[i-1]
		if findElementFault("record", &before, elements[i], int(before.content["sequence"].(float64))+1) != "" {
			return false
		}
	}
	return true
}

func (t told) record() object { return t.envelope["record"].(object) }

// newestAuthority is the reference to an authority in the newest element; nil without one.
func (t told) newestAuthority() object {
	if t.newest == nil {
		return nil
	}
	return t.newest.authority()
}

// An answerRule is a rule that an answer alone can break, and the check that then fails.
type answerRule struct {
	name, check string
	holds       func(told) bool
}

// answerRules are the rules of docs/answer-rules.json, which says what each of them asks.
var answerRules = []answerRule{
	{"record.newest", "answer.record", func(t told) bool {
		return t.newest == nil ||
			(t.newest.content["record_id"] == t.record()["id"] && t.newest.content["sequence"] == t.record()["version"])
	}},
	{"state.known", "answer.state", func(t told) bool {
		return slices.Contains(rules["record"].States, t.record()["state"].(string))
	}},
	{"state.repeated", "answer.state", func(t told) bool {
		state, has := t.envelope["evidence"].(object)["state"]
		return !has || state == t.record()["state"]
	}},
	{"state.follows", "answer.state", func(t told) bool {
		return t.newest == nil || t.newest.stateAt("record", t.verifiedAt()) == t.record()["state"]
	}},
	{"provenance.elements", "answer.provenance", func(t told) bool { return t.isPiece }},
	{"provenance.length", "answer.provenance", ofPart("provenance", func(t told, provenance object) bool {
		length := provenance["chain_length"].(float64)
		return length == t.record()["version"] && len(provenance["chain"].([]any)) == int(min(length, chainShown))
	})},
	{"provenance.origin", "answer.provenance", ofPart("provenance", func(t told, provenance object) bool {
		return t.newest == nil || provenance["origin"] == t.newest.content["origin"]
	})},
	{"provenance.verified", "answer.provenance", ofPart("provenance", func(_ told, provenance object) bool {
		return provenance["verified"] == true
	})},
	{"provenance.promise", "answer.provenance", ofPart("provenance", promisesTheLog)},
	{"authority.issuer", "answer.authority", ofPart("authority", func(t told, authority object) bool {
		return t.newest == nil ||
			(authority["id"] == t.newestAuthority()["id"] && authority["issuer"] == t.newest.content["issuer"])
	})},
	{"authority.version", "answer.authority", ofPart("authority", func(t told, authority object) bool {
		version, named := authority["version"].(float64), t.newestAuthority()
		switch {
		case named == nil:
			return version > 0
		case version == named["version"]:
			return authority["digest"] == named["digest"]
		}
		return version > named["version"].(float64)
	})},
	{"authority.state", "answer.authority", ofPart("authority", func(t told, authority object) bool {
		isKnown := slices.Contains(rules["authority"].States, authority["state"].(string))
		return isKnown && !element{content: authority}.isDue("authority", t.verifiedAt())
	})},
	{"authority.valid_now", "answer.authority", ofPart("authority", func(_ told, authority object) bool {
		return authority["valid_now"] == (authority["state"] == "active")
	})},
	{"authority.valid_at_event", "answer.authority", ofPart("authority", func(t told, authority object) bool {
		isSame := t.newest != nil && t.newestAuthority()["version"] == authority["version"]
		if !isSame {
			return true
		}
		if authority["valid_at_event"] == false {
			return authority["valid_now"] == false
		}
		// The version that an event names can have expired since, and nothing else.
		isPast := momentOf(authority["valid_until"].(string)) <= t.newest.time("occurred_at")
		return (authority["state"] == "active" || authority["state"] == "expired") && !isPast
	})},
	{"lookup.matches", "answer.lookup", ofPart("lookup", func(t told, lookup object) bool {
		least, most := 0.0, lookup["matches"].(float64)-1
		if t.record()["state"] == "revoked" {
			least, most = 1, most+1
		}
		revoked := lookup["revoked_matches"].(float64)
		return lookup["counts"] == "unproven" && revoked >= least && revoked <= most
	})},
	{"lookup.current", "answer.lookup", ofPart("lookup", saysWhetherCurrent)},
	{"lookup.authority", "answer.lookup", ofPart("lookup", func(t told, _ object) bool {
		asked, _ := t.asked.(object)
		within, isNarrowed := asked["authority_id"]
		authority := t.part("authority")
		return !isNarrowed || ((authority == nil || authority["id"] == within) &&
			(t.newest == nil || t.newestAuthority()["id"] == within))
	})},
	{"verdict.follows", "answer.verdict", ofPart("verdict", verdictFollows)},
}

// ofPart makes a rule about one part of the evidence; it holds in every answer that does not show that part.
func ofPart(name string, holds func(told, object) bool) func(told) bool {
	return func(t told) bool {
		part := t.part(name)
		return part == nil || holds(t, part)
	}
}

// promisesTheLog says whether an answer without a receipt promises one by the time that follows from its newest element, and
// any other promises none.
func promisesTheLog(t told, provenance object) bool {
	promised, isPromised := provenance["logged_by"].(string)
	isWaiting := provenance["receipt"] == nil
	if t.newest == nil || isPromised != isWaiting {
		return t.newest == nil
	}
	return !isPromised || momentOf(promised) == t.newest.loggedBy()
}

// loggedBy is when an element is in the log at the latest, in milliseconds since 1970.
func (e element) loggedBy() int64 { return e.time("occurred_at") + mergeDelaySeconds*1000 }

// requireKeptPromises: after the time by which it was promised in the log, what can add a "passed" has its receipt.
func requireKeptPromises(all []told, at asOf, fresh freshness) error {
	for _, each := range all {
		provenance := each.part("provenance")
		// An element of the log before has its promise from that one.
		if each.newest == nil || provenance["receipt"] != nil || each.newest.str("log") != at.origin {
			continue
		}
		if each.newest.addsPassed() && each.verifiedAt() > each.newest.loggedBy()+fresh.slack {
			return failed("the newest element is not in the log by the time by which it was promised")
		}
	}
	return nil
}

func saysWhetherCurrent(t told, lookup object) bool {
	if t.newest == nil {
		return true
	}
	asked, _ := t.asked.(object)
	by := lookup["by"].(string)
	wanted, ok := asked[by].(string)
	if !ok {
		return false
	}
	has := t.newest.content["content_digest"]
	switch by {
	case "external_id":
		has = t.newest.content["external_id"]
	case "content":
		wanted = digestText(wanted)
	}
	return lookup["current"] == (has == wanted)
}

// requireRules: no answer breaks a rule of a check.
func requireRules(check string, all []told) error {
	for _, each := range all {
		for _, rule := range answerRules {
			if rule.check == check && !rule.holds(each) {
				return failed("the answer contradicts itself: " + rule.name)
			}
		}
	}
	return nil
}
