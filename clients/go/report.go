package evidence

import (
	"fmt"
	"slices"
)

// Checks are all checks in their order. The names are those of the service's own verifier.
var Checks = []string{
	"policy.signature",
	"policy.version",
	"policy.expiry",
	"bundle.json",
	"bundle.form",
	"log.origin",
	"checkpoint.signature",
	"checkpoint.witnesses",
	"keys.form",
	"keys.digests",
	"keys.sequence",
	"keys.links",
	"keys.subject",
	"keys.times",
	"keys.transitions",
	"keys.inclusion",
	"answer.form",
	"answer.members",
	"answer.key",
	"answer.path",
	"answer.signature",
	"answer.request_id",
	"answer.request",
	"answer.nonce",
	"answer.key_time",
	"record.form",
	"record.digests",
	"record.sequence",
	"record.links",
	"record.subject",
	"record.times",
	"record.transitions",
	"authorities.form",
	"authorities.digests",
	"authorities.sequence",
	"authorities.links",
	"authorities.subject",
	"authorities.times",
	"authorities.transitions",
	"record.authority",
	"record.authority_active",
	"record.authority_current",
	"keys.signatures",
	"keys.publication",
	"record.signatures",
	"authorities.signatures",
	"record.issuer_signatures",
	"elements.key_times",
	"elements.salts",
	"answer.record",
	"answer.state",
	"answer.provenance",
	"answer.authority",
	"answer.lookup",
	"answer.verdict",
	"answer.times",
	"record.inclusion",
	"authorities.inclusion",
	"as_of.consistency",
	"as_of.elements",
	"as_of.time",
	"log.entries",
	"log.slots",
	"receipt.checkpoint",
	"receipt.inclusion",
	"receipt.consistency",
	"freshness.answer",
	"freshness.witnesses",
	"kept.signature",
	"kept.consistency",
	"absence.record",
	"absence.authorities",
	"absence.keys",
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

// A Finding is a check with its outcome, and why it is not Passed.
type Finding struct {
	Check   string
	Outcome Outcome
	Why     string
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
	first := func(isIt func(Finding) bool) error {
		if at := slices.IndexFunc(r.Checks, isIt); at >= 0 {
			return fmt.Errorf("not verified: %s: %s", r.Checks[at].Check, r.Checks[at].Why)
		}
		return nil
	}
	if err := first(func(each Finding) bool { return each.Outcome == Failed }); err != nil {
		return err
	}
	return first(func(each Finding) bool { return slices.Contains(r.Undecided, each.Check) })
}
