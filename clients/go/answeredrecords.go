package evidence

import "errors"

func pair(
	envelopes established[[]object], shown established[answer], records established[[]chain],
) established[[]answered] {
	return derive(envelopes, func(each []object) established[[]answered] {
		return derive(shown, func(of answer) established[[]answered] {
			return derive(records, func(chains []chain) established[[]answered] {
				if len(each) > len(chains) {
					return absent[[]answered]("the answer shows more records than the evidence holds")
				}
				asked, all := of.readAsked(), []answered{}
				for i, envelope := range each {
					item := answered{envelope: envelope, chain: chains[i]}
					if i < len(asked) {
						item.asked = asked[i]
					}
					all = append(all, item)
				}
				return atHand(all)
			})
		})
	})
}

// onEach: any failure fails the check; otherwise it is not checked if an item cannot be checked or there is none.
func onEach[T any](items []T, check func(T) error) error {
	if len(items) == 0 {
		return notChecked("not decided: the answer shows no record")
	}
	var undecided error
	for _, item := range items {
		err := check(item)
		var not notChecked
		if errors.As(err, &not) {
			if undecided == nil {
				undecided = err
			}
		} else if err != nil {
			return err
		}
	}
	return undecided
}

func hasOneOfEach(envelopes established[[]object], records established[[]chain]) bool {
	if envelopes.is && len(envelopes.value) == 0 {
		return false
	}
	return !envelopes.is || !records.is || len(envelopes.value) <= len(records.value)
}
