package evidence

import (
	"errors"
	"fmt"
	"slices"
)

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

// A remark is the value of a check that establishes nothing, and has something to tell.
type remark string

type checklist struct {
	findings map[string]Finding
}

// take runs a check. A panic is a failure of the check: what is malformed must refute the evidence, never stop its
// verifier; the panic of a missing value means that the check is not made.
func take[T any](list *checklist, check string, run func() (T, error)) established[T] {
	value, err := guarded(run)
	finding := Finding{Check: check, Outcome: Passed}
	if text, says := any(value).(remark); says {
		finding.About = string(text)
	}
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
		finding, made := l.findings[check.Name]
		if !made {
			finding = Finding{Check: check.Name, Outcome: NotChecked, Why: "it does not apply"}
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
