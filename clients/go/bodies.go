package evidence

import "slices"

const (
	chainShown   = 100
	authorityLag = 10_000
)

// answered is an envelope, what it answers, and the chain of its record.
type answered struct {
	envelope object
	asked    any
	chain    chain
}

func (a answered) part(name string) object {
	part, _ := a.envelope["evidence"].(object)[name].(object)
	return part
}

func (a answered) verifiedAt() int64 { return momentOf(a.envelope["verified_at"].(string)) }

func checkRecord(a answered) error {
	record, newest := a.envelope["record"].(object), a.chain.newest().content
	if record["id"] != newest["record_id"] || record["version"] != newest["sequence"] {
		return failed("the answer says another record or version than the chain")
	}
	return nil
}

func checkState(a answered) error {
	state := a.chain.newest().stateAt("record", a.verifiedAt())
	told, isTold := a.envelope["evidence"].(object)["state"]
	if a.envelope["record"].(object)["state"] != state || (isTold && told != state) {
		return failed("the answer says another state than the chain, " + state)
	}
	return nil
}

func checkProvenance(a answered) error {
	provenance := a.part("provenance")
	if provenance == nil {
		return nil
	}
	shown := a.chain.shown
	if provenance["chain_length"] != float64(len(shown)) {
		return failed("the answer says another length of the chain")
	}
	if !sameJSON(provenance["chain"], shown[max(0, len(shown)-chainShown):]) {
		return failed("the answer shows other elements than the newest of the chain")
	}
	if provenance["origin"] != a.chain.newest().content["origin"] {
		return failed("the answer says another origin than the chain")
	}
	return nil
}

func checkLookup(a answered) error {
	lookup := a.part("lookup")
	if lookup == nil {
		return nil
	}
	asked, newest := a.asked.(object), a.chain.newest()
	if within, isNarrowed := asked["authority_id"]; isNarrowed && within != newest.authority()["id"] {
		return failed("the record is one of another authority than was asked for")
	}
	by := lookup["by"].(string)
	value, ok := asked[by].(string)
	if !ok {
		return failed("the request names no text")
	}
	name := "content_digest"
	if by == "external_id" {
		name = by
	}
	if by == "content" {
		value = digestText(value)
	}
	if !slices.ContainsFunc(a.chain.elements, func(each element) bool { return each.content[name] == value }) {
		return failed("the record never had what was asked for")
	}
	if lookup["current"] != (newest.content[name] == value) {
		return failed("the answer says something else about now than the chain")
	}
	return nil
}
