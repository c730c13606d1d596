package evidence

import (
	"fmt"
	"slices"
)

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
