package evidence

import "slices"

var steps = []string{"form", "digests", "sequence", "links", "subject", "times", "transitions"}

// takeChains checks chains element by element; the walk ends at the first fault, and the other steps are not checked.
func (r *run) takeChains(
	name, kind string, source established[[]chain], belongs func(subjectID string, each element) bool,
) established[[]chain] {
	fault := ""
	for _, each := range source.value {
		found, err := guarded(func() (string, error) { return each.findFault(kind), nil })
		if err != nil {
			found = "form"
		}
		isOther := func(of element) bool {
			return !continuesLog(of.str("log"), r.trust.Origin) || !belongs(each.subjectID, of)
		}
		if found == "" && slices.ContainsFunc(each.elements, isOther) {
			found = "subject"
		}
		if fault = found; fault != "" {
			break
		}
	}
	walked := source
	for _, step := range steps {
		taken := take(r.list, name+"."+step, func() ([]chain, error) {
			chains := source.must()
			if fault == step {
				return nil, failed("an element fails the check of its " + step)
			}
			if fault != "" {
				return nil, notChecked("the walk ended: " + name + "." + fault)
			}
			return chains, nil
		})
		if fault == "" || fault == step {
			walked = taken
		}
	}
	return walked
}
