package evidence

import (
	_ "embed"
	"encoding/json"
	"slices"
)

// The checks and what is said of their groups, the same as docs/vectors/checks.json.
//
//go:embed checks.json
var checksJSON []byte

// A Check is a check's name with its group: did the pinned service say this (origin), was the issuer entitled to it
// (authority), is everything that happened to the record there (history), does everybody see the same (log), was there
// nothing later at that time (newest)?
type Check struct{ Name, Group string }

// groupTerms is what is said of a group of checks: what is wrong where the first check that failed is in it, what is open
// where it was asked for and not made, and the checks without which it says nothing.
type groupTerms struct {
	Refused, Undecided string
	Decisive           []string
}

// Checks are all checks in their order. The names are those of the service's own verifier.
var Checks, groups = func() ([]Check, map[string]groupTerms) {
	var read struct {
		Checks []Check
		Groups map[string]groupTerms
	}
	if err := json.Unmarshal(checksJSON, &read); err != nil {
		panic(err)
	}
	return read.Checks, read.Groups
}()

var newestChecks = groups["newest"].Decisive

func groupOf(check string) string {
	return Checks[slices.IndexFunc(Checks, func(each Check) bool { return each.Name == check })].Group
}

// Groups has the outcome of each group of checks: Failed with one of its checks, Passed with all that it rests on.
func (r Report) Groups() map[string]Outcome {
	outcomes := map[string]Outcome{}
	for group, terms := range groups {
		isIn := func(check string) bool { return groupOf(check) == group }
		rests := !slices.ContainsFunc(terms.Decisive, func(check string) bool { return !r.passed(check) })
		switch {
		case slices.ContainsFunc(r.Failed(), isIn):
			outcomes[group] = Failed
		case rests && !slices.ContainsFunc(r.Undecided, isIn):
			outcomes[group] = Passed
		default:
			outcomes[group] = NotChecked
		}
	}
	return outcomes
}

func (r Report) passed(check string) bool {
	return slices.ContainsFunc(r.Checks, func(each Finding) bool { return each.Check == check && each.Outcome == Passed })
}
