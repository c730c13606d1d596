package evidence

import (
	"slices"
	"strings"
)

const (
	chainShown   = 100
	authorityLag = 10_000
)

var (
	verdictReasons = []string{
		"provenance.unverified", "record.suspended", "record.superseded", "record.expired", "record.revoked",
		"authority.compromised", "authority.not_valid_at_event", "lookup.not_current",
	}
	verdictWarnings = []string{
		"authority.not_valid_now", "provenance.not_logged", "lookup.several_records", "lookup.revoked_match",
	}
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

func chainNamed(subjectID any, chains []chain) *chain {
	at := slices.IndexFunc(chains, func(each chain) bool { return each.subjectID == subjectID })
	if at < 0 {
		return nil
	}
	return &chains[at]
}

// elementsFrom are the elements of an authority from the one that a reference names.
func elementsFrom(reference object, authorities []chain) []element {
	own := chainNamed(reference["id"], authorities)
	version := int(reference["version"].(float64))
	if own == nil || version > len(own.elements) {
		return nil
	}
	return own.elements[version-1:]
}

// elementNamed is the element of an authority that a record's element names.
func elementNamed(reference object, authorities []chain) *element {
	from := elementsFrom(reference, authorities)
	if len(from) == 0 || from[0].digest != reference["digest"] {
		return nil
	}
	return &from[0]
}

func checkNamedAuthorities(records, authorities []chain) error {
	named := map[string]bool{}
	for _, record := range records {
		for _, each := range record.elements {
			authority := elementNamed(each.authority(), authorities)
			if authority == nil {
				return failed("the authority that an element names is not there")
			}
			if authority.str("issuer") != each.str("issuer") || authority.str("project_id") != each.str("project_id") {
				return failed("an element says another issuer or project than its authority")
			}
			named[each.authority()["id"].(string)] = true
		}
	}
	for _, authority := range authorities {
		if !named[authority.subjectID] {
			return failed("no element names an authority that is there")
		}
	}
	return nil
}

func checkActiveAuthorities(records, authorities []chain) error {
	for _, record := range records {
		for _, each := range record.elements {
			if !rules["record"].Transitions[each.str("type")].NeedsActiveAuthority {
				continue
			}
			authority := elementNamed(each.authority(), authorities)
			if authority == nil || authority.stateAt("authority", each.time("occurred_at")) != "active" {
				return failed("the authority of a transition was not active")
			}
		}
	}
	return nil
}

func checkCurrentAuthorities(records, authorities []chain) error {
	for _, record := range records {
		for _, each := range record.elements {
			from, time := elementsFrom(each.authority(), authorities), each.time("occurred_at")
			if len(from) == 0 || from[0].time("occurred_at") > time+authorityLag {
				return failed("an element names one of its authority that is later than itself")
			}
			if len(from) > 1 && from[1].time("occurred_at") < time-authorityLag {
				return failed("the element of the authority that an element names had been superseded")
			}
		}
	}
	return nil
}

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
	if provenance["verified"] != true {
		return failed("the service itself says that it is not verified")
	}
	return nil
}

// standing is what an authority counts for, at an event of a record and at the time of the answer.
type standing struct {
	state                               string
	validAtEvent, validNow, compromised bool
}

func (a answered) standing(authorities []chain) (standing, *chain, error) {
	event := a.chain.newest()
	own := chainNamed(event.authority()["id"], authorities)
	if own == nil {
		return standing{}, nil, failed("the chain of the authority is not there")
	}
	newest, now, time := own.newest(), a.verifiedAt(), event.time("occurred_at")
	isEnded := newest.content["invalid_since"] != nil
	since := newest.time("invalid_since")
	from := elementsFrom(event.authority(), authorities)
	of := standing{state: newest.stateAt("authority", now), compromised: isEnded && since <= time}
	of.validAtEvent = len(from) > 0 && from[0].stateAt("authority", time) == "active" && !of.compromised
	of.validNow = of.state == "active" && (!isEnded || since > now)
	return of, own, nil
}

