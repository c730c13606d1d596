package evidence

import "slices"

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
