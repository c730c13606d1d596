package evidence

import (
	"slices"
	"testing"
)

// The bundle's authorities, and the newest element of its record, which the issuer signed.
func signedByIssuer(t *testing.T) (object, []chain) {
	value, err := parseStrictJSON(read(t, "bundle.json", nil))
	if err != nil {
		t.Fatal(err)
	}
	bundle := value.(object)
	authorities := []chain{}
	for id, shown := range bundle["authorities"].(object) {
		authorities = append(authorities, chainOf(id, shown.([]any)))
	}
	return chainOf("", bundle["record"].([]any)).newest().content, authorities
}

func TestAnIssuerSignsEveryMemberOfAPlace(t *testing.T) {
	content, authorities := signedByIssuer(t)
	if !isSignedAsDemanded(element{content: content}, authorities) {
		t.Fatal("the vector's element is not signed")
	}
	unsigned := []string{
		"format", "event_id", "occurred_at", "issuer", "state", "reason_digest", "salt", "authority", "issuer_signature",
	}
	for name, value := range content {
		if slices.Contains(unsigned, name) {
			continue
		}
		changed := object{}
		for each, same := range content {
			changed[each] = same
		}
		switch value := value.(type) {
		case float64:
			changed[name] = value + 1
		case string:
			changed[name] = value + "x"
		default:
			changed[name] = "x"
		}
		if name == "type" {
			changed[name] = "service.record.superseded"
		}
		if isSignedAsDemanded(element{content: changed}, authorities) {
			t.Errorf("the signature holds for another %s", name)
		}
	}
}

func TestAReportNamesWhatTheProjectStopped(t *testing.T) {
	var cases []vector
	read(t, "cases.json", &cases)
	at := slices.IndexFunc(cases, func(each vector) bool { return each.Name == "a record that is revoked, as its verdict says" })
	report := cases[at].judge(t)
	finding := report.Checks[slices.IndexFunc(Checks, func(each Check) bool { return each.Name == "record.issuer_signatures" })]
	same(t, "about", finding, Finding{
		Check: "record.issuer_signatures", Outcome: Passed,
		About: "stopped by the project, not signed by the issuer: element 3 of rec_1",
	})
}