func checkAuthority(a answered, authorities []chain) error {
	told := a.part("authority")
	if told == nil {
		return nil
	}
	of, own, err := a.standing(authorities)
	if err != nil {
		return err
	}
	newest := own.newest()
	expected := object{
		"id": newest.content["authority_id"], "version": newest.content["sequence"], "digest": newest.digest,
		"issuer": newest.content["issuer"], "scope": newest.content["scope"], "state": of.state,
		"valid_until": newest.content["valid_until"], "valid_at_event": of.validAtEvent, "valid_now": of.validNow,
	}
	for member, value := range expected {
		if !sameJSON(told[member], value) {
			return failed("the answer says another " + member + " of the authority than its chain")
		}
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
	least, most := 0.0, lookup["matches"].(float64)-1
	if newest.str("state") == "revoked" {
		least, most = 1, most+1
	}
	if revoked := lookup["revoked_matches"].(float64); revoked < least || revoked > most {
		return failed("so many of the records that match cannot be revoked")
	}
	return nil
}

// checkVerdictAgrees: the verdict does not contradict the evidence beside it; this needs no chain.
func checkVerdictAgrees(envelope object) error {
	a := answered{envelope: envelope}
	verdict := a.part("verdict")
	if verdict == nil {
		return nil
	}
	reasons, _ := textsOf(verdict["reasons"])
	stated := []string{}
	for _, code := range reasons {
		if strings.HasPrefix(code, "record.") && slices.Contains(verdictReasons, code) {
			stated = append(stated, code)
		}
	}
	expected := []string{}
	if state := envelope["record"].(object)["state"].(string); state != "active" {
		expected = append(expected, "record."+state)
	}
	has := func(code string) bool { return slices.Contains(reasons, code) }
	provenance, authority, lookup := a.part("provenance"), a.part("authority"), a.part("lookup")
	isNotValid := has("authority.compromised") || has("authority.not_valid_at_event")
	agrees := (verdict["result"] == "passed") == (len(reasons) == 0) &&
		slices.Equal(stated, expected) &&
		has("lookup.not_current") == (lookup != nil && lookup["current"] == false) &&
		(provenance == nil || has("provenance.unverified") == (provenance["verified"] == false)) &&
		(authority == nil || isNotValid == (authority["valid_at_event"] == false))
	if !agrees {
		return failed("the verdict contradicts the evidence beside it")
	}
	return nil
}

// checkVerdict: the verdict is the one that follows from the chains.
func checkVerdict(a answered, authorities []chain) error {
	verdict, provenance := a.part("verdict"), a.part("provenance")
	if verdict == nil {
		return nil
	}
	of, _, err := a.standing(authorities)
	if err != nil {
		return err
	}
	reasons, _ := textsOf(verdict["reasons"])
	warnings, _ := textsOf(verdict["warnings"])
	isKnown := func(code string) bool {
		return slices.Contains(verdictReasons, code) || slices.Contains(verdictWarnings, code)
	}
	knownReasons := slices.DeleteFunc(slices.Clone(reasons), func(code string) bool { return !slices.Contains(verdictReasons, code) })
	knownWarnings := slices.DeleteFunc(slices.Clone(warnings), func(code string) bool { return !slices.Contains(verdictWarnings, code) })
	hasUnknown := len(knownReasons) < len(reasons)
	// Without the provenance, the service may know of the log and of its data what the chains do not show.
	verified, logged := []bool{true, false}, []bool{true, false}
	if provenance != nil {
		verified, logged = []bool{provenance["verified"] == true}, []bool{provenance["receipt"] != nil}
	}
	for _, isVerified := range verified {
		for _, isLogged := range logged {
			expected := a.judge(isVerified, isLogged, of)
			result := verdict["result"]
			if result == "failed" && hasUnknown {
				// A reason that is not known makes the verdict failed, and can be its only one.
				result = expected.result
			}
			successor, hasSuccessor := verdict["successor_id"]
			isSame := result == expected.result && slices.Equal(knownReasons, expected.reasons) &&
				slices.Equal(knownWarnings, expected.warnings) && hasSuccessor == (expected.successor != nil) &&
				successor == expected.successor
			if !isSame {
				continue
			}
			if slices.ContainsFunc(slices.Concat(reasons, warnings), func(code string) bool { return !isKnown(code) }) {
				return notChecked("a code of the verdict is signed by the service, and not understood here")
			}
			return nil
		}
	}
	return failed("the answer says another verdict than the one that follows from the chains")
}

type judgement struct {
	result            string
	reasons, warnings []string
	successor         any
}

func (a answered) judge(verified, logged bool, of standing) judgement {
	judged := judgement{result: "passed"}
	event := a.chain.newest()
	state := event.stateAt("record", a.verifiedAt())
	if !verified {
		judged.reasons = append(judged.reasons, "provenance.unverified")
	}
	if state != "active" {
		judged.reasons = append(judged.reasons, "record."+state)
	}
	switch {
	case of.compromised:
		judged.reasons = append(judged.reasons, "authority.compromised")
	case !of.validAtEvent:
		judged.reasons = append(judged.reasons, "authority.not_valid_at_event")
	case !of.validNow:
		judged.warnings = append(judged.warnings, "authority.not_valid_now")
	}
	if !logged {
		judged.warnings = append(judged.warnings, "provenance.not_logged")
	}
	if lookup := a.part("lookup"); lookup != nil {
		if lookup["current"] == false {
			judged.reasons = append(judged.reasons, "lookup.not_current")
		}
		if lookup["matches"].(float64) > 1 {
			judged.warnings = append(judged.warnings, "lookup.several_records")
		}
		if lookup["revoked_matches"].(float64) > 0 {
			judged.warnings = append(judged.warnings, "lookup.revoked_match")
		}
	}
	if len(judged.reasons) > 0 {
		judged.result = "failed"
	}
	if state == "superseded" {
		judged.successor = event.content["successor_id"]
	}
	return judged
}
