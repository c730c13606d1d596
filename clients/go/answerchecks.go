package evidence

import (
	"net/http"
	"slices"
)

// checkMembers is not checked where an envelope has members that are not known here: they are signed, and say nothing.
func (a answer) checkMembers(envelopes []object) error {
	count := 0
	strangers := func(value any, known forms, also ...string) {
		members, _ := value.(object)
		for name := range members {
			if known[name] == nil && !slices.Contains(also, name) {
				count++
			}
		}
	}
	if a.isBatch() {
		strangers(a.body, forms{"data": text})
	}
	for _, each := range envelopes {
		shown := each["evidence"].(object)
		strangers(each, envelopeForms)
		strangers(each["record"], recordForms)
		strangers(shown, partForms)
		strangers(shown["provenance"], provenanceForms)
		strangers(shown["authority"], authorityForms)
		strangers(shown["lookup"], lookupForms)
		strangers(shown["verdict"], verdictForms, "successor_id")
	}
	if count > 0 {
		return notChecked("members that are signed by the service, and not understood here")
	}
	return nil
}

// checkRequest: each envelope answers its part of the request, and the request is the caller's.
func (a answer) checkRequest(expected object) error {
	if a.method != http.MethodPost {
		return failed("the method is " + a.method)
	}
	if expected != nil && !sameJSON(a.request, expected) {
		return failed("it answers another request than the one that is given")
	}
	if a.requestPath == verifyPath {
		return checkAnswers(a.body, a.request)
	}
	if !a.isBatch() {
		return failed("nothing is verified at " + a.requestPath)
	}
	data, isData := a.body["data"].([]any)
	records, isRecords := a.request["records"].([]any)
	if !isData || !isRecords || len(data) != len(records) || len(a.request) != 1 {
		return failed("the answer has not one item for each record of the request, or the request asks for more")
	}
	for i, item := range data {
		if isRefusal(item) {
			continue
		}
		if err := checkAnswers(item.(object), records[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkAnswers(item object, of any) error {
	asked, ok := of.(object)
	shown := item["evidence"].(object)
	id := item["record"].(object)["id"].(string)
	if !ok || !asksFor(asked, id, shown["lookup"]) {
		return failed("the request asks for something else than " + id)
	}
	var wanted any = usualParts
	if _, has := shown["verdict"]; has {
		wanted = append(slices.Clone(usualParts), "verdict")
	}
	if scope, has := asked["evidence_scope"]; has {
		wanted = scope
	}
	list, _ := wanted.([]any)
	scope := []string{}
	for _, part := range list {
		name, err := canonicalJSON(part)
		if err != nil {
			return err
		}
		scope = append(scope, name)
	}
	parts := []string{}
	for part := range shown {
		name, _ := canonicalJSON(part)
		isKnown := partForms[part] != nil && part != "lookup"
		if isKnown || slices.Contains(scope, name) {
			parts = append(parts, name)
		}
	}
	slices.Sort(scope)
	slices.Sort(parts)
	if !slices.Equal(scope, parts) {
		return failed("the answer holds other parts of the evidence than were asked for")
	}
	return nil
}

func asksFor(asked object, id string, lookup any) bool {
	by := ""
	for name := range asked {
		if name == "evidence_scope" || name == "authority_id" {
			continue
		}
		if by != "" {
			return false
		}
		by = name
	}
	_, isNarrowed := asked["authority_id"]
	if by == "record_id" {
		return asked[by] == id && lookup == nil && !isNarrowed
	}
	shown, _ := lookup.(object)
	return slices.Contains(lookups, by) && shown != nil && shown["by"] == by
}
