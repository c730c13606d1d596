package evidence

import "math"

// positionLag is the milliseconds after which the service no longer answers from a position of the log.
const positionLag = 5_000

type keyLookUp func(keyID string) (keyTerms, bool)

// freshness has the verifier's time and the slack of clocks in milliseconds; the maximum age in seconds, 0 for any.
type freshness struct {
	now, slack int64
	maxAge     float64
}

func checkAnswerTimes(envelopes []object, at asOf, chains []chain, fresh freshness) error {
	allowed, latest := positionLag+fresh.slack, int64(math.MinInt64)
	for _, each := range envelopes {
		time := momentOf(each["verified_at"].(string))
		latest = max(latest, time)
		if apart := time - at.time; apart > allowed || -apart > allowed {
			return failed("the answer and its position of the log are of other times")
		}
	}
	for _, each := range chains {
		for _, element := range each.elements {
			if len(envelopes) == 0 || element.time("occurred_at") > latest+allowed {
				return failed("an element happened after the answer")
			}
		}
	}
	return nil
}

func checkAnswerAge(envelopes []object, at asOf, fresh freshness) error {
	if fresh.maxAge == 0 {
		return notChecked("no greatest age is given")
	}
	oldest, newest := at.time, at.time
	for _, each := range envelopes {
		time := momentOf(each["verified_at"].(string))
		oldest, newest = min(oldest, time), max(newest, time)
	}
	if float64(fresh.now-oldest) > fresh.maxAge*1000 {
		return failed("it is too old")
	}
	if newest-fresh.now > fresh.slack {
		return failed("it is from the future")
	}
	return nil
}

func checkWitnessedAge(opened *Checkpoint, trust *Trust, fresh freshness) error {
	if trust.quorum == nil || fresh.maxAge == 0 {
		return notChecked("no witness is pinned, or no greatest age is given")
	}
	var recent []cosignature
	for _, each := range opened.cosignatures {
		if float64(each.time) >= float64(fresh.now/1000)-fresh.maxAge {
			recent = append(recent, each)
		}
	}
	if _, ok := trust.quorumTime(recent); !ok {
		return failed("too few witnesses cosigned recently")
	}
	return nil
}

// checkKeyTime: a key signed at a time between its publication and its revocation.
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
