package evidence

import "slices"

var (
	verdictReasons = append([]string{
		"provenance.unverified", "authority.compromised", "authority.not_valid_at_event", "lookup.not_current",
	}, stateReasons()...)
	verdictWarnings = []string{
		"authority.not_valid_now", "provenance.not_logged", "lookup.several_records", "lookup.revoked_match",
	}
)

// stateReasons are those that each state of a record but "active" gives.
func stateReasons() []string {
	reasons := []string{}
	for _, state := range rules["record"].States {
		if state != "active" {
			reasons = append(reasons, "record."+state)
		}
	}
	return reasons
}

// standings are those of an authority that give different verdicts.
var standings = []standing{
	{validAtEvent: true, validNow: true}, {validAtEvent: true}, {}, {compromised: true},
}

// verdictFollows says whether the verdict follows from the other members of the answer, as far as they tell; this needs no
// chain.
func verdictFollows(t told, verdict object) bool {
	authority := t.part("authority")
	possible := slices.DeleteFunc(slices.Clone(standings), func(of standing) bool {
		return authority != nil && (of.validAtEvent != authority["valid_at_event"] ||
			(of.validAtEvent && of.validNow != authority["valid_now"]))
	})
	var successor any = ""
	if told, has := verdict["successor_id"]; has {
		successor = told
	}
	if t.newest != nil && t.newest.content["successor_id"] != nil {
		successor = t.newest.content["successor_id"]
	}
	return isAmong(verdict, t.possible(t.record()["state"].(string), successor, possible))
}

// checkVerdict: the verdict is the one that follows from the chains.
func checkVerdict(a answered, authorities []chain) error {
	verdict := a.part("verdict")
	if verdict == nil {
		return nil
	}
	of, _, err := a.standing(authorities)
	if err != nil {
		return err
	}
	event := a.chain.newest()
	state := event.stateAt("record", a.verifiedAt())
	if !isAmong(verdict, a.possible(state, event.content["successor_id"], []standing{of})) {
		return failed("the answer says another verdict than the one that follows from the chains")
	}
	if len(knownCodes(verdict["reasons"], verdictReasons))+len(knownCodes(verdict["warnings"], verdictWarnings)) <
		len(verdict["reasons"].([]any))+len(verdict["warnings"].([]any)) {
		return notChecked("a code of the verdict is signed by the service, and not understood here")
	}
	return nil
}

func knownCodes(told any, known []string) []string {
	codes, _ := textsOf(told)
	return slices.DeleteFunc(codes, func(code string) bool { return !slices.Contains(known, code) })
}

// possible are the verdicts that are possible for a record, where several standings of its authority are.
func (a answered) possible(state string, successor any, standings []standing) []judgement {
	// The answer lacks the provenance, so both values are possible.
	verified, logged := []bool{true, false}, []bool{true, false}
	if provenance := a.part("provenance"); provenance != nil {
		verified, logged = []bool{provenance["verified"] == true}, []bool{provenance["receipt"] != nil}
	}
	possible := []judgement{}
	for _, of := range standings {
		for _, isVerified := range verified {
			for _, isLogged := range logged {
				possible = append(possible, a.judge(isVerified, isLogged, state, successor, of))
			}
		}
	}
	return possible
}

// isAmong says whether a verdict is a possible one, but for codes that are not known here.
func isAmong(verdict object, possible []judgement) bool {
	count := len(verdict["reasons"].([]any))
	if verdict["result"] == "passed" && count > 0 {
		return false
	}
	reasons, warnings := knownCodes(verdict["reasons"], verdictReasons), knownCodes(verdict["warnings"], verdictWarnings)
	// A reason that is not known makes the verdict failed, and can be its only one.
	isOurs := verdict["result"] == "failed" && len(reasons) < count
	successor, hasSuccessor := verdict["successor_id"]
	return slices.ContainsFunc(possible, func(each judgement) bool {
		return (isOurs || verdict["result"] == each.result) && slices.Equal(reasons, each.reasons) &&
			slices.Equal(warnings, each.warnings) && hasSuccessor == (each.successor != nil) && successor == each.successor
	})
}

type judgement struct {
	result            string
	reasons, warnings []string
	successor         any
}

func (a answered) judge(verified, logged bool, state string, successor any, of standing) judgement {
	judged := judgement{result: "passed"}
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
		judged.successor = successor
	}
	return judged
}
