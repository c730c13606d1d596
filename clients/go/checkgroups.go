package evidence

import "slices"

// groupTerms is what is said of a group of checks: what is wrong where the first check that failed is in it, what is open
// where it was asked for and not made, and the checks without which it says nothing.
type groupTerms struct {
	refused, undecided string
	decisive           []string
}

var groups = map[string]groupTerms{
	"origin": {
		"the pinned service did not say this, or was not asked for it",
		"nothing here shows whether the pinned service said this",
		[]string{"answer.signature"},
	},
	"authority": {
		"the authority behind the record does not bear it out",
		"nothing here shows whether the authority bears it out",
		[]string{"record.authority"},
	},
	"history": {
		"the history is not complete and unchanged, or does not say what the answer says",
		"nothing here shows whether the history is complete",
		[]string{"record.transitions"},
	},
	"log": {
		"the public log does not hold it as it is shown",
		"nothing here shows whether the public log holds it",
		[]string{"record.inclusion"},
	},
	"newest": {
		"something newer was left out, or it is from another time than was asked for",
		"nothing here shows whether something newer was left out",
		newestChecks,
	},
}

func groupOf(check string) string {
	return Checks[slices.IndexFunc(Checks, func(each Check) bool { return each.Name == check })].Group
}

// Groups has the outcome of each group of checks: Failed with one of its checks, Passed with all that it rests on.
func (r Report) Groups() map[string]Outcome {
	outcomes := map[string]Outcome{}
	for group, terms := range groups {
		isIn := func(check string) bool { return groupOf(check) == group }
		rests := !slices.ContainsFunc(terms.decisive, func(check string) bool { return !r.passed(check) })
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
