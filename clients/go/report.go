package evidence

import (
	"fmt"
	"slices"
)

// A Check is a check's name with its group: did the pinned service say this (origin), was the issuer entitled to it
// (authority), is everything that happened to the record there (history), does everybody see the same (log), was there
// nothing later at that time (newest)?
type Check struct{ Name, Group string }

// Checks are all checks in their order. The names are those of the service's own verifier.
var Checks = []Check{
	{"policy.signature", "origin"},
	{"policy.version", "origin"},
	{"policy.expiry", "origin"},
	{"bundle.json", "origin"},
	{"bundle.form", "origin"},
	{"log.origin", "origin"},
	{"checkpoint.signature", "log"},
	{"checkpoint.witnesses", "log"},
	{"keys.form", "origin"},
	{"keys.digests", "origin"},
	{"keys.sequence", "origin"},
	{"keys.links", "origin"},
	{"keys.subject", "origin"},
	{"keys.times", "origin"},
	{"keys.transitions", "origin"},
	{"keys.inclusion", "log"},
	{"answer.form", "origin"},
	{"answer.members", "origin"},
	{"answer.key", "origin"},
	{"answer.path", "origin"},
	{"answer.signature", "origin"},
	{"answer.request_id", "origin"},
	{"answer.request", "origin"},
	{"answer.nonce", "origin"},
	{"answer.key_time", "origin"},
	{"record.form", "history"},
	{"record.digests", "history"},
	{"record.sequence", "history"},
	{"record.links", "history"},
	{"record.subject", "history"},
	{"record.times", "history"},
	{"record.transitions", "history"},
	{"authorities.form", "authority"},
	{"authorities.digests", "authority"},
	{"authorities.sequence", "authority"},
	{"authorities.links", "authority"},
	{"authorities.subject", "authority"},
	{"authorities.times", "authority"},
	{"authorities.transitions", "authority"},
	{"record.authority", "authority"},
	{"record.authority_active", "authority"},
	{"record.authority_current", "authority"},
	{"keys.signatures", "origin"},
	{"keys.publication", "log"},
	{"record.signatures", "origin"},
	{"authorities.signatures", "origin"},
	{"record.issuer_signatures", "authority"},
	{"elements.key_times", "origin"},
	{"elements.salts", "history"},
	{"answer.record", "history"},
	{"answer.state", "history"},
	{"answer.provenance", "history"},
	{"answer.authority", "authority"},
	{"answer.lookup", "history"},
	{"answer.verdict", "history"},
	{"answer.times", "history"},
	{"record.inclusion", "log"},
	{"authorities.inclusion", "log"},
	{"elements.order", "authority"},
	{"as_of.consistency", "log"},
	{"as_of.elements", "newest"},
	{"as_of.time", "newest"},
	{"log.entries", "log"},
	{"log.slots", "log"},
	{"receipt.checkpoint", "log"},
	{"receipt.inclusion", "log"},
	{"receipt.consistency", "log"},
	{"freshness.answer", "newest"},
	{"freshness.witnesses", "newest"},
	{"kept.signature", "log"},
	{"kept.consistency", "log"},
	{"earlier.consistency", "log"},
	{"elements.merge_delay", "log"},
	{"absence.record", "newest"},
	{"absence.authorities", "newest"},
	{"absence.keys", "newest"},
}

var newestChecks = []string{"absence.record", "absence.authorities", "absence.keys"}

// An Outcome is the result of a check. NotChecked neither proves nor refutes anything.
type Outcome string

// The outcomes of a check.
const (
	Passed     Outcome = "passed"
	Failed     Outcome = "failed"
	NotChecked Outcome = "not_checked"
)

// A Finding is a check with its outcome, why it is not Passed, and what a reader of one that passed should know.
type Finding struct {
	Check   string
	Outcome Outcome
	Why     string
	About   string
}

// A Report has all checks in their order.
type Report struct {
	// OK says that no check failed, and that each one that was asked for was made.
	OK     bool
	Checks []Finding
	// Undecided are checks that were asked for and could not be made.
	Undecided []string
	// Newest says whether it is proven that the log held nothing newer at the answer's position.
	Newest bool
	// Cosigned is how many of the pinned witnesses cosigned the checkpoint.
	Cosigned int
	// Summary is the answer in one line of words. Names in it are the signed ones; nothing unseen is in them.
	Summary string
	// Good says whether every record in it is good, by verified evidence; NotChecked where that does not say.
	Good Outcome
}

// Failed lists the checks that failed.
func (r Report) Failed() []string {
	names := []string{}
	for _, finding := range r.Checks {
		if finding.Outcome == Failed {
			names = append(names, finding.Check)
		}
	}
	return names
}

// Err is nil where the evidence is verified; otherwise it names the first failed check, or the first undecided one.
func (r Report) Err() error {
	failure := r.firstFailure()
	if failure == nil {
		return nil
	}
	return fmt.Errorf("not verified: %s: %s", failure.Check, failure.Why)
}

func (r Report) firstFailure() *Finding {
	at := slices.IndexFunc(r.Checks, func(each Finding) bool { return each.Outcome == Failed })
	if at < 0 {
		at = slices.IndexFunc(r.Checks, func(each Finding) bool { return slices.Contains(r.Undecided, each.Check) })
	}
	if at < 0 {
		return nil
	}
	return &r.Checks[at]
}
