package evidence

import (
	"errors"
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

// established is a value for checks; where it is missing, `missing` says why.
type established[T any] struct {
	value   T
	is      bool
	missing string
}

func atHand[T any](value T) established[T]        { return established[T]{value: value, is: true} }
func absent[T any](missing string) established[T] { return established[T]{missing: missing} }

// must is the value. Within take, a missing one ends the check, which is then not made.
func (e established[T]) must() T {
	if !e.is {
		panic(notChecked(e.missing))
	}
	return e.value
}

func (e established[T]) pointer() *T {
	if !e.is {
		return nil
	}
	return &e.value
}

func derive[T, R any](from established[T], of func(T) established[R]) established[R] {
	if !from.is {
		return absent[R](from.missing)
	}
	return of(from.value)
}

type checklist struct {
	findings map[string]Finding
}

// take runs a check. A panic is a failure of the check: what is malformed must refute the evidence, never stop its
// verifier; the panic of a missing value means that the check is not made.
func take[T any](list *checklist, check string, run func() (T, error)) established[T] {
	value, err := guarded(run)
	finding := Finding{Check: check, Outcome: Passed}
	var not notChecked
	if errors.As(err, &not) {
		finding.Outcome, finding.Why = NotChecked, not.Error()
	} else if err != nil {
		finding.Outcome, finding.Why = Failed, err.Error()
	}
	list.findings[check] = finding
	switch finding.Outcome {
	case Passed:
		return atHand(value)
	case NotChecked:
		return absent[T](finding.Why)
	default:
		return absent[T](check + " did not pass")
	}
}

// check is take for a check that establishes nothing.
func (l *checklist) check(name string, run func() error) {
	take(l, name, func() (struct{}, error) { return struct{}{}, run() })
}

func guarded[T any](run func() (T, error)) (value T, err error) {
	defer func() {
		switch recovered := recover().(type) {
		case nil:
		case notChecked:
			err = recovered
		default:
			err = failed(fmt.Sprint(recovered))
		}
	}()
	return run()
}

func (l *checklist) report(asked []string, cosigned int) Report {
	report := Report{Cosigned: cosigned, Undecided: []string{}}
	for _, check := range Checks {
		finding, made := l.findings[check]
		if !made {
			finding = Finding{check, NotChecked, "it does not apply"}
		}
		report.Checks = append(report.Checks, finding)
	}
	for _, check := range asked {
		if l.findings[check].Outcome != Failed && !l.passed(check) {
			report.Undecided = append(report.Undecided, check)
		}
	}
	report.OK = len(report.Failed()) == 0 && len(report.Undecided) == 0
	report.Newest = !slices.ContainsFunc(newestChecks, func(check string) bool { return !l.passed(check) })
	return report
}

func (l *checklist) passed(check string) bool { return l.findings[check].Outcome == Passed }
