package evidence

import (
	"slices"
	"strings"
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
