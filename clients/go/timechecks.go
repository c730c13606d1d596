package evidence

import "slices"

// positionLag is the milliseconds after which the service no longer answers from a position of the log.
const positionLag = 5_000

type keyLookUp func(keyID string) (keyTerms, bool)

// freshness has the verifier's time and the slack of clocks in milliseconds; the maximum age in seconds, nil for any.
type freshness struct {
	now, slack int64
	maxAge     *float64
}

func timesOf(envelopes []object) []int64 {
	times := make([]int64, len(envelopes))
	for i, each := range envelopes {
		times[i] = momentOf(each["verified_at"].(string))
	}
	return times
}

func checkAnswerTimes(envelopes []object, at asOf, fresh freshness) error {
	allowed := positionLag + fresh.slack
	for _, time := range timesOf(envelopes) {
		if apart := time - at.time; apart > allowed || -apart > allowed {
			return failed("the answer and its position of the log are of other times")
		}
	}
	return nil
}

// requireEarlier: nothing that the answer shows happened after it.
func requireEarlier(chains []chain, envelopes []object, fresh freshness) error {
	times := timesOf(envelopes)
	for _, each := range chains {
		for _, element := range each.elements {
			if len(times) == 0 || element.time("occurred_at") > slices.Max(times)+positionLag+fresh.slack {
				return failed("an element happened after the answer")
			}
		}
	}
	return nil
}

// checkAnswerAge: the answer is not from the future, nor older than the maximum age.
func checkAnswerAge(envelopes []object, at asOf, fresh freshness) error {
	times := append(timesOf(envelopes), at.time)
	if slices.Max(times)-fresh.now > fresh.slack {
		return failed("it is from the future")
	}
	if fresh.maxAge == nil {
		return notChecked("no greatest age is given")
	}
	if float64(fresh.now-slices.Min(times)) > *fresh.maxAge*1000 {
		return failed("it is too old")
	}
	return nil
}

// openPinned opens a checkpoint of the pinned log, without cosignatures from the future: the time of such a one is wrong, so
// that it proves nothing.
func openPinned(note string, trust *Trust, fresh freshness) (*Checkpoint, error) {
	opened, err := openCheckpoint(note, trust)
	if err == nil {
		latest := (fresh.now + fresh.slack) / 1000
		opened.cosignatures = slices.DeleteFunc(opened.cosignatures, func(each cosignature) bool { return each.time > latest })
	}
	return opened, err
}

func checkWitnessedAge(opened *Checkpoint, trust *Trust, fresh freshness) error {
	if trust.quorum == nil || fresh.maxAge == nil {
		return notChecked("no witness is pinned, or no greatest age is given")
	}
	var recent []cosignature
	for _, each := range opened.cosignatures {
		if float64(each.time) >= float64(fresh.now/1000)-*fresh.maxAge {
			recent = append(recent, each)
		}
	}
	if _, ok := trust.quorumTime(recent); !ok {
		return failed("too few witnesses cosigned recently")
	}
	return nil
}

// checkKeyTime: a key signed at a time between its publication and its revocation.
// checkAnswerKeyTime: the position of the log does not hold the key's end, either. Who has the key chooses the time.
func checkAnswerKeyTime(key keyTerms, at asOf, fresh freshness) error {
	if err := checkKeyTime(key, true, at.at, fresh); err != nil {
		return err
	}
	if key.hasEnd && key.end < at.Size {
		return failed("its position of the log holds the end of its key")
	}
	return nil
}

func checkKeyTime(key keyTerms, isKnown bool, at string, fresh freshness) error {
	if !isKnown || key.publishedAt == "" {
		return notChecked("it is not known when the key was published")
	}
	allowed, time := positionLag+fresh.slack, momentOf(at)
	if time < momentOf(key.publishedAt)-allowed {
		return failed("its key was published later")
	}
	if key.revokedAt != "" && time > momentOf(key.revokedAt)+allowed {
		return failed("its key was revoked before")
	}
	return nil
}
